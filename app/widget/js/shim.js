/**
 * `document.modelContext` for browsers without WebMCP: the imperative half of the draft
 * (https://webmachinelearning.github.io/webmcp/) in the behaviour of Chromium 156, which differs
 * from the draft in how results become text and in what fails with which error. One set of browser
 * tests runs against this file and against the native object.
 *
 * It covers one document: tools of other frames, permission policy and `exposedTo` (checked, then
 * ignored) need the browser. It never replaces what is there, and offers nothing the draft dropped.
 */

import { announce, applyTo, asInterface, Controller, dictionary, failAs, fromJson } from './idl.js';
import { handlerAttribute, inTask, isAborted, isObject, jsonOf, Later, memberOf } from './idl.js';
import { mistyped, onAbort, optionalObject, ownMap, parseAddress, PlainEvent } from './idl.js';
import { realm, requiredFunction, requiredString, requireSecure, serialise } from './idl.js';
import { setMember, signalOf, sortItems, stringSequence, wellFormed } from './idl.js';

const sourceOf = Function.prototype.toString;
const TOOL_NAME = /^[\w.-]{1,128}$/;
/** Marks a prototype as ours, for another copy of this file on the same page too. */
const SHIM_MARK = Symbol.for('site-agent.shim');

/**
 * @typedef {object} Entry a registered tool
 * @property {Record<string, boolean> | undefined} annotations
 * @property {string} description
 * @property {Function} execute
 * @property {any} schema the given object, then its JSON as it was while registering
 * @property {string} name
 * @property {string} title
 */

/** Outside a browser there is no origin, and a call still needs one. */
const ownOrigin = () => (realm.document ? realm.origin : 'https://page.invalid');

/** @type {(value: any) => string} */
const titleOf = (value) => (value === undefined ? '' : wellFormed(requiredString(value, 'title')));

/** A document that left its frame can neither offer nor run tools. */
const requireActive = () => {
  if (realm.document && !realm.document.defaultView) {
    failAs('InvalidStateError', 'The document is not active');
  }
};

/** @type {(value: any) => Record<string, boolean> | undefined} */
const hintsOf = (value) => {
  if (value === undefined) return undefined;
  const { consequentialHint, debugging, readOnlyHint, untrustedContentHint } = dictionary(
    value,
    'annotations',
  );
  return {
    consequentialHint: !!consequentialHint,
    debugging: !!debugging,
    readOnlyHint: !!readOnlyHint,
    untrustedContentHint: !!untrustedContentHint,
  };
};

/**
 * What a tool returned, as the text that Chromium makes of it.
 * @type {(value: any) => string | null}
 */
const resultText = (value) => {
  if (typeof value === 'string') {
    return value === wellFormed(value) ? value || 'Operation succeeded' : null;
  }
  return `${isObject(value) ? jsonOf(value) : value}`;
};

/**
 * Runs a tool on a copy of its input. Its own reason to fail stays in the console, as it does with
 * the native object.
 * @param {Function} execute
 * @param {string} input
 * @param {AbortSignal} signal
 */
async function invokeTool(execute, input, signal) {
  const copy = fromJson(input);
  if (!isObject(copy)) failAs('UnknownError', 'Failed to parse input arguments');
  try {
    return resultText(await applyTo(execute, undefined, [copy, { signal }]));
  } catch (reason) {
    realm.console?.error('WebMCP tool execution failed:', reason);
    return failAs('UnknownError', 'The tool was run and failed; the console has its reason');
  }
}

/** @type {(context: EventTarget) => Promise<void>} */
const toolsChanged = (context) => inTask(() => announce(context, new PlainEvent('toolchange')));

/**
 * An event with a tool's name. A class that stands at a key keeps that name through minifying.
 * @type {(name: string) => any}
 */
const toolEvent = (name) => {
  const type = {
    [name]: class extends PlainEvent {
      #toolName;
      /** @param {string} type @param {any} [init] */
      constructor(type, init = undefined) {
        if (!arguments.length) mistyped('The type is missing');
        super(type, init);
        const given = init?.toolName;
        this.#toolName = given === undefined ? '' : `${given}`;
      }
      get toolName() {
        return this.#toolName;
      }
    },
  }[name];
  asInterface(type, ['toolName']);
  return type;
};

const ToolActivatedEvent = toolEvent('ToolActivatedEvent');
const ToolCancelEvent = toolEvent('ToolCancelEvent');

/**
 * One call. The tool starts in a task of its own and is announced in the next, when its microtasks
 * are through; an abort that comes before is announced after, and does not keep the tool from
 * starting.
 * @param {EventTarget} context
 * @param {() => Entry | undefined} find
 * @param {string} input
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<string | null>}
 */
function runTool(context, find, input, signal) {
  const controller = new Controller();
  let toolName = '';
  const start = async () => {
    const [result] = await inTask(() => {
      const entry = find() ?? failAs('UnknownError', 'The tool is gone');
      toolName = entry.name;
      const running = invokeTool(entry.execute, input, controller.signal);
      // Nobody looks at it before the next task; failing until then is not "unhandled".
      running.catch(() => {});
      return [running];
    });
    await inTask(() => announce(context, new ToolActivatedEvent('toolactivated', { toolName })));
    return () => result;
  };
  return new Later((resolve, reject) => {
    const started = start();
    const stop = onAbort(signal, () => {
      stop();
      reject(signal?.reason);
      started.then(
        () =>
          inTask(() => {
            controller.abort();
            announce(context, new ToolCancelEvent('toolcancel', { toolName }));
          }),
        () => {},
      );
    });
    started
      .then((result) => result())
      .then(resolve, reject)
      .then(stop);
  });
}

let constructible = false;

const { ModelContext } = {
  ModelContext: class extends EventTarget {
    /** @type {Map<string, Entry>} */
    #tools = ownMap();
    constructor() {
      if (!constructible) mistyped('Illegal constructor');
      super();
    }

    /** @param {any} tool */
    async registerTool(tool) {
      const tools = this.#tools;
      const given = dictionary(tool, 'The tool');
      /** @type {Entry} */
      const entry = {
        annotations: hintsOf(given.annotations),
        description: requiredString(given.description, 'description'),
        execute: requiredFunction(given.execute, 'execute'),
        schema: optionalObject(given.inputSchema, 'inputSchema'),
        name: requiredString(given.name, 'name'),
        title: titleOf(given.title),
      };
      const options = dictionary(arguments[1], 'options');
      const exposedTo = stringSequence(options.exposedTo, 'exposedTo');
      const signal = signalOf(options);
      const { name, description } = entry;

      requireActive();
      if (tools.has(name)) failAs('InvalidStateError', `Duplicate tool name: ${name}`);
      if (!TOOL_NAME.test(name)) failAs('InvalidStateError', `Not a tool name: ${name}`);
      if (!description) failAs('InvalidStateError', `${name} has no description`);
      entry.schema &&= serialise(entry.schema);
      if (isAborted(signal)) throw signal?.reason;
      requireSecure(exposedTo);

      // Chromium lists such a description as an empty one.
      if (description !== wellFormed(description)) entry.description = '';
      tools.set(name, entry);
      onAbort(signal, () => {
        if (tools.get(name) === entry) {
          tools.delete(name);
          toolsChanged(this);
        }
      });
      await toolsChanged(this);
      if (isAborted(signal)) throw signal?.reason;
    }

    async getTools() {
      const tools = this.#tools;
      const options = dictionary(arguments[0], 'options');
      const fromOrigins = stringSequence(options.fromOrigins, 'fromOrigins');
      requireActive();
      requireSecure(fromOrigins);

      /** @type {string[]} */
      const names = [];
      tools.forEach((_, name) => (names[names.length] = name));
      applyTo(sortItems, names, []);

      const list = [];
      for (const name of names) {
        const { annotations, description, schema, title } = /** @type {Entry} */ (tools.get(name));
        const inputSchema = schema && fromJson(schema);
        // Chromium registers a tool whose schema is no object in JSON, and does not list it.
        if (schema && !isObject(inputSchema)) continue;
        list[list.length] = {
          ...(annotations && { annotations: { ...annotations } }),
          description,
          ...(schema && { inputSchema }),
          name,
          origin: ownOrigin(),
          title,
          window: realm,
        };
      }
      return list;
    }

    /** @param {any} tool @returns {Promise<string | null>} */
    async executeTool(tool) {
      const tools = this.#tools;
      const given = dictionary(tool, 'The tool');
      hintsOf(given.annotations);
      requiredString(given.description, 'description');
      optionalObject(given.inputSchema, 'inputSchema');
      const name = requiredString(given.name, 'name');
      const origin = requiredString(given.origin, 'origin');
      titleOf(given.title);
      const { window } = given;
      if (window !== realm && window?.window !== window) mistyped('window is not a Window');
      const input = optionalObject(arguments[1], 'The input') ?? {};
      const signal = signalOf(dictionary(arguments[2], 'options'));

      requireActive();
      const url = parseAddress(origin);
      if (!url || (url.origin === 'null' && url.protocol !== 'file:')) {
        failAs('NotSupportedError', `Tools of this origin cannot be run: ${origin}`);
      }
      const json = serialise(input);
      if (window !== realm && window.closed) failAs('InvalidStateError', 'The frame is detached');
      if (isAborted(signal)) throw signal?.reason;
      if (window !== realm || url?.origin !== ownOrigin() || !tools.has(name)) {
        failAs('UnknownError', `Tool not found: ${name}`);
      }

      return await runTool(this, () => tools.get(name), json, signal);
    }
  },
};

asInterface(ModelContext, ['executeTool', 'getTools', 'registerTool']);
handlerAttribute(ModelContext, 'toolchange');
handlerAttribute(ModelContext, 'toolactivated');
handlerAttribute(ModelContext, 'toolcancel');
setMember(ModelContext.prototype, SHIM_MARK, { value: true });

/**
 * A context of its own that belongs to no document, for tests and for tools that a page keeps to
 * itself.
 */
export function createModelContext() {
  constructible = true;
  try {
    return new ModelContext();
  } finally {
    constructible = false;
  }
}

/** Whether the object came from this file, in whatever copy. @type {(object: any) => boolean} */
export const isShim = (object) => isObject(object) && object[SHIM_MARK] === true;

/** Whether the browser itself brings `document.modelContext`. */
export function hasNativeModelContext() {
  const getter = realm.Document && memberOf(realm.Document.prototype, 'modelContext')?.get;
  return !!getter && /\[native code]\s*}$/.test(applyTo(sourceOf, getter, []));
}

/**
 * Gives the document a `modelContext` unless it has one, and returns what it has. As in browsers
 * there is none in an insecure context, that is on plain http beyond localhost.
 * @returns {any}
 */
export function installShim() {
  const { document, Document } = realm;
  if (document && !('modelContext' in document) && realm.isSecureContext) {
    const context = createModelContext();
    const accessor = {
      get modelContext() {
        if (/** @type {any} */ (this) === document) return context;
        return this instanceof Document ? undefined : mistyped('Illegal invocation');
      },
    };
    const members = memberOf(accessor, 'modelContext') ?? {};
    setMember(Document.prototype, 'modelContext', members);
    for (const value of [ModelContext, ToolActivatedEvent, ToolCancelEvent]) {
      setMember(realm, value.name, { value, writable: true, configurable: true });
    }
  }
  return document?.modelContext;
}
