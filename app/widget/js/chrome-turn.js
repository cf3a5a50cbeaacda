/**
 * One turn with the browser's own model, in a session of its own: the reply is held to a form, an
 * answer or one call of a listed tool, as closely as the browser can, and the conversation is cut
 * to the model's window. A file of its own, loaded where such a model answers; what goes wrong is
 * thrown as the browser throws it.
 */

import { AnswerReader, replyOf } from './chrome-reply.js';
import { fitTurns, formsOf, lengthOf, systemOf, turnsOf } from './chrome-prompt.js';

/**
 * @typedef {import('./models.js').ModelRequest} ModelRequest
 * @typedef {(options: object) => Promise<any>} Create makes a session
 * @typedef {{ maxHistory: number, maxPromptChars: number, form: number }} Limits
 *   `form`: which of the forms the browser takes, as far as is known
 */

/** How often a prompt is made again, shorter or in a looser form. */
const TRIES = 8;

/** Tokens of the window that are left for the reply, at most. */
const REPLY_TOKENS = 1024;

/**
 * @param {ModelRequest} request
 * @param {Create} create
 * @param {Limits} limits
 * @returns {Promise<import('./index.js').ModelReply>}
 */
export async function takeTurn(request, create, limits) {
  const { instructions, messages, tools, signal, onDelta } = request;
  const session = await open(instructions, tools, signal, create);
  try {
    const text = await ask(session, turnsOf(messages), formsOf(tools), signal, onDelta, limits);
    return replyOf(text);
  } finally {
    session.destroy();
  }
}

/**
 * A session that knows the rules and the tools: in full, or where that is too much, in brief.
 * @param {string} instructions
 * @param {any[]} tools
 * @param {AbortSignal} signal
 * @param {Create} create
 */
async function open(instructions, tools, signal, create) {
  for (const brief of [false, true]) {
    const content = systemOf(instructions, tools, brief);
    try {
      return await create({ signal, initialPrompts: [{ role: 'system', content }] });
    } catch (error) {
      if (nameOf(error) !== 'QuotaExceededError') throw error;
    }
  }
  throw tooMuch();
}

/**
 * @param {any} session
 * @param {import('./chrome-prompt.js').Turn[]} turns
 * @param {object[]} forms from the closest to none
 * @param {AbortSignal} signal
 * @param {ModelRequest['onDelta']} onDelta
 * @param {Limits} limits
 * @returns {Promise<string>} what the model says
 */
async function ask(session, turns, forms, signal, onDelta, limits) {
  let { form, maxPromptChars: room } = limits;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const options = { signal, ...forms[form] };
    const input = fitTurns(turns, limits.maxHistory, room);
    const reader = new AnswerReader(onDelta);
    try {
      const share = await shareOfWindow(session, input, options);
      if (share > 1) {
        const shorter = Math.floor((lengthOf(input) / share) * 0.9);
        // Nothing is left to cut.
        if (shorter < 1 || lengthOf(input) > room) break;
        room = shorter;
        continue;
      }
      const text = await generate(session, input, options, reader);
      limits.form = form;
      return text;
    } catch (error) {
      const name = nameOf(error);
      const isRefused = ['NotSupportedError', 'TypeError', 'SyntaxError'].includes(name);
      if (!reader.said && name === 'QuotaExceededError') room = lengthOf(input) >> 1;
      else if (!reader.said && isRefused && form < forms.length - 1) form += 1;
      else throw error;
    }
  }
  throw tooMuch();
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

function tooMuch() {
  return new DOMException('', 'QuotaExceededError');
}

/** @param {unknown} error */
function nameOf(error) {
  return `${/** @type {any} */ (error)?.name}`;
}
