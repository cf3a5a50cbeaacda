/**
 * The browser's own model (`LanguageModel`). Its presence proves nothing, `availability()` decides.
 * What makes a turn of it is a file of its own, loaded where there is such a model.
 */

import { SiteAgentError } from './errors.js';
import { Address } from './kept.js';
import { once } from './once.js';

/** @typedef {import('./models.js').Availability} Availability */
/** @typedef {import('./models.js').ModelRequest} ModelRequest */
/** @typedef {import('./models.js').PrepareOptions} PrepareOptions */

/** @type {() => Promise<typeof import('./chrome-turn.js')>} */
const loadTurn = once(() => import(new Address('./chrome-turn.js', import.meta.url).href));

/** @returns {any} */
function languageModel() {
  return /** @type {any} */ (globalThis).LanguageModel;
}

export class BuiltInModel {
  name = 'chrome';
  #languages;
  #limits;

  /** @param {{ languages?: string[], maxHistory?: number, maxPromptChars?: number }} [options] */
  constructor({ languages = ['en'], maxHistory = 12, maxPromptChars = 6000 } = {}) {
    this.#languages = Intl.getCanonicalLocales(languages);
    this.#limits = { maxHistory, maxPromptChars, form: 0 };
  }

  /** @returns {Promise<Availability>} */
  async availability() {
    const model = languageModel();
    if (typeof model?.availability !== 'function') return 'unavailable';
    try {
      const state = await model.availability(this.#expected());
      // So that the first turn does not wait; what goes wrong is said there, and tried again.
      if (state !== 'unavailable') loadTurn().catch(() => {});
      return state;
    } catch {
      return 'unavailable';
    }
  }

  /**
   * Downloads the model. Browsers allow it only from a click, so nothing is waited for before.
   * @param {PrepareOptions} [options]
   */
  async prepare({ onProgress, signal } = {}) {
    if (typeof languageModel()?.create !== 'function') throw unavailable();
    /** @param {EventTarget} monitor */
    const watch = (monitor) => {
      monitor.addEventListener('downloadprogress', (event) => {
        if (!signal?.aborted) onProgress?.(/** @type {ProgressEvent} */ (event).loaded);
      });
    };
    try {
      (await this.#create({ signal, monitor: watch })).destroy();
    } catch (error) {
      throw translated(error);
    }
  }

  /** @param {ModelRequest} request */
  async respond(request) {
    const state = await this.availability();
    if (state === 'unavailable') throw unavailable();
    if (state !== 'available') throw downloadRequired();
    const { takeTurn } = await loadTurn().catch((error) => {
      console.error('site-agent:', error);
      throw unavailable();
    });
    try {
      return await takeTurn(request, (options) => this.#create(options), this.#limits);
    } catch (error) {
      throw translated(error);
    }
  }

  /**
   * @param {object} options
   * @returns {Promise<any>} a session
   */
  async #create(options) {
    return languageModel().create({ ...this.#expected(), ...options });
  }

  /** What goes in and out. Our own words are English, whatever the page's are. */
  #expected() {
    const languages = this.#languages;
    return {
      expectedInputs: [{ type: 'text', languages: [...new Set(['en', ...languages])] }],
      expectedOutputs: [{ type: 'text', languages }],
    };
  }
}

/**
 * What the browser threw, as one of our errors; what a caller has to see as it is stays.
 * @param {any} error
 */
function translated(error) {
  switch (`${error?.name}`) {
    case 'NotAllowedError':
      return downloadRequired();
    case 'NotSupportedError':
      return unavailable();
    case 'NetworkError':
      return new SiteAgentError('model-error', "The browser's model could not be downloaded.");
    case 'NotReadableError':
      return new SiteAgentError('model-error', 'The browser kept the reply back.');
    case 'QuotaExceededError':
      return new SiteAgentError('model-error', "This is too much for the browser's model.");
    case 'SyntaxError':
      return new SiteAgentError('bad-reply', "The browser's model gave no usable reply.");
    default:
      return error;
  }
}

function unavailable() {
  return new SiteAgentError('model-unavailable', 'This browser has no model of its own.');
}

function downloadRequired() {
  const message = "The browser's model has to be downloaded first.";
  return new SiteAgentError('model-download-required', message);
}
