/**
 * `document.modelContext` for browsers without WebMCP, in the behaviour of Chromium 156, which
 * differs from the draft (https://webmachinelearning.github.io/webmcp/) in how results become text
 * and in what fails with which error. One set of browser tests runs against this and against the
 * native object.
 *
 * Here is what a page does while it loads. What an agent does, listing tools and running them, comes
 * in a file of its own (`tools.js`) when somebody asks for the first time.
 *
 * It covers one document: tools of other frames, permission policy and `exposedTo` (checked, then
 * ignored) need the browser. It never replaces what is there, and offers nothing the draft dropped.
 */

import { announce, asInterface, dictionary, failAs, handlerAttribute, hintsOf } from './idl.js';
import { isAborted, memberOf, mistyped, onAbort, optionalObject, PlainEvent } from './idl.js';
import { realm, requireActive, requiredString, serialise } from './idl.js';
import { setMember, signalOf, stringSequence, titleOf, wellFormed } from './idl.js';
import { isNative, jsonOf, kept } from './kept.js';
import { SHIM_MARK } from './mark.js';
import { bare, given } from './own.js';

const TOOL_NAME = /^[\w.-]{1,128}$/;

/**
 * @typedef {object} Entry a registered tool
 * @property {Record<string, boolean> | undefined} annotations
 * @property {string} description
 * @property {Function} execute
 * @property {any} schema the given object, then its JSON as it was while registering
 * @property {string} name
 * @property {string} title
 * @property {(input: string, signal: AbortSignal) => Promise<string | null>} [submit] of a form, in
 *   place of `execute`
 * @typedef {Record<string, Entry>} Tools without a prototype: any name may be one of a tool's
 * @typedef {object} Place what a context is made of
 * @property {EventTarget} context
 * @property {Tools} tools
 * @property {ToolEvent} Activated
 * @property {ToolEvent} Cancel
 * @property {boolean} [isOwn] it is the document's own
 * @typedef {new (type: string, init: { toolName: string }) => Event} ToolEvent
 * @typedef {(name: string) => Promise<any>} Bring
 */

/** @type {Bring} imports a later part by its name beside this file */
let bringPart;
/** @type {typeof import('./tools.js') | undefined} what an agent does, once it is there */
let part;

/** @param {Bring} bring */
export const bringWith = (bring) => {
  bringPart = bring;
};

/** @type {(context: EventTarget) => Promise<void>} */
const toolsChanged = (context) => announce(context, new PlainEvent('toolchange'));

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
        if (!arguments.length) mistyped('type');
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

/** Only who has it makes a context. */
const KEY = {};

const { ModelContext } = {
  ModelContext: class extends EventTarget {
    /** @type {Place} */
    #place;
    constructor() {
      if (arguments[0] !== KEY) mistyped('constructor');
      super();
      this.#place = {
        context: this,
        tools: bare(),
        Activated: ToolActivatedEvent,
        Cancel: ToolCancelEvent,
        isOwn: arguments[1],
      };
    }

    /** @param {any} tool */
    async registerTool(tool) {
      const { tools } = this.#place;
      tool = dictionary(tool, 'tool');
      /** @type {Entry} */
      const entry = {
        annotations: hintsOf(given(tool, 'annotations')),
        description: requiredString(tool.description, 'description'),
        execute: tool.execute,
        schema: undefined,
        name: '',
        title: '',
      };
      if (typeof entry.execute !== 'function') mistyped('execute');
      entry.schema = optionalObject(tool.inputSchema, 'inputSchema');
      entry.name = requiredString(tool.name, 'name');
      entry.title = titleOf(tool.title);
      const options = dictionary(arguments[1], 'options');
      const exposedTo = stringSequence(options.exposedTo, 'exposedTo');
      const signal = signalOf(options);
      const { name, description } = entry;

      requireActive();
      part?.refreshForms();
      /** @type {(why: string) => never} */
      const refuse = (why) => failAs('InvalidStateError', `${why}: ${name}`);
      if (name in tools) refuse('Duplicate name');
      if (!TOOL_NAME.test(name)) refuse('Not a name');
      if (!description) refuse('No description');
      // What few pages need is in the part that comes later.
      const lister = exposedTo.length || !isNative(jsonOf) ? await this.#bring() : undefined;
      entry.schema &&= (lister?.serialise ?? serialise)(entry.schema);
      if (isAborted(signal)) throw signal?.reason;
      lister?.requireSecure(exposedTo);
      if (name in tools) refuse('Duplicate name');

      // Chromium lists such a description as an empty one.
      if (description !== wellFormed(description)) entry.description = '';
      tools[name] = entry;
      onAbort(signal, () => {
        if (tools[name] === entry) {
          delete tools[name];
          toolsChanged(this);
        }
      });
      await toolsChanged(this);
      if (isAborted(signal)) throw signal?.reason;
    }

    async #bring() {
      if (!part) {
        part = await bringPart('./tools.js');
        part?.adopt(kept());
      }
      return part;
    }

    /**
     * Hands a question on; at once, when the part that answers is there.
     * @param {'getTools' | 'executeTool'} what
     * @param {ArrayLike<any>} given
     * @returns {Promise<any>}
     */
    async #ask(what, given) {
      requireActive();
      return (part ?? (await this.#bring()))?.[what](given, this.#place);
    }

    async getTools() {
      return this.#ask('getTools', arguments);
    }

    /** @param {any} _tool @returns {Promise<string | null>} */
    async executeTool(_tool) {
      return this.#ask('executeTool', arguments);
    }
  },
};

asInterface(ModelContext, ['executeTool', 'getTools', 'registerTool']);
for (const event of ['toolchange', 'toolactivated', 'toolcancel']) {
  handlerAttribute(ModelContext, event);
}
setMember(ModelContext.prototype, SHIM_MARK, { value: true });

/**
 * A context of its own that belongs to no document, for tests and for tools that a page keeps to
 * itself.
 */
export const createModelContext = (isOwn = false) =>
  new /** @type {any} */ (ModelContext)(KEY, isOwn);

/**
 * Gives the document a `modelContext` unless it has one, and returns what it has. As in browsers
 * there is none in an insecure context, that is on plain http beyond localhost.
 * @returns {any}
 */
export function installShim() {
  const { document, Document } = realm;
  if (document && !('modelContext' in document) && realm.isSecureContext) {
    const context = createModelContext(true);
    const accessor = {
      get modelContext() {
        if (/** @type {any} */ (this) === document) return context;
        return this instanceof Document ? undefined : mistyped('this');
      },
    };
    const members = /** @type {PropertyDescriptor} */ (memberOf(accessor, 'modelContext'));
    // Some pages freeze what the browser brings.
    const { prototype } = Document;
    setMember(Object.isExtensible(prototype) ? prototype : document, 'modelContext', members);
    for (const value of [ModelContext, ToolActivatedEvent, ToolCancelEvent]) {
      setMember(realm, value.name, { value, writable: true, configurable: true });
    }
  }
  return document?.modelContext;
}
