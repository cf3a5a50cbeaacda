/**
 * The press that allows a call: a person's, begun and ended on a button that had been there to be
 * seen. All of it is told by the browser and not by a clock that a page could set, nor by when we
 * hear of it: when the button first came into view, and the press's own time. The click alone would not do:
 * WebKit trusts the one that a label passes on when a script has clicked the label. Assistive
 * technology presses with the events of a mouse.
 */

import { bare } from './own.js';
import { describe, uncurried } from './primitives.js';

/** How long the button must have stood, in ms: a press that was meant for what was there is none. */
const SEEN_AFTER = 500;

const Eye = globalThis.IntersectionObserver;
const seenAt = getterOf(globalThis.IntersectionObserverEntry, 'time');
const isSeen = getterOf(globalThis.IntersectionObserverEntry, 'isIntersecting');
const listenTo = uncurried(EventTarget.prototype.addEventListener);
/** Some old libraries have an `Event` of their own. */
const timeOf = getterOf(globalThis.Event, 'timeStamp');

/**
 * @param {any} type
 * @param {string} name
 * @returns {(object: any) => any} reads that member, also where the page has put another there since
 */
function getterOf(type, name) {
  const { get } = bare(describe(type?.prototype ?? {}, name));
  return get ? uncurried(get) : (object) => object[name];
}

/**
 * @param {Element} button
 * @param {() => void} press
 */
export function onSeenPress(button, press) {
  let shown = Infinity;
  let isBegun = false;
  const eye = new Eye((entries) => {
    for (let at = 0; at < entries.length && shown === Infinity; at += 1) {
      if (isSeen(entries[at])) shown = seenAt(entries[at]);
    }
    if (shown < Infinity) eye.disconnect();
  });
  eye.observe(button);
  /** @param {Event} event */
  const counts = (event) => event.isTrusted && timeOf(event) - shown >= SEEN_AFTER;
  for (const type of ['pointerdown', 'mousedown', 'keydown']) {
    listenTo(button, type, (/** @type {KeyboardEvent} */ event) => {
      // A key that is held down was pressed for what had the focus before.
      if (!event.repeat) isBegun = counts(event);
    });
  }
  listenTo(button, 'click', (/** @type {Event} */ event) => {
    if (isBegun && counts(event)) press();
    isBegun = false;
  });
}
