/**
 * The language's own tools, taken when this module loads. A page can replace `Object.keys` or put a
 * `toJSON` on every array later on; what was captured here keeps working.
 */

import { applyTo } from './own.js';

export { Aborter, parseJson } from './kept.js';

/**
 * `method.call(self, …)` as a plain function that nobody can reach into.
 * @param {Function} method
 * @returns {(self: any, ...rest: any[]) => any}
 */
export function uncurried(method) {
  return (self, ...rest) => applyTo(method, self, rest);
}

export const ownKeys = Object.keys;
export const define = Object.defineProperty;
export const describe = Object.getOwnPropertyDescriptor;
export const isArray = Array.isArray;
export const Pattern = RegExp;
export const currentMs = Date.now;
export const codeUnitAt = uncurried(String.prototype.charCodeAt);
export const sliceText = uncurried(String.prototype.slice);
export const findIn = uncurried(RegExp.prototype.exec);
export const isoDate = uncurried(Date.prototype.toISOString);

const randomSource = globalThis.crypto;

/**
 * 128 random bits as 32 hex digits.
 * @returns {string}
 */
export function randomHex() {
  const bytes = randomSource.getRandomValues(new Uint8Array(16));
  let text = '';
  for (let at = 0; at < 16; at += 1) {
    const byte = bytes[at];
    text += (byte < 16 ? '0' : '') + byte.toString(16);
  }
  return text;
}

/**
 * What an error says, in one string, whatever was thrown.
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  try {
    if (typeof error === 'object' && error !== null && 'message' in error) {
      return `${error.message}`;
    }
    return `${error}`;
  } catch {
    return 'unknown error';
  }
}
