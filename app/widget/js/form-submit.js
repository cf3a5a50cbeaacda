/**
 * Calls of a form that is a tool: filled, then submitted by itself (`toolautosubmit`) or by its
 * visitor, and answered by the page's submit listener with `event.respondWith()`.
 */

import { fillIn } from './form-fill.js';
import { controlsOf, groupsOf, submitButtonOf } from './form-schema.js';
import { failAs, isObject, mistyped, nextTask } from './idl.js';
import { memberOf, onAbort, realm, setMember } from './idl.js';
import { bare } from './own.js';
import { resultText } from './results.js';
import { Aborter, parseJson, Pledge } from './kept.js';

const NO_OBJECT = 'JSON input arguments must be an object';
const NO_BUTTON =
  'No submit button was found, but for a form without `toolautosubmit`, there must be a submit button';
const NO_ANSWER =
  "The site has a programming error: it called preventDefault() on the 'submit' event, without " +
  'also calling respondWith() with the tool result';
const NOT_SUBMITTED = 'The form could not be submitted';
const NOT_JSON = 'respondWith promise resolved with an object that could not be serialized to JSON';
const REJECTED = 'respondWith promise was rejected';
const RESET = 'Tool execution cancelled by a form reset';
const TAKEN_OVER = 'Tool execution cancelled by another call of the form';
const UPDATED = 'Tool execution cancelled, since tool definition was updated';

/**
 * @typedef {object} Call
 * @property {number} answers how often the page has answered; the last counts
 * @property {boolean} [isDecided] the submission is over: an answer would come too late
 * @property {(text: string | null) => void} finish
 * @property {(why: string) => void} fail
 */

/** Calls that wait for their form's submission. @type {Map<EventTarget | null, Call>} */
const waiting = new Map();
/** The call that a submission is of. @type {WeakMap<SubmitEvent, Call>} */
const submissions = new WeakMap();

const { prototype: formMembers } = HTMLFormElement;

/**
 * The first look at a submission, by whomever, makes it that of the waiting call.
 * @param {SubmitEvent} event
 * @returns {Call | undefined}
 */
function callOf(event) {
  const call = waiting.get(event.target);
  if (call && event.isTrusted && event.eventPhase) {
    waiting.delete(event.target);
    submissions.set(event, call);
    nextTask().then(() => {
      // By now its listeners are through, and their microtasks.
      call.isDecided = true;
      if (!event.defaultPrevented) call.finish(null);
      else if (!call.answers) call.fail(NO_ANSWER);
    });
  }
  return submissions.get(event);
}

/** What the standard adds to submit events. */
const answering = {
  get agentInvoked() {
    return callOf(submissionOf(this)) !== undefined;
  },
  /** @param {unknown} response the tool's result, or a promise of it */
  respondWith(response) {
    const event = submissionOf(this);
    if (!arguments.length) mistyped('response');
    const call = callOf(event);
    if (!event.defaultPrevented) failAs('InvalidStateError', 'Call preventDefault() before');
    if (!call || call.isDecided) {
      return failAs('InvalidStateError', 'No call of an agent waits for this submission');
    }
    const turn = (call.answers += 1);
    Pledge.resolve(response).then(
      (value) => {
        if (turn !== call.answers) return;
        try {
          call.finish(resultText(value));
        } catch {
          call.fail(NOT_JSON);
        }
      },
      (reason) => {
        realm.console.error('WebMCP tool execution failed:', reason);
        call.fail(REJECTED);
      },
    );
  },
};

/** @type {(event: any) => SubmitEvent} */
const submissionOf = (event) => (event instanceof SubmitEvent ? event : mistyped('this'));

if (!('agentInvoked' in SubmitEvent.prototype)) {
  for (const name of ['agentInvoked', 'respondWith']) {
    const member = /** @type {PropertyDescriptor} */ (memberOf(answering, name));
    setMember(SubmitEvent.prototype, name, member);
  }
}

/**
 * @param {any} form
 * @returns {{ submit(input: string, signal: AbortSignal): Promise<string | null>, outdate(): void }}
 *   how its tool is run, and how a call that is on ends when the tool has changed
 */
export function submitterOf(form) {
  /** @type {Call | undefined} */
  let running;

  /** @type {(resolve: (text: string | null) => void, reject: (reason: unknown) => void, signal: AbortSignal) => Call} */
  function begin(resolve, reject, signal) {
    running?.fail(TAKEN_OVER);
    const listening = new Aborter();
    const end = () => {
      listening.abort();
      if (running === call) running = undefined;
      if (waiting.get(form) === call) waiting.delete(form);
    };
    /** @type {Call} */
    const call = bare({
      answers: 0,
      finish(/** @type {string | null} */ text) {
        end();
        resolve(text);
      },
      fail(/** @type {string} */ why) {
        end();
        reject(new DOMException(why, 'UnknownError'));
      },
    });
    hearOut(form, call, listening.signal);
    // Who stopped it has got the reason already.
    onAbort(signal, end);
    running = call;
    waiting.set(form, call);
    return call;
  }

  /** @type {(input: string, signal: AbortSignal) => Promise<string | null>} */
  const submit = (input, signal) =>
    new Pledge((resolve, reject) => {
      const values = parseJson(input);
      if (!isObject(values) || Array.isArray(values)) failAs('UnknownError', NO_OBJECT);
      const button = submitButtonOf(form);
      const bySelf = form.hasAttribute('toolautosubmit');
      if (!bySelf && !button) failAs('UnknownError', NO_BUTTON);
      fillIn(groupsOf(form), values, (why) => failAs('UnknownError', why));
      const call = begin(resolve, reject, signal);
      if (!bySelf) {
        button.focus();
      } else if (isChecked(form, button) && !formMembers.reportValidity.call(form)) {
        call.fail(faultsOf(form));
      } else {
        formMembers.requestSubmit.call(form, button);
        if (waiting.get(form) === call) call.fail(NOT_SUBMITTED);
      }
    });

  return {
    submit,
    outdate() {
      const call = running;
      if (call) nextTask().then(() => call.fail(UPDATED));
    },
  };
}

/** Whether the form has to be valid to be submitted. @type {(form: any, button: any) => boolean} */
const isChecked = (form, button) => !form.hasAttribute('novalidate') && !button?.formNoValidate;

/** @type {(form: Element) => string} */
function faultsOf(form) {
  const faults = controlsOf(form)
    .filter((control) => control.willValidate && !control.validity.valid)
    .map((control) => `${control.name}: ${control.validationMessage}. `);
  return `Form validation failed: ${faults.join('')}`;
}

/**
 * Hears what becomes of a form while a call of it is on.
 * @param {Element} form
 * @param {Call} call
 * @param {AbortSignal} signal
 */
function hearOut(form, call, signal) {
  let isPressed = false;
  /** @type {(type: string, listener: (event: any) => void) => void} */
  const on = (type, listener) => addEventListener(type, listener, bare({ capture: true, signal }));
  on('submit', (event) => {
    if (event.target === form) callOf(event);
  });
  on('reset', async (event) => {
    if (event.target !== form) return;
    await nextTask();
    if (!event.defaultPrevented) call.fail(RESET);
  });
  // The visitor pressed the button, and the browser finds fault with the form.
  on('click', async (event) => {
    const button = event.target.closest?.('button,input');
    if (button?.form !== form) return;
    isPressed = true;
    await nextTask();
    isPressed = false;
  });
  on('invalid', (event) => {
    if (isPressed && event.target.form === form) call.fail(faultsOf(form));
  });
}
