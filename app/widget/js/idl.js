/**
 * How Web IDL turns what a page passes into values, and how a document queues a task: the rules
 * that decide with which error a wrong argument fails, and in which order. Used by the shim only.
 *
 * Whatever is used after loading is taken while loading: a page may patch its globals later.
 */

import { jsonOf, Pledge } from './kept.js';
import { applyTo, bare, given } from './own.js';

export const realm = /** @type {any} */ (globalThis);
const { defineProperty } = Object;
export const memberOf = Object.getOwnPropertyDescriptor;
/** Also where a page has an `Event` of its own. */
export const PlainEvent = /** @type {typeof Event} */ (Object.getPrototypeOf(MessageEvent));

const Channel = MessageChannel;
const Failure = DOMException;
const eventTarget = EventTarget.prototype;
const addHandler = eventTarget.addEventListener;
const removeHandler = eventTarget.removeEventListener;
const dispatchTo = eventTarget.dispatchEvent;
const replaceText = String.prototype.replace;
const abortedOf = /** @type {any} */ (memberOf(AbortSignal.prototype, 'aborted')).get;

const LONE_SURROGATE = /\p{Cs}/gu;

/** @type {(target: object, name: PropertyKey, members: PropertyDescriptor) => void} */
export const setMember = (target, name, members) => {
  defineProperty(target, name, bare(members));
};

/** @type {Record<number, (done?: any) => void>} without a prototype: no page's setter is in it */
const taskQueue = bare();
let lastTask = 0;
let nextInTurn = 0;

/**
 * Goes on in a task of its own, in the order of the calls. A message channel is not slowed down like
 * nested timers are, and is not what pages patch for fake clocks.
 * @returns {Promise<void>}
 */
export const nextTask = () =>
  new Pledge((done) => {
    taskQueue[lastTask++] = done;
    const { port1, port2 } = new Channel();
    port1.onmessage = () => {
      port1.close();
      taskQueue[nextInTurn]();
      delete taskQueue[nextInTurn++];
    };
    port2.postMessage(0);
  });

/** @type {(name: string, message: string) => never} */
export const failAs = (name, message) => {
  throw new Failure(message, name);
};

/** @type {(what: string) => never} */
export const mistyped = (what) => {
  throw new TypeError(`Missing or mistyped: ${what}`);
};

/** @type {(value: any) => boolean} */
export const isObject = (value) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);

/** `object` in Web IDL, or nothing. @type {(value: any, what: string) => any} */
export const optionalObject = (value, what) =>
  value === undefined || isObject(value) ? value : mistyped(what);

/** A dictionary: nothing is an empty one. @type {(value: any, what: string) => any} */
export const dictionary = (value, what) =>
  optionalObject(value ?? undefined, what) ?? bare();

/** A required string. @type {(value: any, what: string) => string} */
export const requiredString = (value, what) => (value === undefined ? mistyped(what) : `${value}`);

/** @type {(value: string) => string} */
export const wellFormed = (value) => applyTo(replaceText, value, [LONE_SURROGATE, '\ufffd']);

/** @type {(value: any) => string} */
export const titleOf = (value) => (value === undefined ? '' : wellFormed(`${value}`));

/** A list of strings, or nothing. @type {(value: any, what: string) => string[]} */
export const stringSequence = (value, what) => {
  /** @type {string[]} */
  const list = [];
  for (const item of optionalObject(value, what) ?? list) {
    list[list.length] = wellFormed(`${item}`);
  }
  return list;
};

/** @type {(value: any) => Record<string, boolean> | undefined} */
export const hintsOf = (value) => {
  if (value === undefined) return undefined;
  const annotations = dictionary(value, 'annotations');
  /** @type {Record<string, boolean>} */
  const hints = {};
  for (const name of ['consequentialHint', 'debugging', 'readOnlyHint', 'untrustedContentHint']) {
    hints[name] = !!given(annotations, name);
  }
  return hints;
};

/** Throws for what is no signal, of whatever realm. @type {(signal: any) => boolean} */
export const isAborted = (signal) => signal !== undefined && applyTo(abortedOf, signal, []);

/** @type {(options: any) => AbortSignal | undefined} */
export const signalOf = (options) => {
  const { signal } = options;
  isAborted(signal);
  return signal;
};

/**
 * @param {EventTarget} target
 * @param {string} type
 * @param {any} listener
 * @returns {() => void} stops listening
 */
const listen = (target, type, listener) => {
  applyTo(addHandler, target, [type, listener]);
  return () => applyTo(removeHandler, target, [type, listener]);
};

/** @type {(signal: AbortSignal | undefined, listener: () => void) => () => void} */
export const onAbort = (signal, listener) => (signal ? listen(signal, 'abort', listener) : () => {});

/** Dispatches an event in a task of its own. @type {(target: any, event: Event) => Promise<void>} */
export const announce = async (target, event) => {
  await nextTask();
  applyTo(dispatchTo, target, [event]);
};

/** @type {(value: any) => string} */
export const serialise = (value) => jsonOf(value) ?? mistyped('JSON');

/** Outside a browser there is no origin, and a call still needs one. */
export const ownOrigin = () => realm.origin ?? 'https://page.invalid';

/** A document that left its frame can neither offer nor run tools. */
export const requireActive = () => {
  if (realm.document && !realm.document.defaultView) {
    failAs('InvalidStateError', 'Inactive document');
  }
};

/**
 * Gives a class the outside of a Web IDL interface: its tag, and members that can be listed.
 * @param {any} type
 * @param {string[]} members
 */
export function asInterface({ name, prototype }, members) {
  setMember(prototype, Symbol.toStringTag, { value: name, configurable: true });
  for (const member of members) setMember(prototype, member, { enumerable: true });
}

/**
 * Gives a class the attribute `on…` for an event: one listener that keeps its place while the
 * handler is exchanged, and goes with it.
 * @param {any} type
 * @param {string} event
 */
export function handlerAttribute({ prototype }, event) {
  const name = `on${event}`;
  /** @type {WeakMap<any, { handler: any, handleEvent(happened: Event): void }>} */
  const kept = new WeakMap();
  const accessor = {
    /** @returns {any} */
    get [name]() {
      return kept.get(this)?.handler ?? null;
    },
    set [name](/** @type {any} */ handler) {
      const entry = kept.get(this) ?? {
        handler,
        handleEvent: (happened) => {
          if (typeof entry.handler === 'function') applyTo(entry.handler, this, [happened]);
        },
      };
      kept.set(this, entry);
      entry.handler = isObject(handler) ? handler : null;
      applyTo(entry.handler ? addHandler : removeHandler, this, [event, entry]);
    },
  };
  setMember(prototype, name, /** @type {any} */ (memberOf(accessor, name)));
}
