/**
 * Arguments that a tool's schema marks as secret (`format: 'password'`, `x-sensitive: true`) do not
 * leave the page: only the page knows the schema. A call of which it is not known what its schema
 * said goes without its arguments. Everything else that must not be written down, the program takes
 * out before it writes.
 */

import { parseJson } from './kept.js';
import { bare } from './own.js';
import { isArray, ownKeys } from './primitives.js';

const TAKEN_OUT = '[redacted:sensitive]';
/** As deep as schemas and arguments are followed. */
const DEEPEST = 24;
/** Shorter than that, what was marked may stand in any text by chance. */
const LEAST = 3;
/** The members of a step that say something in words. */
const WORDS_OF_STEP = ['text', 'reply', 'meta', 'message', 'detail', 'errorCode'];

/**
 * @param {unknown} given a tool's schema, as an object or as its text
 * @param {any} value the arguments
 * @returns {string[]} JSON pointers to what is marked
 */
export function secretsIn(given, value) {
  const root = typeof given === 'string' ? parseJson(given) : given;
  /** @type {Set<string>} */
  const found = new Set();
  look(root, root, value, '', found, 0);
  return [...found];
}

/**
 * @param {any} root
 * @param {any} schema
 * @param {any} value
 * @param {string} pointer
 * @param {Set<string>} found
 * @param {number} depth
 */
function look(root, schema, value, pointer, found, depth) {
  if (value === undefined || typeof schema !== 'object' || schema === null) return;
  const own = bare(schema);
  // What lies too deep to be followed may be anything.
  if (own.format === 'password' || own['x-sensitive'] === true || depth > DEEPEST) {
    found.add(pointer);
    return;
  }
  const same = [own.if, own.then, own.else, own.$ref && target(root, own.$ref)];
  for (const list of [own.allOf, own.anyOf, own.oneOf]) if (isArray(list)) same.push(...list);
  for (const other of same) look(root, other, value, pointer, found, depth + 1);
  if (typeof value !== 'object' || value === null) return;
  for (const key of ownKeys(value)) {
    for (const inner of schemasOf(own, value, key)) {
      look(root, inner, value[key], `${pointer}/${escaped(key)}`, found, depth + 1);
    }
  }
}

/**
 * @param {any} schema
 * @param {any} value
 * @param {string} key
 * @returns {any[]} those that may speak of the member
 */
function schemasOf(schema, value, key) {
  if (isArray(value)) return [schema.items, schema.contains, bare(schema.prefixItems)[key]];
  const patterns = bare(schema.patternProperties);
  return [
    bare(schema.properties)[key],
    bare(schema.dependentSchemas)[key],
    schema.additionalProperties,
    ...ownKeys(patterns).map((pattern) => patterns[pattern]),
  ];
}

/**
 * @param {any} root
 * @param {unknown} reference of the form `#/…`
 */
function target(root, reference) {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const keys = decodeURIComponent(reference.slice(2)).split('/');
  return keys.reduce((from, key) => bare(from)[unescaped(key)], root);
}

/** @param {string} key */
function escaped(key) {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** @param {string} key */
function unescaped(key) {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * @param {any} trace
 * @param {Record<string, string[]>} secrets by call; of a call that is not among them nothing is known
 * @returns {any} the trace without them, wherever their texts stand
 */
export function withoutSecrets(trace, secrets) {
  /** @type {string[]} */
  const texts = [];
  const steps = trace.steps.map((/** @type {any} */ step) => {
    if (!step.call) return step;
    const { arguments: given, ...call } = step.call;
    const pointers = secrets[call.id];
    if (pointers === undefined) return { ...step, call };
    if (pointers.length === 0) return step;
    for (const pointer of pointers) texts.push(...textsIn(at(given, pointer)));
    const taken = pointers.reduce((rest, pointer) => replaced(rest, keysOf(pointer)), given);
    return { ...step, call: { ...call, arguments: taken, redacted: pointers } };
  });
  const told = texts.filter((text) => text.length >= LEAST);
  return told.length === 0 ? { ...trace, steps } : { ...trace, steps: steps.map(cleaned(told)) };
}

/**
 * A step in whose words none of the texts stands. Where one stood in a call, that place is marked too.
 * @param {string[]} texts
 * @returns {(step: any) => any}
 */
function cleaned(texts) {
  // The longest first: it may hold another.
  const all = [...new Set(texts)].sort((one, other) => other.length - one.length);
  const clean = (/** @type {string} */ text) =>
    all.reduce((rest, secret) => rest.replaceAll(secret, TAKEN_OUT), text);
  return (step) => {
    const rest = { ...step };
    for (const key of WORDS_OF_STEP) {
      if (key in rest) rest[key] = mapped(rest[key], '', clean, () => {});
    }
    if (step.call?.arguments === undefined) return rest;
    const redacted = new Set(step.call.redacted);
    const found = (/** @type {string} */ pointer) => redacted.add(pointer);
    const given = mapped(step.call.arguments, '', clean, found);
    rest.call = { ...step.call, arguments: given };
    if (redacted.size > 0) rest.call.redacted = [...redacted];
    return rest;
  };
}

/**
 * @param {any} value
 * @param {string} pointer
 * @param {(text: string) => string} change
 * @param {(pointer: string) => void} changed
 * @returns {any}
 */
function mapped(value, pointer, change, changed) {
  if (typeof value === 'string') {
    const text = change(value);
    if (text !== value) changed(pointer);
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  const inner = (/** @type {string | number} */ key) =>
    mapped(value[key], `${pointer}/${escaped(`${key}`)}`, change, changed);
  if (isArray(value)) return value.map((_, nth) => inner(nth));
  return Object.fromEntries(ownKeys(value).map((key) => [key, inner(key)]));
}

/** @param {string} pointer */
function keysOf(pointer) {
  return pointer.split('/').slice(1).map(unescaped);
}

/**
 * @param {any} value
 * @param {string} pointer
 */
function at(value, pointer) {
  return keysOf(pointer).reduce((from, key) => bare(from)[key], value);
}

/**
 * @param {any} value
 * @param {string[]} keys
 * @returns {any} a copy with other text in that place; the whole is always an object
 */
function replaced(value, [key, ...rest]) {
  if (key === undefined) return TAKEN_OUT;
  if (typeof value !== 'object' || value === null || !(key in value)) return value;
  const copy = isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(value[key], rest);
  return copy;
}

/**
 * @param {unknown} value
 * @returns {string[]} every text and number in it
 */
function textsIn(value) {
  if (typeof value === 'string' || typeof value === 'number') return [`${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return ownKeys(value).flatMap((key) => textsIn(/** @type {any} */ (value)[key]));
}
