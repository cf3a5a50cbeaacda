/**
 * The script of the frame in which the panel runs where it does not run in the page: session,
 * panel, conversation and the visitor's decisions are here, out of the page's reach. It shows
 * itself only inside of another page, to which it speaks over a port; which pages may show it at
 * all is for the browser to enforce, by the `frame-ancestors` of its document.
 */

import { FramePanel } from './frame-panel.js';

/** What is said to get a port, and comes with it. */
const GREETING = 'site-agent';

/** @type {Promise<typeof import('./host.js')>} */
const hostModule = import(new URL('__SA_MODULE__', import.meta.url).href);
// What goes wrong is told to the page, once it has given its port.
hostModule.catch(() => {});

/** @param {MessageEvent} event */
function meet({ data, origin, ports, source }) {
  if (source !== window.parent || data !== GREETING || ports.length !== 1) return;
  window.removeEventListener('message', meet);
  // The page's origin as the browser says it, never as the page does.
  new FramePanel(origin, ports[0], hostModule);
}

// A document that is shown by itself has itself for a parent.
if (window.parent !== window) {
  window.addEventListener('message', meet);
  // It holds nothing, so anybody may hear it.
  window.parent.postMessage(GREETING, '*');
}
