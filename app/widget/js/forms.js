/**
 * Calls of declarative forms. `<form toolname>` is the one thing that the agent reads in a page: it
 * tells whether a call waits for its visitor to press submit. Chromium crashes the tab when a form
 * call is aborted after another call took the form over, so such a call is let go instead.
 */

import { given } from './own.js';

export class FormCall {
  /** Whether the visitor has to submit. */
  waits;
  #tool;
  /** @type {EventTarget | undefined} */
  #context;
  #activations = 0;

  /**
   * @param {any} tool
   * @param {boolean} waits
   */
  constructor(tool, waits) {
    this.#tool = tool;
    this.waits = waits;
  }

  /**
   * The form behind a tool, if it is one: forms carry no annotations.
   * @param {any} tool
   * @returns {FormCall | undefined}
   */
  static of(tool) {
    const owner = given(tool, 'window');
    if (given(tool, 'annotations') !== undefined || owner === undefined) return undefined;
    try {
      const forms = owner.document.querySelectorAll('form[toolname]');
      for (let at = 0; at < forms.length; at += 1) {
        if (forms[at].getAttribute('toolname') !== tool.name) continue;
        return new FormCall(tool, !forms[at].hasAttribute('toolautosubmit'));
      }
    } catch {
      // A document of another origin keeps its forms to itself.
    }
    return undefined;
  }

  /**
   * Counts who activates the form while our call is open.
   * @param {EventTarget} context
   */
  watch(context) {
    if (given(this.#tool, 'window') === globalThis.window) {
      this.#context = context;
      context.addEventListener('toolactivated', this.#count);
    }
    return this;
  }

  /** Whether the open call is surely still ours. In a frame nobody can tell. */
  mayAbort() {
    return this.#context !== undefined && this.#activations < 2;
  }

  /** The call is over. */
  end() {
    this.#context?.removeEventListener('toolactivated', this.#count);
  }

  /** @param {Event} event */
  #count = (event) => {
    if (/** @type {any} */ (event).toolName === this.#tool.name) this.#activations += 1;
  };
}
