/**
 * What a form's controls ask for, as the JSON Schema that Chromium 156 makes of them.
 */

import { hasOwn } from './own.js';
import { jsonOf } from './kept.js';

/** What a label's words leave out. */
const LABELABLE = 'button,input:not([type=hidden]),meter,output,progress,select,textarea';
/** Types that know no `readonly`. */
const EVER_WRITABLE = /^(checkbox|radio|range|color)$/;

const DAY = '^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T';
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]';
/** Of some types, what stands under `format`: mostly a pattern. @type {Record<string, string>} */
const FORMATS = {
  color: '^#[0-9a-zA-Z]{6}$',
  date: 'date',
  month: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  week: '^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$',
};
const DATES = "Dates MUST be provided in 'YYYY-MM-DD' format.";
const TEXTS = /^(email|password|search|tel|text|textarea|url)$/;

/**
 * @typedef {any} Control
 * @typedef {Map<string, Control[]>} Groups controls by their names
 */

/**
 * The controls of a form by their names, in the document's order, without those that take no input.
 * A form's own members may be hidden by controls of that name, so none of them is used.
 * @param {Element} form
 * @returns {Groups}
 */
export function groupsOf(form) {
  const groups = new Map();
  for (const control of controlsOf(form)) {
    if (control.matches(':disabled')) continue;
    if (control.readOnly && !EVER_WRITABLE.test(control.type)) continue;
    const group = groups.get(control.name);
    if (group) group.push(control);
    else groups.set(control.name, [control]);
  }
  return groups;
}

/** @type {(form: Element) => Control[]} */
export const controlsOf = (form) => {
  const controls = form.ownerDocument.querySelectorAll('button,fieldset,input,output,select,textarea');
  return [...controls].filter((control) => /** @type {Control} */ (control).form === form);
};

/** The first button that submits the form. @type {(form: Element) => Control | undefined} */
export const submitButtonOf = (form) =>
  controlsOf(form).find(
    (control) => /^(submit|image)$/.test(control.type) && !control.matches(':disabled'),
  );

/**
 * What a form asks for, as JSON text.
 * @param {Element} form
 * @param {boolean} bare without the words of labels and options: what stays the same is no change
 */
export function schemaOf(form, bare) {
  /** @type {[string, object][]} */
  const properties = [];
  /** @type {string[]} */
  const required = [];
  for (const [name, group] of groupsOf(form)) {
    const parameter = parameterOf(group, bare);
    if (!parameter) continue;
    properties.push([name, parameter]);
    if (group.some((control) => control.required)) required.push(name);
  }
  return written({ type: 'object', properties: Object.fromEntries(properties), required });
}

/**
 * JSON text, whatever `toJSON` a page has put on arrays or objects.
 * @param {any} value of what a schema is made of
 * @returns {string}
 */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written)}]`;
  if (typeof value !== 'object') return jsonOf(value);
  return `{${Object.keys(value).map((key) => `${jsonOf(key)}:${written(value[key])}`)}}`;
}

/**
 * @param {Control[]} group
 * @param {boolean} bare
 * @returns {object | undefined} nothing for what cannot be filled
 */
export function parameterOf(group, bare) {
  const [control] = group;
  const { type } = control;
  if (!group.every((other) => other.type === type)) return undefined;
  const isChoice = type === 'checkbox' || type === 'radio';
  if (group.length > 1 && !isChoice) return undefined;
  const kind = kindOf(group, bare);
  return kind && { ...kind, ...described(group, bare) };
}

/**
 * @param {Control[]} group of one type
 * @param {boolean} bare
 * @returns {object | undefined}
 */
function kindOf(group, bare) {
  const [control] = group;
  const { type } = control;
  if (TEXTS.test(type)) return { type: 'string', ...patternOf(control) };
  if (hasOwn(FORMATS, type)) return { type: 'string', format: FORMATS[type] };
  switch (type) {
    case 'number':
      return { type: 'number', ...boundsOf(control), ...patternOf(control) };
    case 'range':
      return { type: 'number', ...boundsOf(control) };
    case 'time':
      return { type: 'string', format: `^${clockOf(control)}` };
    case 'datetime-local':
      return { type: 'string', format: DAY + clockOf(control) };
    case 'checkbox':
      return group.length === 1 ? { type: 'boolean' } : listOf(choicesOf(group, bare));
    case 'radio':
      return oneOf(choicesOf(group, bare));
    case 'select-one':
      return oneOf(bare ? [] : optionsOf(control));
    case 'select-multiple':
      return listOf(bare ? [] : optionsOf(control));
    default:
      return undefined;
  }
}
/** @type {(choices: object[]) => object} */
const oneOf = (choices) => ({
  type: 'string',
  anyOf: choices,
  enum: choices.map((choice) => /** @type {any} */ (choice).const),
});

/** @type {(choices: object[]) => object} */
const listOf = (choices) => ({ type: 'array', items: oneOf(choices), uniqueItems: true });

/** @type {(value: string, title?: string) => object} */
const choice = (value, title) => ({
  type: 'string',
  const: value,
  ...(title === undefined ? {} : { title }),
});

/** @type {(select: Control) => object[]} */
const optionsOf = (select) =>
  [...select.options].map((option) => choice(option.value, option.textContent));

/** @type {(group: Control[], bare: boolean) => object[]} */
const choicesOf = (group, bare) =>
  group.map((control) => choice(control.value, (!bare && labelOf(control)) || undefined));

/** @type {(control: Control) => object} */
function patternOf(control) {
  const pattern = control.getAttribute('pattern');
  if (pattern === null || control.localName !== 'input') return {};
  try {
    new RegExp(pattern, 'v');
    return { pattern };
  } catch {
    return {};
  }
}

/** As the browser reads numbers in attributes. @type {(text: string | null) => number | undefined} */
function numberIn(text) {
  const reader = document.createElement('input');
  reader.type = 'number';
  reader.value = text ?? '';
  return reader.value === '' ? undefined : reader.valueAsNumber;
}

/** @type {(control: Control) => { minimum?: number, maximum?: number, multipleOf?: number }} */
function boundsOf(control) {
  const isRange = control.type === 'range';
  const [min, max, value] = ['min', 'max', 'value'].map((name) =>
    numberIn(control.getAttribute(name)),
  );
  const minimum = min ?? (isRange ? 0 : undefined);
  const maximum = isRange ? Math.max(max ?? 100, minimum ?? 0) : max;
  const step = stepOf(control, isRange ? 1 : undefined, 1);
  const steps = step === undefined ? NaN : (min ?? value ?? 0) / step;
  const fits = Math.abs(steps - Math.round(steps)) < 1e-9;
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    // Counted from elsewhere than 0, the steps are no multiples of anything.
    ...(fits ? { multipleOf: step } : {}),
  };
}

/**
 * @template T
 * @param {Control} control
 * @param {T} any what stands for `step=any`
 * @param {number} otherwise
 * @returns {number | T}
 */
function stepOf(control, any, otherwise) {
  const text = control.getAttribute('step') ?? '';
  if (/^any$/i.test(text)) return any;
  const step = numberIn(text);
  return step !== undefined && step > 0 ? step : otherwise;
}

/** @type {(control: Control) => string} */
function clockOf(control) {
  const seconds = stepOf(control, 60, 60);
  if (seconds < 1) return `${TIME}(:[0-5][0-9](\\.[0-9]{1,3})?)?$`;
  return seconds < 60 ? `${TIME}(:[0-5][0-9])?$` : `${TIME}$`;
}

/**
 * What the page says about a parameter: of a group, only where the fieldset around it does.
 * @param {Control[]} group
 * @param {boolean} bare
 */
function described(group, bare) {
  const [control] = group;
  const said = (/** @type {Element | null | undefined} */ element) =>
    element?.getAttribute('toolparamdescription');
  let description =
    group.length > 1
      ? said(fieldsetAround(group))
      : said(control) ||
        (!bare && (labelOf(control) || control.getAttribute('aria-description')));
  if (control.type === 'date') description = description ? `${description} (${DATES})` : DATES;
  return description ? { description } : {};
}

/** @type {(group: Control[]) => Element | undefined} */
function fieldsetAround([control, ...others]) {
  let around = control.closest('fieldset');
  while (around && !others.every((other) => around.contains(other))) {
    around = around.parentElement?.closest('fieldset');
  }
  return around;
}

/** The words of a control's labels. @type {(control: Control) => string} */
function labelOf(control) {
  const words = [...(control.labels ?? [])].map((label) =>
    wordsIn(label).replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, ''),
  );
  return words.join('; ');
}

/** @type {(node: Node) => string} */
function wordsIn(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  if (node instanceof Element && node.matches(LABELABLE)) return '';
  return [...node.childNodes].map(wordsIn).join('');
}
