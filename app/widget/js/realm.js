/**
 * What a session needs of the realm it runs in: regular expressions, in Node a file's bytes, and in
 * a page to hear of traps that no call of ours was under.
 */

import { request } from './kept.js';
import { findIn, Pattern } from './primitives.js';

/**
 * JSON Schema's `pattern`.
 * @param {string} pattern
 * @param {string} text
 * @returns {1 | 0 | -1} -1: not a pattern
 */
export function matches(pattern, text) {
  for (const flags of ['u', '']) {
    try {
      return findIn(new Pattern(pattern, flags), text) === null ? 0 : 1;
    } catch {
      // Many patterns in the field escape more than the `u` flag allows.
    }
  }
  return -1;
}

/**
/**
 * The wasm at an address, compiled.
 * @param {URL} address
 * @returns {Promise<WebAssembly.Module>}
 */
export async function moduleAt(address) {
  if (address.protocol === 'file:') {
    // Node cannot fetch a file. Not a literal: a bundler for browsers would look for it.
    const files = 'node:fs/promises';
    const { readFile } = await import(files);
    return WebAssembly.compile(await readFile(address));
  }
  // A text: what pages wrap around `fetch` often knows nothing else.
  const response = await request(address.href);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const isNamed = response.headers.get('content-type') === 'application/wasm';
  if (isNamed && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  // Served as something else, by a server that does not know the type.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What the glue says when a listener or timer of an instance that has ended is called. */
const STALE = 'Cannot invoke closure from previous WASM instance';

/**
 * The panel's own listeners are called by the browser, so a trap under one is an uncaught error of
 * the page. It ends here: only what the page had listening on `window` before hears of it.
 * @param {string} mark what the addresses of our files have in common
 * @param {(error: unknown) => void} onTrap
 */
export function watchForTraps(mark, onTrap) {
  /** @param {Event} event */
  const look = (event) => {
    const { error, reason } = /** @type {any} */ (event);
    const thrown = error ?? reason;
    const isTrap = thrown instanceof WebAssembly.RuntimeError;
    const isStale = thrown instanceof Error && thrown.message === STALE;
    if (!(isTrap || isStale) || !`${thrown.stack}`.includes(mark)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isTrap) onTrap(thrown);
  };
  globalThis.addEventListener?.('error', look, true);
  globalThis.addEventListener?.('unhandledrejection', look, true);
}
