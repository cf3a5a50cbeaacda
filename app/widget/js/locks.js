/**
 * One call at a time per (window, tool), across all agents of a page. The browser mixes up two
 * calls of one form: the first is orphaned, or gets the second's result.
 */

import { bare } from './own.js';
import { define } from './primitives.js';

const SHARED = Symbol.for('site-agent');

/** @typedef {{ turns?: WeakMap<object, Map<string, Promise<void>>> }} Shared */

/** @returns {WeakMap<object, Map<string, Promise<void>>>} the page's one table of turns */
function turnTable() {
  const page = /** @type {Record<symbol, Shared | undefined>} */ (
    /** @type {unknown} */ (globalThis)
  );
  let shared = page[SHARED];
  if (shared === undefined) {
    shared = /** @type {Shared} */ (bare());
    const slot = { value: shared, configurable: true, writable: true };
    define(globalThis, SHARED, bare(slot));
  }
  shared.turns ??= new WeakMap();
  return shared.turns;
}

/**
 * Runs `work` after all earlier work for the same window and tool has ended, well or not.
 * @template T
 * @param {object} owner the window
 * @param {string} name the tool
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(owner, name, work) {
  const table = turnTable();
  let names = table.get(owner);
  if (names === undefined) {
    names = new Map();
    table.set(owner, names);
  }
  const queue = names;
  const before = queue.get(name);
  const mine = before === undefined ? work() : before.then(work);
  const over = () => {
    if (queue.get(name) === ended) queue.delete(name);
  };
  const ended = mine.then(over, over);
  queue.set(name, ended);
  return mine;
}
