/**
 * Where tools come from: the browser's own `document.modelContext`, the shim, an array of
 * descriptors, or any object with `getTools()` and `executeTool()`. A source lists tools without
 * their `window` and runs one by the handle that the last listing gave it.
 */

import { FormCall } from './forms.js';
import { Aborter, parseJson, Pledge } from './kept.js';
import { inTurn } from './locks.js';
import { applyTo, bare, given, hasOwn, picked } from './own.js';
import { define, describe, isArray, ownKeys } from './primitives.js';
import { toJson } from './json.js';
import { isShim } from './mark.js';

/**
 * @typedef {'native' | 'shim' | 'array' | 'custom'} SourceKind
 * @typedef {{ readOnlyHint?: boolean, untrustedContentHint?: boolean,
 *   consequentialHint?: boolean }} Annotations
 * @typedef {{ handle: number, name: string, title: string, description: string,
 *   inputSchema?: object | string, annotations?: Annotations, origin: string,
 *   source: SourceKind, frame: boolean, waitsForSubmit: boolean }} ListedTool
 * @typedef {{ name: string, reason: string }} DroppedTool
 * @typedef {{ tools: ListedTool[], dropped: DroppedTool[] }} ToolListing
 * @typedef {{ list(): Promise<ToolListing>, peek(): Promise<ToolListing>,
 *   call(handle: number, argumentsText: string, signal: AbortSignal): Promise<string | undefined>,
 *   onChange(listener: () => void): () => void }} Source
 */

/**
 * @param {unknown} tools of the owner: nothing, an array, or an object of `modelContext`'s form
 * @returns {Source}
 */
export function openSource(tools) {
  /** @type {Map<number, any>} */
  const known = new Map();
  const origin = typeof location === 'undefined' ? '' : location.origin;
  let handles = 0;

  /** @returns {Promise<{ listing: ToolListing, found: any[] }>} */
  async function look() {
    if (isArray(tools)) return arrange(tools, 'array', origin);
    const context = contextOf(tools);
    if (context === undefined) return arrange([], 'custom', origin);
    return arrange(await context.getTools(), kindOf(context, tools), origin);
  }

  return {
    async list() {
      const { listing, found } = await look();
      known.clear();
      for (let at = 0; at < found.length; at += 1) {
        handles += 1;
        listing.tools[at].handle = handles;
        known.set(handles, found[at]);
      }
      return listing;
    },
    async peek() {
      return (await look()).listing;
    },
    async call(handle, argumentsText, signal) {
      const tool = known.get(handle);
      if (tool === undefined) throw new Error('the tool is no longer there');
      if (isArray(tools)) {
        const passed = [parseJson(argumentsText), { signal }];
        return textOf(await raced(applyTo(given(tool, 'execute'), tool, passed), signal));
      }
      return callContext(contextOf(tools), tool, argumentsText, signal);
    },
    onChange(listener) {
      const context = isArray(tools) ? undefined : contextOf(tools);
      if (typeof given(context, 'addEventListener') !== 'function') return () => {};
      context.addEventListener('toolchange', listener);
      return () => context.removeEventListener('toolchange', listener);
    },
  };
}

/**
 * The context of this window's own document and of no other: merely reading `modelContext` of a
 * document without a frame crashes the tab. A page can shadow the property, so the getter is taken
 * from the prototype.
 * @param {unknown} tools
 * @returns {any}
 */
function contextOf(tools) {
  if (tools !== undefined && tools !== null) return tools;
  if (typeof document === 'undefined' || document.defaultView === null) return undefined;
  const native = bare(describe(globalThis.Document?.prototype ?? {}, 'modelContext')).get;
  if (native !== undefined) return applyTo(native, document, []);
  return 'modelContext' in document ? document.modelContext : undefined;
}

/**
 * @param {any} context
 * @param {unknown} tools
 * @returns {SourceKind} the `source` of its tools
 */
function kindOf(context, tools) {
  if (isShim(context)) return 'shim';
  if (tools === undefined || tools === null) return 'native';
  const native = typeof document === 'undefined' ? undefined : contextOf(undefined);
  return context === native ? 'native' : 'custom';
}

/**
 * Names become unique: the page's own document wins over its frames, the first over later ones.
 * @param {any} tools
 * @param {SourceKind} kind
 * @param {string} origin
 * @returns {{ listing: ToolListing, found: any[] }}
 */
function arrange(tools, kind, origin) {
  /** @type {ToolListing} */
  const listing = { tools: [], dropped: [] };
  /** @type {any[]} */
  const found = [];
  const owners = new Map();
  const count = tools.length;
  for (let pass = 0; pass < 2; pass += 1) {
    for (let at = 0; at < count; at += 1) {
      const tool = tools[at];
      const framed = isFramed(tool);
      if (framed !== (pass === 1)) continue;
      const fault = reasonToDrop(tool, kind);
      const owner = fault === undefined ? owners.get(tool.name) : undefined;
      if (fault !== undefined || owner !== undefined) {
        const reason =
          fault ??
          (framed && owner === 'page'
            ? 'same name in the top document'
            : 'same name listed before');
        listing.dropped.push({ name: `${given(tool, 'name')}`, reason });
        continue;
      }
      owners.set(tool.name, framed ? 'frame' : 'page');
      listing.tools.push(listed(tool, kind, framed, origin));
      found.push(tool);
    }
  }
  return { listing, found };
}

/**
 * Whether another window than this one declared it.
 * @param {any} tool
 */
function isFramed(tool) {
  const owner = given(tool, 'window');
  return owner !== undefined && owner !== null && owner !== globalThis.window;
}

/**
 * @param {any} tool
 * @param {string} kind
 * @returns {string | undefined} why it cannot be offered
 */
function reasonToDrop(tool, kind) {
  if (typeof tool !== 'object' || tool === null) return 'not a tool';
  const { name, execute, annotations } = picked(tool, ['name', 'execute', 'annotations']);
  if (typeof name !== 'string' || name === '') return 'without a name';
  if (kind === 'array' && typeof execute !== 'function') return 'without execute()';
  if (given(annotations, 'debugging') === true) return 'debugging';
  return undefined;
}

/** What of a tool is read. */
const SHOWN = ['title', 'description', 'inputSchema', 'annotations', 'origin'];

/**
 * @param {any} tool
 * @param {SourceKind} source
 * @param {boolean} framed
 * @param {string} here the page's own origin
 * @returns {ListedTool} known fields only: `window` stays behind
 */
function listed(tool, source, framed, here) {
  const { title, description, inputSchema: schema, annotations, origin } = picked(tool, SHOWN);
  const hasSchema = typeof schema === 'string' || (typeof schema === 'object' && schema !== null);
  return {
    handle: 0,
    name: tool.name,
    title: typeof title === 'string' ? title : '',
    description: typeof description === 'string' ? description : '',
    inputSchema: hasSchema ? schema : undefined,
    annotations: annotationsOf(annotations),
    origin: typeof origin === 'string' ? origin : here,
    source,
    frame: framed,
    waitsForSubmit: FormCall.of(tool)?.waits === true,
  };
}

/**
 * A hint that is not given is unknown, which is not false.
 * @param {any} annotations
 * @returns {Annotations | undefined}
 */
function annotationsOf(annotations) {
  if (typeof annotations !== 'object' || annotations === null) return undefined;
  /** @type {Record<string, boolean>} */
  const hints = {};
  for (const key of ['readOnlyHint', 'untrustedContentHint', 'consequentialHint']) {
    const hint = given(annotations, key);
    if (typeof hint === 'boolean') hints[key] = hint;
  }
  return hints;
}

/**
 * Runs a tool of a context once, after earlier calls of the same tool have ended.
 * @param {any} context
 * @param {any} tool
 * @param {string} argumentsText
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}
 */
function callContext(context, tool, argumentsText, signal) {
  return inTurn(given(tool, 'window') ?? context, tool.name, async () => {
    if (signal.aborted) throw new Error('stopped before it ran');
    const call = FormCall.of(tool)?.watch(context);
    // The browser reads it as options; an object of somebody's own may look for the tool it gave.
    const isPages = isShim(context) || context === contextOf(undefined);
    const passed = isPages ? bare(tool) : tool;
    // Not the caller's signal: a call whose form was taken over must never be aborted.
    const stop = new Aborter();
    const onAbort = () => {
      if (call === undefined || call.mayAbort()) stop.abort();
    };
    signal.addEventListener('abort', onAbort);
    try {
      const options = bare({ signal: stop.signal });
      const pending = context.executeTool(passed, inputOf(argumentsText), options);
      const result = await raced(pending, signal);
      return result === null ? undefined : textOf(result);
    } finally {
      signal.removeEventListener('abort', onAbort);
      call?.end();
    }
  });
}

/**
 * Input for every generation of `executeTool`: an object, whose text is its JSON for browsers that
 * take a string. A `toJSON` that the page put on all arrays or objects is covered up.
 * @param {string} argumentsText
 * @returns {object}
 */
function inputOf(argumentsText) {
  const input = parseJson(argumentsText);
  if (!hasOwn(input, 'toString')) define(input, 'toString', bare({ value: () => argumentsText }));
  coverToJson(input);
  return input;
}

/** @param {any} value */
function coverToJson(value) {
  if (typeof value !== 'object' || value === null) return;
  if ('toJSON' in value && !hasOwn(value, 'toJSON')) define(value, 'toJSON', bare({ value: undefined }));
  const keys = ownKeys(value);
  for (let at = 0; at < keys.length; at += 1) coverToJson(value[keys[at]]);
}

/**
 * @template T
 * @param {T | Promise<T>} pending
 * @param {AbortSignal} signal
 * @returns {Promise<T>} rejects at once when the signal aborts, whatever the tool does
 */
function raced(pending, signal) {
  return new Pledge((resolve, reject) => {
    const stop = () => reject(new Error('stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, bare({ once: true }));
    Pledge.resolve(pending).then(resolve, reject);
  });
}

/**
 * A result in the browser's way: strings as they are, `undefined` as the word, the rest as JSON.
 * @param {unknown} result
 */
function textOf(result) {
  if (typeof result === 'string') return result;
  return result === undefined ? 'undefined' : toJson(result);
}
