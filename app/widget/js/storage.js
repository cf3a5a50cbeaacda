/**
 * Where a conversation waits while the page goes from one address to the next: the tab's
 * sessionStorage. It may be blocked, full or absent; then nothing is kept, and nothing breaks.
 */

/** A snapshot that is larger is not kept. */
const MAX_CHARS = 200_000;

/**
 * @param {string} key
 * @param {string} snapshot
 */
export function keepSnapshot(key, snapshot) {
  try {
    if (snapshot.length > MAX_CHARS) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, snapshot);
  } catch {
    // Blocked or full.
  }
}

/**
 * @param {string} key
 * @returns {string | undefined}
 */
export function keptSnapshot(key) {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
