/** What every provider asks of the parts of a request, each in its own words. */

import { must } from './server.mjs';

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {value is string}
 */
export const isText = (value) => typeof value === 'string' && value.trim() !== '';

/**
 * Nothing that the API does not know. Real ones refuse what they cannot read, so that a misspelt
 * member is no silent one.
 * @param {unknown} object
 * @param {string[]} known
 * @param {(key: string) => string} complaint
 * @returns {asserts object is Record<string, any>}
 */
export function only(object, known, complaint) {
  must(isObject(object), complaint('(not an object)'));
  for (const key of Object.keys(object)) must(known.includes(key), complaint(key));
}

/**
 * The schema of a tool's arguments: an object at its root.
 * @param {unknown} schema
 * @param {string} at
 */
export function checkSchema(schema, at) {
  must(isObject(schema), `${at}: Input should be a valid dictionary`);
  must(schema.type === 'object', `${at}.type: Input should be 'object'`);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    must(!(key in schema), `${at}: does not support oneOf, allOf, or anyOf at the top level`);
  }
  must(isObject(schema.properties ?? {}), `${at}.properties: Input should be a valid dictionary`);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    must(isObject(property) || typeof property === 'boolean', `${at}.properties.${name}: JSON schema is invalid`);
  }
  const required = schema.required ?? [];
  must(Array.isArray(required) && required.every(isText), `${at}.required: JSON schema is invalid`);
}

/**
 * @param {string[]} names
 * @param {string} complaint
 */
export function checkUnique(names, complaint) {
  must(new Set(names).size === names.length, complaint);
}
