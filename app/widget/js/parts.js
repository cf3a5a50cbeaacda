/**
 * What some sessions need beside this module, each a file of its own: what their models are made
 * with, and what stores their runs where the program says that runs are stored.
 */

import { expectInstructions } from './instructions.js';
import { Address, kept } from './kept.js';
import { expectMatcher } from './matcher.js';

/** @typedef {import('./options.js').HostOptions} HostOptions */

/**
 * Begins to load what a model needs.
 * @param {import('./models.js').Model} model
 */
export function expectPartsOf(model) {
  expectMatcher(model);
  expectInstructions(model);
}

/**
 * @param {HostOptions} options
 * @param {import('./sources.js').Source['peek']} peek
 * @returns {import('./store.js').Hear | undefined} hears what happens, where runs are stored
 */
export function storeFor(options, peek) {
  if (!options.hosted?.traces) return undefined;
  const part = import(new Address('./store.js', import.meta.url).href).then(({ adopt, Store }) => {
    adopt(kept());
    return new Store(options, peek);
  });
  // Where it does not come, nothing is stored.
  return (event, what) => void part.then((store) => store.hear(event, what)).catch(() => {});
}
