/**
 * The press that allows a call: a person's, begun and ended on a button that had been there to be
 * seen. All of it is told by the browser and not by a clock that a page could set, nor by when we
 * hear of it: the button's first frame, and the press's own time. The click alone would not do:
 * WebKit trusts the one that a label passes on when a script has clicked the label. Assistive
 * technology presses with the events of a mouse.
 */

import { describe, uncurried } from './primitives.js';

/** How long the button must have stood, in ms: a press that was meant for what was there is none. */
const SEEN_AFTER = 500;

const nextFrame = globalThis.requestAnimationFrame;
const listenTo = uncurried(EventTarget.prototype.addEventListener);
/** Some old libraries have an `Event` of their own. @type {Function | undefined} */
const getTime = describe(Event.prototype ?? {}, 'timeStamp')?.get;
const timeOf = getTime ? uncurried(getTime) : (/** @type {Event} */ event) => event.timeStamp;

/**
 * @param {EventTarget} button
 * @param {() => void} press
 */
export function onSeenPress(button, press) {
  let shown = Infinity;
  let isBegun = false;
  nextFrame((at) => {
    shown = at;
  });
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
