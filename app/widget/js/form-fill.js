/**
 * Fills a form as an agent asks for it: everything is looked at first, so that a value that does not
 * fit leaves the form as it was. What is filled says so with the events that a person's typing makes;
 * only the browser could make them trusted ones.
 */

import { parameterOf } from './form-schema.js';
import { bare } from './own.js';

/**
 * @typedef {import('./form-schema.js').Control} Control
 * @typedef {import('./form-schema.js').Groups} Groups
 */

/**
 * @param {Groups} groups
 * @param {Record<string, unknown>} input
 * @param {(why: string) => never} refuse
 */
export function fillIn(groups, input, refuse) {
  const fillings = Object.entries(input).map(([name, value]) => {
    const group = groups.get(name);
    if (!group) {
      return refuse(
        `Input contains a parameter "${name}" but there is no such parameter for the tool`,
      );
    }
    const filling = parameterOf(group, true) && fillingOf(group, value);
    const shown = value === null || typeof value === 'object' ? '' : ` "${value}"`;
    return filling ?? refuse(`Invalid value${shown} for parameter ${name}`);
  });
  for (const fill of fillings) fill();
}

/**
 * @param {Control[]} group of a kind that can be filled
 * @param {unknown} value
 * @returns {(() => void) | undefined} nothing for a value that does not fit
 */
function fillingOf(group, value) {
  const [control] = group;
  const text = wordOf(value);
  switch (control.type) {
    case 'radio': {
      const chosen = group.find((other) => other.value === text);
      return chosen && (() => check(chosen, true));
    }
    case 'checkbox': {
      if (group.length === 1) {
        const on = truthOf(value);
        return on === undefined ? undefined : () => check(control, on);
      }
      const chosen = wordsAmong(value, group);
      return chosen && (() => group.forEach((other) => check(other, chosen.includes(other.value))));
    }
    case 'select-one':
      return wordsAmong([value], [...control.options]) && (() => assign(control, 'value', text));
    case 'select-multiple': {
      const chosen = wordsAmong(value, [...control.options]);
      return chosen && (() => choose(control, chosen));
    }
    default:
      return takes(control, text) ? () => assign(control, 'value', text) : undefined;
  }
}

/** @type {(value: unknown) => string | undefined} */
function wordOf(value) {
  return /^(string|number|boolean)$/.test(typeof value) ? `${value}` : undefined;
}

/** @type {(value: unknown) => boolean | undefined} */
function truthOf(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? value !== 0 : undefined;
  const text = `${wordOf(value)}`;
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : undefined;
}

/**
 * @param {unknown} value a list of what `among` offers, each once
 * @param {Control[]} among
 * @returns {(string | undefined)[] | undefined}
 */
function wordsAmong(value, among) {
  if (!Array.isArray(value)) return undefined;
  const words = value.map(wordOf);
  const fits = words.every(
    (word, at) => among.some((one) => one.value === word) && words.indexOf(word) === at,
  );
  return fits ? words : undefined;
}

/** Whether the browser would keep the text. @type {(control: Control, text?: string) => boolean} */
function takes(control, text) {
  if (text === undefined) return false;
  if (control.localName === 'textarea') return true;
  if (text === '') return !/^(number|range)$/.test(control.type);
  const reader = document.createElement('input');
  reader.type = control.type;
  reader.value = text;
  return reader.value !== '';
}

/**
 * Sets a value past what a framework has put on the element itself to watch it, and tells.
 * @param {Control} control
 * @param {string} member
 * @param {unknown} value
 */
function assign(control, member, value) {
  const before = control[member];
  Reflect.set(Object.getPrototypeOf(control), member, value, control);
  const changed = control[member] !== before;
  if (changed) control.dispatchEvent(new Event('input', bare({ bubbles: true, composed: true })));
  // Chromium tells of a box that it has looked at, changed or not.
  if (changed || member === 'checked') control.dispatchEvent(new Event('change', bare({ bubbles: true })));
}

/** @type {(control: Control, on: boolean) => void} */
const check = (control, on) => assign(control, 'checked', on);

/** @type {(select: Control, chosen: (string | undefined)[]) => void} */
function choose(select, chosen) {
  let changed = false;
  for (const option of select.options) {
    const selected = chosen.includes(option.value);
    changed ||= option.selected !== selected;
    option.selected = selected;
  }
  if (!changed) return;
  select.dispatchEvent(new Event('input', bare({ bubbles: true, composed: true })));
  select.dispatchEvent(new Event('change', bare({ bubbles: true })));
}
