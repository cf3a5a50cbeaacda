/**
 * Models to choose from. A constructor costs nothing: it only makes an adapter, which the host asks
 * when a run needs an answer. Three kinds exist: object adapters answer with an object, wire
 * adapters hand the response's bytes to the session, and for `rules()` the host loads the matcher.
 */

import { BuiltInModel } from './chrome.js';
import { SiteAgentError } from './errors.js';

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
export function proxy({ url, headers, credentials = 'same-origin', fetch: ask }) {
  if (typeof url !== 'string' || url === '') throw new TypeError('proxy() needs a url');
  return {
    name: 'proxy',
    async open(body, signal) {
      const sent = new Headers(typeof headers === 'function' ? await headers() : headers);
      sent.set('content-type', 'application/json');
      // Pieces of the answer as they come, from a server that streams.
      if (!sent.has('accept')) sent.set('accept', 'text/event-stream, application/json');
      const options = { method: 'POST', headers: sent, credentials, body, signal };
      try {
        return await (ask ?? globalThis.fetch)(url, options);
      } catch (error) {
        if (signal.aborted) throw error;
        throw new SiteAgentError('model-error', 'The model cannot be reached.');
      }
    },
  };
}

/**
 * A model in your own words.
 * @param {(request: ModelRequest) => unknown} respond
 * @param {{ name?: string, availability?: () => Availability | Promise<Availability> }} [options]
 * @returns {Model}
 */
export function custom(respond, { name = 'custom', availability } = {}) {
  if (typeof respond !== 'function') throw new TypeError('custom() needs a function');
  return availability === undefined ? { name, respond } : { name, respond, availability };
}

/**
 * The built-in matcher of words. It is not AI.
 * @returns {Model}
 */
export function rules() {
  return { name: 'rules', builtIn: 'rules' };
}

/**
 * The model of the browser itself, where it has one.
 * @param {{ languages?: string[], maxHistory?: number, maxPromptChars?: number }} [options]
 */
export function chromeBuiltIn(options) {
  return new BuiltInModel(options);
}

/**
 * The first model that is available, looked up anew for each step.
 * @param {...Model} models
 */
export function firstAvailable(...models) {
  if (models.length === 0) throw new TypeError('firstAvailable() needs a model');
  for (const model of models) checkModel(model);
  return {
    name: models[0].name,
    choices: models,
    /** @returns {Promise<Availability>} */
    async availability() {
      const states = await Promise.all(models.map(availabilityOf));
      return BEST_FIRST.find((state) => states.includes(state)) ?? 'unavailable';
    },
    /** @param {PrepareOptions} [options] */
    async prepare(options = {}) {
      // A download has to begin within the click, so only a real choice is looked into.
      const able = models.filter(({ prepare }) => typeof prepare === 'function');
      const found = able.length > 1 ? await firstToPrepare(able) : able[0];
      if (found?.prepare === undefined)
        throw new SiteAgentError('model-unavailable', 'There is no model to prepare.');
      return found.prepare(options);
    },
  };
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
  const given = /** @type {Partial<Model> | null | undefined} */ (model);
  const answers =
    typeof given?.respond === 'function' ||
    typeof given?.open === 'function' ||
    given?.builtIn === 'rules' ||
    Array.isArray(given?.choices);
  if (!answers)
    throw new TypeError(
      'a model is needed: proxy(), custom(), rules(), chromeBuiltIn() or firstAvailable()',
    );
}

/**
 * @param {Model} model
 * @returns {Model[]} the models to try, in order
 */
export function choicesOf(model) {
  if (model.choices === undefined) return [model];
  return model.choices.flatMap(choicesOf);
}

/**
 * @param {Model} model
 * @returns {Promise<Availability>} one that does not say is available, one that fails is not
 */
export async function availabilityOf(model) {
  if (typeof model.availability !== 'function') return 'available';
  try {
    return await model.availability();
  } catch {
    return 'unavailable';
  }
}
