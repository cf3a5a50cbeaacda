/**
 * Where a conversation waits while the page goes from one address to the next: the tab's
 * sessionStorage. It may be blocked, full or absent; then nothing is kept, and nothing breaks.
 */

import { currentMs } from './primitives.js';

/** A snapshot that is larger is not kept. */
const MAX_CHARS = 200_000;

/**
 * @param {string} key
 * @param {string} snapshot
 */
export function keepSnapshot(key, snapshot) {
  try {
    if (snapshot.length > MAX_CHARS) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, `${currentMs()} ${snapshot}`);
  } catch {
    // Blocked or full.
  }
}

/**
 * @param {string} key
 * @returns {{ snapshot: string, ageMs: number } | undefined}
 */
export function keptSnapshot(key) {
  try {
    const kept = sessionStorage.getItem(key);
    const space = kept === null ? -1 : kept.indexOf(' ');
    if (kept === null || space < 1) return undefined;
    const ageMs = currentMs() - Number(kept.slice(0, space));
    return ageMs >= 0 ? { snapshot: kept.slice(space + 1), ageMs } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} key */
export function dropSnapshot(key) {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}
