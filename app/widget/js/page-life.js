/**
 * The page goes away, and may come back from the browser's cache, where its conversation may have
 * gone on without it.
 */

import { keptSnapshot, leaveTab, takeTab } from './storage.js';

/**
 * @param {object} session
 * @param {() => string | undefined} session.key where the tab keeps its conversation
 * @param {() => string} session.snapshot the conversation, as it was last kept
 * @param {(kind: string) => unknown} session.send tells it `suspended` and `resumed`
 * @param {() => void} session.overtake another page has gone on with it
 * @returns {() => void} ends it
 */
export function followPage({ key, snapshot, send, overtake }) {
  const onHide = () => {
    send('suspended');
    leaveTab(key());
  };
  /** @param {Event} event */
  const onShow = (event) => {
    if (!(/** @type {PageTransitionEvent} */ (event).persisted)) return;
    if ((keptSnapshot(key()) ?? snapshot()) !== snapshot()) {
      overtake();
      return;
    }
    takeTab(key());
    send('resumed');
  };
  globalThis.addEventListener?.('pagehide', onHide);
  globalThis.addEventListener?.('pageshow', onShow);
  return () => {
    globalThis.removeEventListener?.('pagehide', onHide);
    globalThis.removeEventListener?.('pageshow', onShow);
  };
}
