/**
 * Models to choose from. A constructor costs nothing: it only makes an adapter, which the host asks
 * when a run needs an answer. Three kinds exist: object adapters answer with an object, wire
 * adapters hand the response's bytes to the session, and for `rules()` the host loads the matcher.
 */

import { BuiltInModel } from './chrome.js';
import { SiteAgentError } from './errors.js';
import { fromEmptyFrame, isAdopted, Pledge, request } from './kept.js';
import { applyTo, bare, given, picked } from './own.js';
import { isArray } from './primitives.js';

/**
 * @typedef {'available' | 'downloadable' | 'downloading' | 'unavailable'} Availability
 * @typedef {{ instructions: string, messages: any[], tools: any[], signal: AbortSignal,
 *   onDelta?: (text: string) => void }} ModelRequest
 * @typedef {{ onProgress?: (loaded: number) => void, signal?: AbortSignal }} PrepareOptions
 * @typedef {{ name: string,
 *   respond?: (request: ModelRequest) => unknown,
 *   open?: (body: string, signal: AbortSignal) => Promise<Response>,
 *   builtIn?: 'rules',
 *   choices?: Model[],
 *   availability?: () => Availability | Promise<Availability>,
 *   prepare?: (options: PrepareOptions) => Promise<void> }} Model
 */

/**
 * The site's own model behind `POST url`.
 * @param {{ url: string, headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>),
 *   credentials?: RequestCredentials, fetch?: typeof fetch }} options
 * @returns {Model}
 */
export function proxy(options) {
  const {
    url,
    headers,
    credentials = 'same-origin',
    fetch: ask,
  } = picked(options, ['url', 'headers', 'credentials', 'fetch']);
  if (typeof url !== 'string' || url === '') throw new TypeError('proxy() needs a url');
  return bare({
    name: 'proxy',
    async open(/** @type {string} */ body, /** @type {AbortSignal} */ signal) {
      // Also where that name is a variable of the page.
      const isTheirs = typeof globalThis.Headers !== 'function';
      const Heads = isTheirs ? fromEmptyFrame(({ Headers }) => Headers) : globalThis.Headers;
      const sent = new Heads(typeof headers === 'function' ? await headers() : headers);
      sent.set('content-type', 'application/json');
      // Pieces of the answer as they come, from a server that streams.
      if (!sent.has('accept')) sent.set('accept', 'text/event-stream, application/json');
      const init = bare({ method: 'POST', headers: sent, credentials, body, signal });
      // Where an owner imported this file, a `fetch` that they exchanged is meant.
      const send = ask ?? (isAdopted ? request : globalThis.fetch);
      try {
        return await send(url, init);
      } catch (error) {
        if (signal.aborted) throw error;
        throw new SiteAgentError('model-error', 'The model cannot be reached.');
      }
    },
  });
}

/**
 * A model in your own words.
 * @param {(request: ModelRequest) => unknown} respond
 * @param {{ name?: string, availability?: () => Availability | Promise<Availability> }} [options]
 * @returns {Model}
 */
export function custom(respond, options) {
  const { name = 'custom', availability } = picked(options, ['name', 'availability']);
  if (typeof respond !== 'function') throw new TypeError('custom() needs a function');
  return bare(availability === undefined ? { name, respond } : { name, respond, availability });
}

/**
 * The built-in matcher of words. It is not AI.
 * @returns {Model}
 */
export function rules() {
  return bare({ name: 'rules', builtIn: /** @type {'rules'} */ ('rules') });
}

/**
 * The model of the browser itself, where it has one.
 * @param {{ languages?: string[], maxHistory?: number, maxPromptChars?: number }} [options]
 */
export function chromeBuiltIn(options) {
  return new BuiltInModel(picked(options, ['languages', 'maxHistory', 'maxPromptChars']));
}

/**
 * The first model that is available, looked up anew for each step.
 * @param {...Model} models
 */
export function firstAvailable(...models) {
  if (models.length === 0) throw new TypeError('firstAvailable() needs a model');
  for (const model of models) checkModel(model);
  const choices = models.map(adapterOf);
  return bare({
    name: choices[0].name,
    choices,
    /** @returns {Promise<Availability>} */
    async availability() {
      const states = await Pledge.all(choices.map(availabilityOf));
      return BEST_FIRST.find((state) => states.includes(state)) ?? 'unavailable';
    },
    /** @param {PrepareOptions} [options] */
    async prepare(options = bare()) {
      // A download has to begin within the click, so only a real choice is looked into.
      const able = choices.filter(({ prepare }) => typeof prepare === 'function');
      const found = able.length > 1 ? await firstToPrepare(able) : able[0];
      if (found?.prepare === undefined)
        throw new SiteAgentError('model-unavailable', 'There is no model to prepare.');
      return found.prepare(options);
    },
  });
}

/** @type {Availability[]} */
const BEST_FIRST = ['available', 'downloading', 'downloadable'];

/** @param {Model[]} models */
async function firstToPrepare(models) {
  for (const model of models) {
    const state = await availabilityOf(model);
    if (state === 'downloadable' || state === 'downloading') return model;
  }
  return undefined;
}

/**
 * The models that an element's attributes name.
 * @param {string} names `chrome`, `proxy`, `rules`, by spaces
 * @param {Parameters<typeof proxy>[0] | undefined} endpoint of `proxy`
 * @returns {Model}
 */
export function modelsNamed(names, endpoint) {
  /** @type {Model[]} */
  const models = [];
  for (const name of names.split(/\s+/)) {
    if (name === 'chrome') models.push(chromeBuiltIn());
    if (name === 'rules') models.push(rules());
    if (name === 'proxy' && endpoint !== undefined) models.push(proxy(endpoint));
  }
  return models.length === 0 ? chromeBuiltIn() : firstAvailable(...models);
}

/**
 * @param {unknown} model
 * @returns {asserts model is Model}
 */
export function checkModel(model) {
  const answers =
    typeof given(model, 'respond') === 'function' ||
    typeof given(model, 'open') === 'function' ||
    given(model, 'builtIn') === 'rules' ||
    isArray(given(model, 'choices'));
  if (!answers)
    throw new TypeError(
      'a model is needed: proxy(), custom(), rules(), chromeBuiltIn() or firstAvailable()',
    );
}

/** What of an adapter is called. */
const CALLED = ['respond', 'open', 'availability', 'prepare'];

/**
 * An adapter as its maker made it: what a page gave to every object is no member of it.
 * @param {Model} model
 * @returns {Model}
 */
export function adapterOf(model) {
  const adapter = picked(model, ['name', 'builtIn', 'choices']);
  for (const name of CALLED) {
    const method = given(model, name);
    if (method === undefined) continue;
    adapter[name] = (/** @type {unknown[]} */ ...rest) => applyTo(method, model, rest);
  }
  return adapter;
}

/**
 * @param {Model} model
 * @returns {Model[]} the models to try, in order
 */
export function choicesOf(model) {
  const adapter = adapterOf(model);
  return adapter.choices === undefined ? [adapter] : adapter.choices.flatMap(choicesOf);
}

/**
 * @param {Model} model
 * @returns {Promise<Availability>} one that does not say is available, one that fails is not
 */
export async function availabilityOf(model) {
  const { availability } = adapterOf(model);
  if (availability === undefined) return 'available';
  try {
    return await availability();
  } catch {
    return 'unavailable';
  }
}
