/**
 * The press that allows a call: a person's, on a button that had been there to be seen. Both are
 * told by the browser and not by a clock that a page could set, nor by when we hear of them: the
 * button's first frame, and the press's own time.
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
  nextFrame((at) => {
    shown = at;
  });
  listenTo(button, 'click', (/** @type {Event} */ event) => {
    if (event.isTrusted && timeOf(event) - shown >= SEEN_AFTER) press();
  });
}
