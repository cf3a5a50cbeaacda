/**
 * What pages replace, as it was when our first script ran. That script hands it on to the parts that
 * are loaded later, when the page's own scripts have run (`adopt`). What a page took even before is
 * had in another way, where there is one.
 */

/** Whether a function is not of the page's making. @type {(made: any) => boolean} */
export const isNative = (made) => /native code/.test(made);

/** Where they are the page's, `adopt` finds others. */
export let parseJson = globalThis.JSON.parse;
export let jsonOf = globalThis.JSON.stringify;
/** Where a name was taken by a variable of the page, the other one that the standard gives it. */
export let Address = /** @type {any} */ (globalThis).webkitURL ?? globalThis.URL;
/** Promises of async functions are the language's own, whatever `Promise` is. */
export let Pledge = /** @type {PromiseConstructor} */ ((async () => {})().constructor);
export let Aborter = globalThis.AbortController;
export let Watcher = globalThis.MutationObserver;
export let Sheet = globalThis.CSSStyleSheet;
export let startClock = globalThis.setTimeout;
export let stopClock = globalThis.clearTimeout;
export let request = globalThis.fetch;

/** All of it, for `adopt` of a part that is loaded later. */
export const kept = () =>
  /** @type {const} */ ([
    parseJson,
    jsonOf,
    Address,
    Pledge,
    Aborter,
    Watcher,
    Sheet,
    startClock,
    stopClock,
    request,
  ]);

export let isAdopted = false;

/**
 * Takes over what an earlier script of ours has kept: that of the first to say so.
 * @param {ReturnType<typeof kept>} given
 */
export function adopt(given) {
  if (isAdopted) return;
  isAdopted = true;
  [parseJson, jsonOf, Address, Pledge, Aborter, Watcher, Sheet, startClock, stopClock, request] = given;
  if (!isNative(parseJson) || !isNative(jsonOf)) takeJson();
}

/**
 * What an empty frame has, to which no script of the page came.
 * @template T
 * @param {(realm: any) => T} take
 * @returns {T}
 */
export function fromEmptyFrame(take) {
  const frame = document.createElement('iframe');
  document.documentElement.append(frame);
  const taken = take(frame.contentWindow);
  frame.remove();
  return taken;
}

/** Where the page has a JSON of its own. */
function takeJson() {
  const { parse, stringify } = fromEmptyFrame(({ JSON }) => JSON);
  // Objects for the page are instances of its own classes.
  const localise = globalThis.structuredClone ?? ((/** @type {any} */ value) => value);
  parseJson = (text) => localise(parse(text));
  jsonOf = stringify;
}
