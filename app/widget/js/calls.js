/**
 * How the shim runs a tool: the part of `document.modelContext` that only an agent needs, loaded
 * with its first call.
 */

import { announce, applyTo, Controller, dictionary, failAs, fromJson, hintsOf } from './idl.js';
import { isAborted, isObject, Later, mistyped, nextTask, onAbort, optionalObject } from './idl.js';
import { ownOrigin, parseAddress, realm, requireActive, requiredString, serialise } from './idl.js';
import { signalOf, titleOf } from './idl.js';
import { resultText } from './results.js';

/**
 * @typedef {import('./model-context.js').Entry} Entry
 * @typedef {import('./model-context.js').Tools} Tools
 * @typedef {new (type: string, init: { toolName: string }) => Event} ToolEvent
 * @typedef {object} Place where a call was made
 * @property {EventTarget} context
 * @property {Tools} tools
 * @property {ToolEvent} Activated
 * @property {ToolEvent} Cancel
 */

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
    const text = resultText(await applyTo(execute, undefined, [copy, { signal }]));
    return text === '' ? 'Operation succeeded' : text;
  } catch (reason) {
    realm.console?.error('WebMCP tool execution failed:', reason);
    return failAs('UnknownError', 'The tool was run and failed; the console has its reason');
  }
}

/**
 * One call. The tool starts in a task of its own and is announced in the next, when its microtasks
 * are through; an abort that comes before is announced after, and does not keep the tool from
 * starting.
 * @param {Place} place
 * @param {string} name
 * @param {string} input
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<string | null>}
 */
function runTool({ context, tools, Activated, Cancel }, name, input, signal) {
  const controller = new Controller();
  const start = async () => {
    await nextTask();
    const entry = tools[name] ?? failAs('UnknownError', `Tool not found: ${name}`);
    const { execute, submit } = entry;
    const running = submit
      ? submit(input, controller.signal)
      : invokeTool(execute, input, controller.signal);
    // Nobody looks at it before the next task; failing until then is not "unhandled".
    running.catch(() => {});
    await announce(context, new Activated('toolactivated', { toolName: name }));
    return () => running;
  };
  return new Later((resolve, reject) => {
    const started = start();
    const stop = onAbort(signal, () => {
      stop();
      reject(signal?.reason);
      started.then(
        async () => {
          await nextTask();
          controller.abort();
          announce(context, new Cancel('toolcancel', { toolName: name }));
        },
        () => {},
      );
    });
    started
      .then((result) => result())
      .then(resolve, reject)
      .then(stop);
  });
}

/**
 * @param {ArrayLike<any>} given the arguments of `executeTool`
 * @param {Place} place
 * @param {() => Promise<void> | void} look brings the forms that are tools up to date
 * @returns {Promise<string | null>}
 */
export async function executeTool(given, place, look) {
  const tool = dictionary(given[0], 'tool');
  hintsOf(tool.annotations);
  requiredString(tool.description, 'description');
  optionalObject(tool.inputSchema, 'inputSchema');
  const name = requiredString(tool.name, 'name');
  const origin = requiredString(tool.origin, 'origin');
  titleOf(tool.title);
  const { window } = tool;
  if (window !== realm && window?.window !== window) mistyped('window');
  const input = optionalObject(given[1], 'input') ?? {};
  const signal = signalOf(dictionary(given[2], 'options'));

  requireActive();
  const url = parseAddress(origin);
  if (!url || (url.origin === 'null' && url.protocol !== 'file:')) {
    failAs('NotSupportedError', `Tools of this origin cannot be run: ${origin}`);
  }
  const json = serialise(input);
  if (window !== realm && window.closed) failAs('InvalidStateError', 'The frame is detached');
  if (isAborted(signal)) throw signal?.reason;
  const looking = look();
  if (looking) {
    await looking;
    if (isAborted(signal)) throw signal?.reason;
  }
  if (window !== realm || url?.origin !== ownOrigin() || !(name in place.tools)) {
    failAs('UnknownError', `Tool not found: ${name}`);
  }
  return await runTool(place, name, json, signal);
}
