/**
 * Where the panel runs: in the page or, where the page's policy forbids that, in a frame of the
 * program's. It is found out when somebody is interested, and kept for the tab, since finding out
 * costs the page's owner a report.
 */

import { Address, Pledge, startClock } from './kept.js';
import { openLayer } from './layer.js';
import { bare } from './own.js';
import { refusal } from './refusal.js';
import { wordsIn } from './words.js';

const MODE_KEY = 'site-agent-mode';

/**
 * @param {import('./layer.js').Attach} attach
 * @param {import('./launcher.js').SiteAgentElement} element
 * @param {ShadowRoot} root
 * @param {HTMLButtonElement} button
 * @param {import('./options.js').Hosted} hosted what the program says of the widget
 */
export async function openElement(attach, element, root, button, hosted) {
  /** @type {import('./layer.js').Attach} */
  const attachHosted = (options, box) => attach(bare({ ...options, hosted }), box);
  const mode = element.setting('mode');
  if (mode === 'inline' || (mode !== 'frame' && isAllowed())) {
    let isBlocked = false;
    const notice = () => {
      isBlocked = true;
    };
    document.addEventListener('securitypolicyviolation', notice);
    try {
      return await openLayer(attachHosted, wordsIn, element, root, button);
    } catch (error) {
      // What was blocked is told a moment later.
      await new Pledge((told) => startClock(told, 50));
      if (mode === 'inline') throw refusedIn(error, isBlocked);
      if (!isBlocked) throw error;
      keep();
    } finally {
      document.removeEventListener('securitypolicyviolation', notice);
    }
  }
  const frame = await import(new Address('__SA_FRAME__', import.meta.url).href);
  return frame.openElement(undefined, element, root, button);
}

/**
 * @param {any} error
 * @param {boolean} isBlocked
 * @returns {any} the error, which says so where trying again will not mend it
 */
function refusedIn(error, isBlocked) {
  const isWasmMissing = typeof WebAssembly === 'undefined';
  if (!isBlocked && !isWasmMissing && !(error instanceof WebAssembly.CompileError)) return error;
  const { origin } = new Address(import.meta.url);
  const lasting =
    "this page's policy stops the agent. It needs: " +
    `script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}`;
  return refusal(lasting);
}

/** Whether the page may make wasm. The smallest module there is tells; `validate()` does not. */
function isAllowed() {
  try {
    if (sessionStorage.getItem(MODE_KEY)) return false;
  } catch {
    // Blocked: then it is found out on each page.
  }
  try {
    new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    return true;
  } catch {
    keep();
    return false;
  }
}

function keep() {
  try {
    sessionStorage.setItem(MODE_KEY, 'frame');
  } catch {
    // As above.
  }
}
