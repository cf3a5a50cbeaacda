/**
 * `<form toolname tooldescription>` as a tool: the declarative half of WebMCP for browsers without
 * it, loaded where such a form is when tools are asked for. From then on it follows the document.
 *
 * A script cannot see into closed shadow roots, style `:tool-form-active`, make trusted events, or
 * hear of `form.submit()`; forms in shadow roots are left alone.
 */

import { submitterOf } from './form-submit.js';
import { schemaOf } from './form-schema.js';
import { announce, nextTask, PlainEvent } from './idl.js';
import { Watcher } from './kept.js';
import { bare } from './own.js';

export { adopt } from './kept.js';

const TOOL = 'form[toolname][tooldescription]';
const PARTS = 'button,fieldset,form,input,output,select,textarea';
/** What makes another tool of a form when it changes. Words of labels and options do not. */
const ATTRIBUTES = [
  ...['toolname', 'tooldescription', 'tooltitle', 'toolautosubmit', 'toolparamdescription'],
  ...['disabled', 'form', 'max', 'min', 'multiple', 'name', 'pattern', 'readonly', 'required'],
  ...['step', 'type', 'value'],
];

/**
 * @typedef {import('./model-context.js').Entry} Entry
 * @typedef {import('./model-context.js').Tools} Tools
 * @typedef {ReturnType<typeof submitterOf>} Submitter
 * @typedef {{ signature: string, entry?: Entry, submitter: Submitter }} Known a form as it was when
 *   it was last looked at; without an entry if its name was no name, or somebody's already
 */

/**
 * @param {EventTarget} context
 * @param {Tools} tools where the forms' tools stand among the others
 * @returns {() => void} brings them up to date: what has gone is out at once, what is new or changed
 *   comes in the next task
 */
export function formTools(context, tools) {
  /** @type {Map<Element, Known>} */
  const forms = new Map();
  /** @type {Set<Element>} */
  const moved = new Set();
  let isSettling = false;

  const changed = () => announce(context, new PlainEvent('toolchange'));
  const found = () => [...document.querySelectorAll(TOOL)].filter(isForm);

  /** @param {Known} known */
  function withdraw({ entry, submitter }) {
    if (!entry) return;
    delete tools[entry.name];
    changed();
    submitter.outdate();
  }

  /** @param {Element} form */
  function declare(form) {
    const signature = signatureOf(form);
    const known = forms.get(form);
    if (known?.signature === signature) return;
    if (known) withdraw(known);
    const name = form.getAttribute('toolname') ?? '';
    const submitter = submitterOf(form);
    /** @type {Known} */
    const next = bare({ signature, submitter });
    forms.set(form, next);
    if (!/^[\w.-]{1,128}$/.test(name) || name in tools) return;
    next.entry = tools[name] = {
      annotations: undefined,
      description: form.getAttribute('tooldescription') ?? '',
      execute: () => {},
      schema: schemaOf(form, false),
      name,
      title: form.getAttribute('tooltitle') ?? '',
      submit: submitter.submit,
    };
    changed();
  }

  function look() {
    notice(observer.takeRecords());
    const now = found();
    for (const [form, known] of forms) {
      if (now.includes(form) && !moved.has(form)) continue;
      forms.delete(form);
      withdraw(known);
    }
    moved.clear();
    if (isSettling || now.every((form) => forms.get(form)?.signature === signatureOf(form))) return;
    isSettling = true;
    nextTask().then(() => {
      isSettling = false;
      for (const form of found()) declare(form);
    });
  }

  /**
   * @param {MutationRecord[]} records
   * @returns {boolean} whether a form may be another now
   */
  function notice(records) {
    let matters = false;
    for (const { addedNodes, removedNodes, target, type } of records) {
      if (type === 'attributes') matters ||= isPart(target);
      for (const node of removedNodes) {
        for (const form of forms.keys()) if (node.contains(form)) moved.add(form);
      }
      matters ||= [...addedNodes, ...removedNodes].some(isPart);
    }
    return matters;
  }

  const observer = new Watcher((records) => {
    if (notice(records)) look();
  });
  const watched = { attributeFilter: ATTRIBUTES, childList: true, subtree: true };
  observer.observe(document, bare(watched));
  for (const form of found()) declare(form);
  return look;
}

/** @type {(element: Element) => boolean} */
const isForm = (element) => element instanceof HTMLFormElement;

/** Whether a node is of what forms are made of, or holds some. @type {(node: Node) => boolean} */
const isPart = (node) =>
  node instanceof Element && (node.matches(PARTS) || node.querySelector(PARTS) !== null);

/** What a form's tool depends on. @type {(form: Element) => string} */
function signatureOf(form) {
  const attributes = ['toolname', 'tooldescription', 'tooltitle', 'toolautosubmit'];
  const values = attributes.map((name) => form.getAttribute(name) ?? '\0');
  return [...values, schemaOf(form, true)].join('\n');
}
