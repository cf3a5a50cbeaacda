/**
 * The language's own tools, taken when this module loads. A page can replace `Object.keys` or put a
 * `toJSON` on every array later on; what was captured here keeps working. Where it has done so before,
 * they are an empty frame's.
 */

import { fromEmptyFrame, isNative } from './kept.js';
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

/** @type {(realm: any) => Function[]} what neither belongs to a window nor makes anything of its own */
const toolsOf = ({ Object, Array, String, RegExp, Date }) => [
  Object.keys,
  Object.defineProperty,
  Object.getOwnPropertyDescriptor,
  Array.isArray,
  String.prototype.charCodeAt,
  String.prototype.slice,
  RegExp.prototype.exec,
  Date.prototype.toISOString,
];

/** @returns {any[]} */
function wholeTools() {
  const tools = toolsOf(globalThis);
  for (let at = 0; at < tools.length; at += 1) {
    if (isNative(tools[at])) continue;
    try {
      return fromEmptyFrame(toolsOf);
    } catch {
      // A sandbox without an origin, whose frames are strangers.
    }
  }
  return tools;
}

const language = wholeTools();

/** @type {typeof Object.keys} */
export const ownKeys = language[0];
/** @type {typeof Object.defineProperty} */
export const define = language[1];
/** @type {typeof Object.getOwnPropertyDescriptor} */
export const describe = language[2];
/** @type {typeof Array.isArray} */
export const isArray = language[3];
export const Pattern = RegExp;
export const currentMs = Date.now;
export const codeUnitAt = uncurried(language[4]);
export const sliceText = uncurried(language[5]);
export const findIn = uncurried(language[6]);
export const isoDate = uncurried(language[7]);

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
