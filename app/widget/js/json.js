/**
 * Values to JSON text without `JSON.stringify`, which asks every object for a `toJSON` that a page
 * may have put on `Array.prototype` or `Object.prototype`. Only own enumerable properties count; a
 * cycle, a value that cannot be read and a number without a JSON form become `null`.
 */

import { codeUnitAt, isArray, isoDate, ownKeys, sliceText } from './primitives.js';

/** As deep as the parser on the other side goes. */
const MAX_DEPTH = 100;

/**
 * @param {unknown} value
 * @returns {string} always JSON; what has no JSON form (`undefined`, a function) is `null`
 */
export function toJson(value) {
  return writeValue(value, []) ?? 'null';
}

/**
 * @param {unknown} value
 * @param {object[]} path the objects around it, to see cycles
 * @returns {string | undefined} `undefined` for what JSON leaves out
 */
function writeValue(value, path) {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return value - value === 0 ? `${value}` : 'null';
    case 'boolean':
    case 'bigint':
      return `${value}`;
    case 'object':
      return value === null ? 'null' : writeObject(value, path);
    default:
      return undefined;
  }
}

/**
 * @param {object} object
 * @param {object[]} path
 * @returns {string}
 */
function writeObject(object, path) {
  const depth = path.length;
  if (depth >= MAX_DEPTH) return 'null';
  for (let at = 0; at < depth; at += 1) if (path[at] === object) return 'null';
  if (object instanceof Date) return writeDate(object);
  path[depth] = object;
  const text = isArray(object) ? writeItems(object, path) : writeMembers(object, path);
  path.length = depth;
  return text;
}

/**
 * @param {unknown[]} items
 * @param {object[]} path
 */
function writeItems(items, path) {
  let text = '[';
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) text += ',';
    text += writeValue(items[at], path) ?? 'null';
  }
  return `${text}]`;
}

/**
 * @param {object} object
 * @param {object[]} path
 */
function writeMembers(object, path) {
  const keys = ownKeys(object);
  let text = '{';
  for (let at = 0; at < keys.length; at += 1) {
    const member = writeValue(readMember(object, keys[at]), path);
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${quoted(keys[at])}:${member}`;
  }
  return `${text}}`;
}

/**
 * A getter may throw; that must not cost the rest.
 * @param {object} object
 * @param {string} key
 * @returns {unknown}
 */
function readMember(object, key) {
  try {
    return /** @type {Record<string, unknown>} */ (object)[key];
  } catch {
    return null;
  }
}

/** @param {Date} date */
function writeDate(date) {
  try {
    return quoted(isoDate(date));
  } catch {
    return 'null';
  }
}

/**
 * @param {string} text
 * @returns {string} quoted; half a surrogate pair, which UTF-8 cannot carry, becomes U+FFFD
 */
function quoted(text) {
  let out = '"';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = codeUnitAt(text, at);
    let escaped = '';
    if (unit === 0x22) escaped = '\\"';
    else if (unit === 0x5c) escaped = '\\\\';
    else if (unit < 0x20) escaped = `\\u00${unit < 0x10 ? '0' : ''}${unit.toString(16)}`;
    else if (unit >= 0xd800 && unit < 0xe000) {
      const next = unit < 0xdc00 ? codeUnitAt(text, at + 1) : 0;
      if (next >= 0xdc00 && next < 0xe000) at += 1;
      else escaped = '\\ufffd';
    }
    if (escaped === '') continue;
    out += sliceText(text, from, at) + escaped;
    from = at + 1;
  }
  return `${out}${sliceText(text, from)}"`;
}
