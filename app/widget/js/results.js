/**
 * How what a tool gives becomes the text that `executeTool` resolves to.
 */

import { isObject, wellFormed } from './idl.js';
import { jsonOf } from './kept.js';

/**
 * As Chromium does it: text as it is, unless half a character is in it; anything else as JSON or by
 * its name. Throws for what has no JSON.
 * @type {(value: any) => string | null}
 */
export const resultText = (value) => {
  if (typeof value === 'string') return value === wellFormed(value) ? value : null;
  return `${isObject(value) ? jsonOf(value) : value}`;
};
