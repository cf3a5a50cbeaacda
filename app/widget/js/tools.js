/**
 * What an agent does with `document.modelContext` where the shim gave it: listing tools and running
 * them. Loaded when somebody asks for the first time, and then what makes tools of forms, if there
 * is such a form.
 */

import { announce, dictionary, failAs, hintsOf } from './idl.js';
import { isAborted, isObject, mistyped, nextTask, onAbort, optionalObject } from './idl.js';
import { ownOrigin, realm, requiredString, serialise, signalOf } from './idl.js';
import { stringSequence, titleOf } from './idl.js';
import { Aborter, Address, kept, parseJson, Pledge } from './kept.js';
import { applyTo, bare, given } from './own.js';
import { resultText } from './results.js';

export { serialise } from './idl.js';
export { adopt } from './kept.js';

/** Chromium's words, which it has for whatever a tool threw. */
const FAILED =
  'Tool was executed but the invocation failed. For example, the script function threw an error';

const NESTED = /^(blob|filesystem):/;
const SECURE =
  /^((https|wss|file|chrome|chrome-extension):|.*:((.*\.)?localhost\.?|127(\.\d+){3}|\[::1])$)/;

const sortItems = Array.prototype.sort;

/**
 * @typedef {import('./model-context.js').Entry} Entry
 * @typedef {import('./model-context.js').Tools} Tools
 * @typedef {import('./model-context.js').Place} Place
 */

/** @type {Promise<void> | undefined} while what makes tools of forms is on its way */
let bringingForms;
/** @type {(() => void) | undefined} brings the forms that are tools up to date, once it is there */
let lookAtForms;

/** Before a name is taken: whether it is free. */
export const refreshForms = () => lookAtForms?.();

/**
 * Forms are tools of the document's own context. Without what makes tools of them, the other tools
 * are there still.
 * @param {Place} place
 * @returns {Promise<void> | void}
 */
function formsOf({ context, isOwn, tools }) {
  if (!isOwn) return undefined;
  if (lookAtForms) return lookAtForms();
  if (!bringingForms && document.querySelector('form[toolname]')) {
    bringingForms = import(new Address('./form-tools.js', import.meta.url).href).then(
      ({ adopt, formTools }) => {
        adopt(kept());
        lookAtForms = formTools(context, tools);
      },
      () => {
        bringingForms = undefined;
      },
    );
  }
  return bringingForms;
}

/** @type {(value: string) => URL | undefined} */
function parseAddress(value) {
  try {
    return new Address(value);
  } catch {
    return undefined;
  }
}

/** @param {string[]} origins what `exposedTo` and `fromOrigins` name */
export function requireSecure(origins) {
  for (const origin of origins) {
    let url = parseAddress(origin);
    if (url && NESTED.test(origin)) url = parseAddress(url.origin);
    if (!url || !SECURE.test(url.protocol + url.hostname)) {
      failAs('SecurityError', `Not a secure origin: ${origin}`);
    }
  }
}

/**
 * @param {ArrayLike<any>} passed the arguments of `getTools`
 * @param {Place} place
 */
export async function getTools(passed, place) {
  const { tools } = place;
  const fromOrigins = given(dictionary(passed[0], 'options'), 'fromOrigins');
  requireSecure(stringSequence(fromOrigins, 'fromOrigins'));
  const looking = formsOf(place);
  if (looking) await looking;

  /** @type {string[]} */
  const names = [];
  for (const name in tools) names[names.length] = name;
  applyTo(sortItems, names, []);

  const list = [];
  for (const name of names) {
    const { annotations, description, schema, title } = tools[name];
    const inputSchema = schema && parseJson(schema);
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

/**
 * Runs a tool on a copy of its input. Its own reason to fail stays in the console, as it does with
 * the native object.
 * @param {Function} execute
 * @param {string} input
 * @param {AbortSignal} signal
 */
async function invokeTool(execute, input, signal) {
  const copy = parseJson(input);
  if (!isObject(copy)) failAs('UnknownError', 'Failed to parse input arguments');
  try {
    const text = resultText(await applyTo(execute, undefined, [copy, { signal }]));
    return text === '' ? 'Operation succeeded' : text;
  } catch (reason) {
    realm.console?.error('WebMCP tool execution failed:', reason);
    return failAs('UnknownError', FAILED);
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
  const controller = new Aborter();
  const start = async () => {
    await nextTask();
    const entry = tools[name] ?? failAs('UnknownError', `Tool not found: ${name}`);
    const { execute, submit } = bare(entry);
    const running = submit
      ? submit(input, controller.signal)
      : invokeTool(execute, input, controller.signal);
    // Nobody looks at it before the next task; failing until then is not "unhandled".
    running.catch(() => {});
    await announce(context, new Activated('toolactivated', bare({ toolName: name })));
    return () => running;
  };
  return new Pledge((resolve, reject) => {
    const started = start();
    const stop = onAbort(signal, () => {
      stop();
      reject(signal?.reason);
      started.then(
        async () => {
          await nextTask();
          controller.abort();
          announce(context, new Cancel('toolcancel', bare({ toolName: name })));
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
 * @param {ArrayLike<any>} passed the arguments of `executeTool`
 * @param {Place} place
 * @returns {Promise<string | null>}
 */
export async function executeTool(passed, place) {
  const tool = dictionary(passed[0], 'tool');
  hintsOf(given(tool, 'annotations'));
  requiredString(given(tool, 'description'), 'description');
  optionalObject(given(tool, 'inputSchema'), 'inputSchema');
  const name = requiredString(given(tool, 'name'), 'name');
  const origin = requiredString(given(tool, 'origin'), 'origin');
  titleOf(given(tool, 'title'));
  const window = given(tool, 'window');
  if (window !== realm && window?.window !== window) mistyped('window');
  const input = optionalObject(passed[1], 'input') ?? {};
  const signal = signalOf(dictionary(passed[2], 'options'));

  const url = parseAddress(origin);
  if (!url || (url.origin === 'null' && url.protocol !== 'file:')) {
    failAs('NotSupportedError', `Tools of this origin cannot be run: ${origin}`);
  }
  const json = serialise(input);
  if (window !== realm && window.closed) failAs('InvalidStateError', 'The frame is detached');
  if (isAborted(signal)) throw signal?.reason;
  const looking = formsOf(place);
  if (looking) {
    await looking;
    if (isAborted(signal)) throw signal?.reason;
  }
  if (window !== realm || url?.origin !== ownOrigin() || !(name in place.tools)) {
    failAs('UnknownError', `Tool not found: ${name}`);
  }
  return await runTool(place, name, json, signal);
}
