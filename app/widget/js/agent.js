/**
 * The JavaScript API: an agent for a page's tools, without a user interface. Making one costs
 * nothing; the session's wasm is loaded when the first run starts, and everything synchronous works
 * before.
 */

import { SiteAgentError } from './errors.js';
import { Address, kept } from './kept.js';
import { checkModel } from './models.js';
import { once } from './once.js';
import { bare, given, picked } from './own.js';
import { isArray } from './primitives.js';
import { AgentRun } from './run.js';
import { openSource } from './sources.js';

/**
 * @typedef {import('./host.js').Host} Host
 * @typedef {import('./host.js').HostOptions} HostOptions
 * @typedef {import('./models.js').Model} Model
 * @typedef {{ model: Model, tools?: unknown, confirm?: import('./work.js').Confirm,
 *   preApproved?: readonly string[], maxSteps?: number, toolTimeoutMs?: number,
 *   instructions?: string, maxResultChars?: number }} AgentOptions
 */

/** What `createSiteAgent` takes. */
const OPTIONS = [
  ...['model', 'tools', 'confirm', 'preApproved', 'maxSteps', 'toolTimeoutMs', 'instructions'],
  ...['maxResultChars'],
];

/** @type {() => Promise<typeof import('./host.js')>} the one module that all entries share */
const loadHost = once(async () => {
  const host = await import(new Address('__SA_MODULE__', import.meta.url).href);
  host.adopt(kept());
  return host;
});

/**
 * @param {AgentOptions} options
 * @returns {SiteAgent}
 */
export function createSiteAgent(options) {
  return new SiteAgent(checkedOptions(options));
}

class SiteAgent {
  #options;
  #source;
  /** @type {Promise<Host> | undefined} */
  #opening;
  /** @type {Host | undefined} */
  #host;
  /** @type {AgentRun | undefined} */
  #run;

  /** @param {AgentOptions} options */
  constructor(options) {
    this.#options = options;
    this.#source = openSource(options.tools);
  }

  /**
   * @param {string} message what the visitor says
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {AgentRun}
   */
  run(message, options) {
    if (typeof message !== 'string' || message.trim() === '')
      throw new TypeError('run() needs a message');
    if (this.#run !== undefined) throw new SiteAgentError('busy', 'A run is on already.');
    const run = new AgentRun(
      message,
      () => this.#open(),
      () => {
        this.#run = undefined;
      },
    );
    this.#run = run;
    run.begin(given(options, 'signal'));
    return run;
  }

  /** Starts over: the conversation is forgotten, a run that is on is stopped. */
  reset() {
    this.#run?.abort();
    this.#host?.send('reset');
  }

  /** The page's tools as they are now, and those that were left out. */
  async tools() {
    const { tools, dropped } = await this.#source.peek();
    return { tools: tools.map(({ handle, ...tool }) => tool), dropped };
  }

  /**
   * @param {() => void} listener
   * @returns {() => void} ends it
   */
  onToolsChange(listener) {
    return this.#source.onChange(() => listener());
  }

  /** The conversation, as models read it. */
  get messages() {
    return this.#host?.messages ?? [];
  }

  /** Whether a run is on. */
  get running() {
    return this.#run !== undefined;
  }

  /** The name of the model that answered last, or will answer. */
  get model() {
    return this.#host?.model ?? given(this.#options.model, 'name');
  }

  /** @returns {Promise<Host>} */
  #open() {
    if (this.#opening === undefined) {
      const earlier = this.#host;
      const opening = earlier === undefined ? this.#attach() : earlier.revive();
      this.#opening = opening;
      opening.then(
        (host) => {
          this.#host = host;
          // What was cut by a crash is over; the next message is a run of its own.
          if (earlier !== undefined) host.send('aborted');
          host.on((event) => {
            if (event.type === 'crashed') this.#opening = undefined;
          });
        },
        () => {
          this.#opening = undefined;
        },
      );
    }
    return this.#opening;
  }

  async #attach() {
    const { attach } = await loadHost();
    return attach(this.#options);
  }
}

/**
 * @param {AgentOptions} options
 * @returns {AgentOptions} a copy that later changes of the caller's object do not reach
 */
export function checkedOptions(options) {
  const checked = picked(options, OPTIONS);
  const { model, confirm, preApproved = [], maxSteps, toolTimeoutMs, instructions } = checked;
  checkModel(model);
  if (confirm !== undefined && typeof confirm !== 'function')
    throw new TypeError('confirm must be a function');
  if (!isArray(preApproved) || preApproved.some((name) => typeof name !== 'string')) {
    throw new TypeError('preApproved must be an array of names');
  }
  if (instructions !== undefined && typeof instructions !== 'string')
    throw new TypeError('instructions must be text');
  whole('maxSteps', maxSteps, 1, 50);
  whole('toolTimeoutMs', toolTimeoutMs, 1, 2 ** 31 - 1);
  whole('maxResultChars', checked.maxResultChars, 1, 2 ** 31 - 1);
  return bare({ ...checked, preApproved: [...preApproved] });
}

/**
 * @param {string} name
 * @param {number | undefined} value
 * @param {number} least
 * @param {number} most
 */
function whole(name, value, least, most) {
  if (value === undefined) return;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}`);
  }
}
