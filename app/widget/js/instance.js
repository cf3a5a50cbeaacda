/**
 * The wasm instance that all sessions of this module share: how it is loaded, how it is called, and
 * how it ends. A trap never reaches the page; after one, nothing in the instance can be trusted.
 */

import * as wasm from './glue.js';
import { Address } from './kept.js';
import { onSeenPress } from './press.js';
import { currentMs, randomHex } from './primitives.js';
import { matches, moduleAt, watchForTraps } from './realm.js';

export { wasm };

const WASM = '__SA_WASM__';

/** @type {Promise<void> | undefined} */
let booted;
let isLoaded = false;
let onEnd = () => {};

/**
 * @param {(id: number, kind: string, ticket: number, text: string) => void} effect
 * @param {() => void} onTrap
 * @returns {Promise<void>} the instance is there; a fresh one after a trap
 */
export async function ready(effect, onTrap) {
  onEnd = onTrap;
  booted ??= boot(effect);
  try {
    await booted;
  } catch (error) {
    booted = undefined;
    throw error;
  }
}

/** @param {(id: number, kind: string, ticket: number, text: string) => void} effect */
async function boot(effect) {
  if (isLoaded) {
    wasm.__wbg_reset_state();
  } else {
    wasm.initSync({ module: await moduleAt(new Address(WASM, import.meta.url)) });
    isLoaded = true;
    watchForTraps(WASM.slice(0, -'.wasm'.length), trap);
  }
  wasm.bind({ effect, now: currentMs, nonce: randomHex, matches, onSeenPress });
}

/** @param {unknown} error */
function trap(error) {
  console.error('site-agent:', error);
  booted = undefined;
  onEnd();
}

/**
 * @template T
 * @param {() => T} ask a call into wasm
 * @param {T} otherwise when it traps
 * @returns {T}
 */
export function guard(ask, otherwise) {
  try {
    return ask();
  } catch (error) {
    trap(error);
    return otherwise;
  }
}
