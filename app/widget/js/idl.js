/**
 * How Web IDL turns what a page passes into values, and how a document queues a task: the rules
 * that decide with which error a wrong argument fails, and in which order. Used by the shim only.
 *
 * Whatever is used after loading is taken while loading: a page may patch its globals later.
 */

export const realm = /** @type {any} */ (globalThis);
export const applyTo = Reflect.apply;
export const setMember = Object.defineProperty;
export const memberOf = Object.getOwnPropertyDescriptor;
export const jsonOf = JSON.stringify;
export const fromJson = JSON.parse;
export const sortItems = Array.prototype.sort;
export const Later = Promise;
export const Controller = AbortController;
export const PlainEvent = Event;

const Channel = MessageChannel;
const Failure = DOMException;
const Address = URL;
const eventTarget = EventTarget.prototype;
const addHandler = eventTarget.addEventListener;
const removeHandler = eventTarget.removeEventListener;
const dispatchTo = eventTarget.dispatchEvent;
const pushItem = Array.prototype.push;
const shiftItem = Array.prototype.shift;
const replaceText = String.prototype.replace;
const setMembers = Object.defineProperties;
const mapMembers = Object.getOwnPropertyDescriptors(Map.prototype);
const abortedOf = /** @type {any} */ (memberOf(AbortSignal.prototype, 'aborted')).get;

const LONE_SURROGATE = /\p{Cs}/gu;
const NESTED_SCHEME = /^(blob|filesystem):$/;
const TRUSTED_SCHEME = /^(https|wss|file|chrome|chrome-extension):$/;
const LOOPBACK = /^((.*\.)?localhost\.?|127(\.\d+){3}|\[::1])$/;

/** @type {(() => void)[]} */
const taskQueue = [];

/**
 * Runs `work` in a task of its own, in the order of the calls, and tells when it is done. A message
 * channel is not slowed down like nested timers are, and is not what pages patch for fake clocks.
 * @template T
 * @param {() => T} work
 * @returns {Promise<Awaited<T>>}
 */
export function inTask(work) {
  return new Later((done, failed) => {
    applyTo(pushItem, taskQueue, [
      () => {
        try {
          done(/** @type {any} */ (work()));
        } catch (reason) {
          failed(reason);
        }
      },
    ]);
    const { port1, port2 } = new Channel();
    port1.onmessage = () => {
      port1.close();
      applyTo(shiftItem, taskQueue, [])();
    };
    port2.postMessage(0);
  });
}

/**
 * A map that carries its methods itself, out of reach of a patched `Map.prototype`.
 * @template V
 * @returns {Map<string, V>}
 */
export const ownMap = () => setMembers(new Map(), mapMembers);

/** @type {(name: string, message: string) => never} */
export const failAs = (name, message) => {
  throw new Failure(message, name);
};

/** @type {(message: string) => never} */
export const mistyped = (message) => {
  throw new TypeError(message);
};

/** @type {(value: any) => boolean} */
export const isObject = (value) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);

/** `object` in Web IDL, or nothing. @type {(value: any, what: string) => any} */
export const optionalObject = (value, what) =>
  value === undefined || isObject(value) ? value : mistyped(`${what} is not an object`);

/** A dictionary: nothing is an empty one. @type {(value: any, what: string) => any} */
export const dictionary = (value, what) =>
  optionalObject(value ?? undefined, what) ?? { __proto__: null };

/** @type {(value: any, what: string) => Function} */
export const requiredFunction = (value, what) =>
  typeof value === 'function' ? value : mistyped(`${what} is not a function`);

/** A required string. @type {(value: any, what: string) => string} */
export const requiredString = (value, what) =>
  value === undefined ? mistyped(`${what} is missing`) : `${value}`;

/** @type {(value: string) => string} */
export const wellFormed = (value) => applyTo(replaceText, value, [LONE_SURROGATE, '\ufffd']);

/** A sequence of strings, or nothing. @type {(value: any, what: string) => string[]} */
export const stringSequence = (value, what) => {
  /** @type {string[]} */
  const list = [];
  for (const item of optionalObject(value, what) ?? list) {
    list[list.length] = wellFormed(`${item}`);
  }
  return list;
};

/** Throws for what is no signal, of whatever realm. @type {(signal: any) => boolean} */
export const isAborted = (signal) => signal !== undefined && applyTo(abortedOf, signal, []);

/** @type {(options: any) => AbortSignal | undefined} */
export const signalOf = ({ signal }) => {
  isAborted(signal);
  return signal;
};

/**
 * @param {EventTarget} target
 * @param {string} type
 * @param {(event: Event) => void} listener
 * @returns {() => void} stops listening
 */
export function listen(target, type, listener) {
  applyTo(addHandler, target, [type, listener]);
  return () => applyTo(removeHandler, target, [type, listener]);
}

/** @type {(target: EventTarget, event: Event) => void} */
export const announce = (target, event) => applyTo(dispatchTo, target, [event]);

/** @type {(signal: AbortSignal | undefined, listener: () => void) => () => void} */
export const onAbort = (signal, listener) =>
  signal ? listen(signal, 'abort', listener) : () => {};

/** @type {(value: any) => string} */
export const serialise = (value) => jsonOf(value) ?? mistyped('The value has no JSON');

/** @type {(value: string) => URL | undefined} */
export const parseAddress = (value) => {
  try {
    return new Address(value);
  } catch {
    return undefined;
  }
};

/** @type {(origins: string[]) => void} */
export const requireSecure = (origins) => {
  for (const origin of origins) {
    let url = parseAddress(origin);
    if (url && NESTED_SCHEME.test(url.protocol)) url = parseAddress(url.origin);
    if (!url || !(TRUSTED_SCHEME.test(url.protocol) || LOOPBACK.test(url.hostname))) {
      failAs('SecurityError', `Not a secure origin: ${origin}`);
    }
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
  /** @type {WeakMap<any, { handler: any, stop: () => void }>} */
  const kept = new WeakMap();
  const accessor = {
    /** @returns {any} */
    get [name]() {
      return kept.get(this)?.handler ?? null;
    },
    set [name](/** @type {any} */ handler) {
      const old = kept.get(this);
      if (!isObject(handler)) {
        old?.stop();
        kept.delete(this);
      } else if (old) {
        old.handler = handler;
      } else {
        const entry = { handler, stop: () => {} };
        entry.stop = listen(/** @type {any} */ (this), event, (happened) => {
          if (typeof entry.handler === 'function') applyTo(entry.handler, this, [happened]);
        });
        kept.set(this, entry);
      }
    },
  };
  setMember(prototype, name, /** @type {any} */ (memberOf(accessor, name)));
}
