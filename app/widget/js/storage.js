/**
 * Where a conversation waits while the page goes from one address to the next: the tab's
 * sessionStorage. It may be blocked, full or absent; then nothing is kept, and nothing breaks. A
 * session without a key keeps nothing.
 *
 * A tab that is opened as a copy of another gets a copy of its storage, while the other page goes
 * on. So a page that goes away says so: only then may its run go on elsewhere.
 */

/** A snapshot that is larger is not kept. */
const MAX_CHARS = 200_000;

/** @param {string | undefined} key */
const leftKey = (key) => key && `${key}:left`;

/**
 * @param {string | undefined} key
 * @param {string | undefined} text nothing: what is there goes
 */
function write(key, text) {
  if (key === undefined) return;
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Blocked or full.
  }
}

/**
 * @param {string | undefined} key
 * @param {string} snapshot
 */
export function keepSnapshot(key, snapshot) {
  write(key, snapshot.length > MAX_CHARS ? undefined : snapshot);
}

/**
 * @param {string | undefined} key
 * @returns {string | undefined}
 */
export function keptSnapshot(key) {
  try {
    return (key && sessionStorage.getItem(key)) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * This page goes away.
 * @param {string | undefined} key
 */
export function leaveTab(key) {
  write(leftKey(key), 'left');
}

/**
 * This page goes on with what is kept.
 * @param {string | undefined} key
 * @returns {boolean} whether the page that kept it had gone away
 */
export function takeTab(key) {
  const isLeft = keptSnapshot(leftKey(key)) !== undefined;
  write(leftKey(key), undefined);
  return isLeft;
}
