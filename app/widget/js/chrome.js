/**
 * The browser's own model (`LanguageModel`). Its presence proves nothing, `availability()` decides.
 * The reply is held to a form, an answer or one call of a listed tool, as closely as the browser
 * can; the conversation is cut to the model's window; each step has a session of its own.
 */

import { AnswerReader, replyOf } from './chrome-reply.js';
import { fitTurns, formsOf, lengthOf, systemOf, turnsOf } from './chrome-prompt.js';
import { SiteAgentError } from './errors.js';

/** @typedef {import('./models.js').Availability} Availability */
/** @typedef {import('./models.js').ModelRequest} ModelRequest */
/** @typedef {import('./models.js').PrepareOptions} PrepareOptions */

/** How often a prompt is made again, shorter or in a looser form. */
const TRIES = 8;

/** Tokens of the window that are left for the reply, at most. */
const REPLY_TOKENS = 1024;

/** @returns {any} */
function languageModel() {
  return /** @type {any} */ (globalThis).LanguageModel;
}

export class BuiltInModel {
  name = 'chrome';
  #languages;
  #maxHistory;
  #maxPromptChars;
  /** Which of the forms the browser takes, as far as is known. */
  #form = 0;

  /** @param {{ languages?: string[], maxHistory?: number, maxPromptChars?: number }} [options] */
  constructor({ languages = ['en'], maxHistory = 12, maxPromptChars = 6000 } = {}) {
    this.#languages = Intl.getCanonicalLocales(languages);
    this.#maxHistory = maxHistory;
    this.#maxPromptChars = maxPromptChars;
  }

  /** @returns {Promise<Availability>} */
  async availability() {
    const model = languageModel();
    if (typeof model?.availability !== 'function') return 'unavailable';
    try {
      return await model.availability(this.#expected());
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
    const session = await this.#create({ signal, monitor: watch });
    session.destroy();
  }

  /** @param {ModelRequest} request */
  async respond({ instructions, messages, tools, signal, onDelta }) {
    const state = await this.availability();
    if (state === 'unavailable') throw unavailable();
    if (state !== 'available') throw downloadRequired();
    const session = await this.#open(instructions, tools, signal);
    try {
      return await this.#ask(session, turnsOf(messages), formsOf(tools), signal, onDelta);
    } finally {
      session.destroy();
    }
  }

  /**
   * A session that knows the rules and the tools: in full, or where that is too much, in brief.
   * @param {string} instructions
   * @param {any[]} tools
   * @param {AbortSignal} signal
   */
  async #open(instructions, tools, signal) {
    for (const brief of [false, true]) {
      const content = systemOf(instructions, tools, brief);
      try {
        return await this.#create({ signal, initialPrompts: [{ role: 'system', content }] });
      } catch (error) {
        if (nameOf(error) !== 'QuotaExceededError') throw error;
      }
    }
    throw tooMuch();
  }

  /** @param {object} options */
  async #create(options) {
    try {
      return await languageModel().create({ ...this.#expected(), ...options });
    } catch (error) {
      throw translated(error);
    }
  }

  /**
   * @param {any} session
   * @param {import('./chrome-prompt.js').Turn[]} turns
   * @param {object[]} forms from the closest to none
   * @param {AbortSignal} signal
   * @param {ModelRequest['onDelta']} onDelta
   */
  async #ask(session, turns, forms, signal, onDelta) {
    let form = this.#form;
    let room = this.#maxPromptChars;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const options = { signal, ...forms[form] };
      const input = fitTurns(turns, this.#maxHistory, room);
      const reader = new AnswerReader(onDelta);
      try {
        const share = await shareOfWindow(session, input, options);
        if (share > 1) {
          const shorter = Math.floor((lengthOf(input) / share) * 0.9);
          // Nothing is left to cut.
          if (shorter < 1 || lengthOf(input) > room) throw tooMuch();
          room = shorter;
          continue;
        }
        const reply = replyOf(await generate(session, input, options, reader));
        this.#form = form;
        return reply;
      } catch (error) {
        const name = nameOf(error);
        const isRefused = ['NotSupportedError', 'TypeError', 'SyntaxError'].includes(name);
        if (!reader.said && name === 'QuotaExceededError') room = lengthOf(input) >> 1;
        else if (!reader.said && isRefused && form < forms.length - 1) form += 1;
        else throw translated(error);
      }
    }
    throw tooMuch();
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
 * How much of the room in the model's window a prompt takes; 1 is all of it.
 * @param {any} session
 * @param {object[]} input
 * @param {object} options
 * @returns {Promise<number>} 0 where the browser does not say
 */
async function shareOfWindow(session, input, options) {
  const all = session.contextWindow ?? session.inputQuota;
  const measure = session.measureContextUsage ?? session.measureInputUsage;
  if (typeof measure !== 'function' || !Number.isFinite(all)) return 0;
  const used = session.contextUsage ?? session.inputUsage ?? 0;
  const free = all - used - Math.min(REPLY_TOKENS, all / 4);
  return (await measure.call(session, input, options)) / Math.max(1, free);
}

/**
 * @param {any} session
 * @param {object[]} input
 * @param {object} options
 * @param {AnswerReader} reader hears the reply as it comes
 * @returns {Promise<string>}
 */
async function generate(session, input, options, reader) {
  if (typeof session.promptStreaming !== 'function') return session.prompt(input, options);
  const pieces = session.promptStreaming(input, options).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) return text;
    text += value;
    reader.push(value);
  }
}

/** @param {unknown} error */
function nameOf(error) {
  return `${/** @type {any} */ (error)?.name}`;
}

/**
 * What the browser threw, as one of our errors; what a caller has to see as it is stays.
 * @param {unknown} error
 */
function translated(error) {
  switch (nameOf(error)) {
    case 'NotAllowedError':
      return downloadRequired();
    case 'NotSupportedError':
      return unavailable();
    case 'NetworkError':
      return new SiteAgentError('model-error', "The browser's model could not be downloaded.");
    case 'NotReadableError':
      return new SiteAgentError('model-error', 'The browser kept the reply back.');
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

function tooMuch() {
  return new SiteAgentError('model-error', "This is too much for the browser's model.");
}
