/**
 * The page's side of a panel that runs in a frame of the program's. It has neither wasm nor
 * session: it shows the frame in the element's layer, hands the page's tools and models to it by
 * name and text, and is what the page's scripts take for the session.
 */

import { FrameHost } from './frame-host.js';
import { openLayer } from './layer.js';

export { adopt } from './kept.js';

/** @typedef {import('./host.js').HostOptions} HostOptions */

/**
 * @param {unknown} _ the session is made in the frame
 * @param {import('./launcher.js').SiteAgentElement} element
 * @param {ShadowRoot} root
 * @param {HTMLButtonElement} button
 */
export function openElement(_, element, root, button) {
  const attach = (/** @type {HostOptions} */ options, /** @type {HTMLElement} */ box) =>
    FrameHost.open(options, element, box);
  // The frame has the words, or the page could write the card: here they are a language's tag.
  const wordsIn = (/** @type {string} */ language) => language;
  return openLayer(attach, wordsIn, element, root, button);
}
