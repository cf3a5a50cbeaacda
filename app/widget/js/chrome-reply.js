/**
 * What the browser's model replied: one JSON object, read whole, and its answer as it comes in.
 */

import { parseJson } from './primitives.js';

/** Models fence their JSON even where they were told not to. */
const FENCED = /^\s*```(?:json)?\s*([^]*?)\s*```\s*$/;
const BEGIN = /^\s*\{\s*"answer"\s*:\s*"/;
/** What of a JSON string is whole: up to its end, or to an escape that is not all there. */
const WHOLE = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/**
 * @param {string} text
 * @returns {import('./index.js').ModelReply}
 */
export function replyOf(text) {
  const bare = FENCED.exec(text)?.[1] ?? text.trim();
  let reply;
  try {
    reply = parseJson(bare);
  } catch {
    // Words without any form are an answer; half a form is none.
    if (bare !== '' && !bare.startsWith('{')) return { type: 'answer', text: bare };
  }
  if (typeof reply?.tool === 'string') {
    return { type: 'tool', name: reply.tool, arguments: reply.arguments };
  }
  if (typeof reply?.answer === 'string' && reply.answer.trim() !== '') {
    return { type: 'answer', text: reply.answer };
  }
  throw new SyntaxError('no reply');
}

/** Hears a reply as it comes and says what is new of its answer. */
export class AnswerReader {
  /** Whether somebody has heard something. */
  said = false;
  #onDelta;
  #text = '';
  /** Where the next piece of the answer begins. */
  #at = 0;

  /** @param {((text: string) => void) | undefined} onDelta */
  constructor(onDelta) {
    this.#onDelta = onDelta;
  }

  /** @param {string} piece */
  push(piece) {
    this.#text += piece;
    if (this.#at === 0) this.#at = BEGIN.exec(this.#text)?.[0].length ?? 0;
    if (this.#at === 0) return;
    WHOLE.lastIndex = this.#at;
    const raw = WHOLE.exec(this.#text)?.[0] ?? '';
    const text = parseJson(`"${raw}"`);
    // Half of a pair waits for the other.
    if (text === '' || /[\ud800-\udbff]$/.test(text)) return;
    this.#at += raw.length;
    this.said = true;
    this.#onDelta?.(text);
  }
}
