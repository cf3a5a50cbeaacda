/**
 * What the tab remembers of storing: what the visitor said, what was stored and can be deleted, and
 * where the arguments of calls under way hold secrets. Where the tab keeps nothing, nobody is asked
 * and nothing is stored, since each page would ask anew.
 */

import { toJson } from './json.js';
import { parseJson } from './kept.js';
import { bare } from './own.js';
import { isArray } from './primitives.js';
import { keepSnapshot, keptSnapshot } from './storage.js';

/**
 * @typedef {import('./store-requests.js').Stored} Stored
 * @typedef {'asked' | 'yes' | 'no'} Said `asked`: and did not answer yet, which is no yes
 * @typedef {{ said?: Said, stored: Stored[], secrets: Record<string, string[]> }} Remembered
 */

export class StoreMemory {
  #key;

  /** @param {string} key */
  constructor(key) {
    this.#key = key;
    this.change({});
  }

  /** Whether the tab keeps what it is given. */
  get works() {
    return keptSnapshot(this.#key) !== undefined;
  }

  /** @returns {Remembered} */
  read() {
    try {
      const { said, stored, secrets } = bare(parseJson(keptSnapshot(this.#key) ?? '{}'));
      return { said, stored: isArray(stored) ? stored : [], secrets: bare(secrets) };
    } catch {
      return { said: 'no', stored: [], secrets: bare() };
    }
  }

  /** @param {Partial<Remembered>} change */
  change(change) {
    keepSnapshot(this.#key, toJson({ ...this.read(), ...change }));
  }
}
