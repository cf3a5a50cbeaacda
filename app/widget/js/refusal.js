/**
 * What keeps the agent from working on a page for good, in one line for whoever keeps the page.
 */

import { Pledge, startClock } from './kept.js';
import { bare } from './own.js';
import { define } from './primitives.js';
import { openSource } from './sources.js';

/**
 * An error whose sentence goes to the console, if it has one, and after which the launcher goes; else
 * trying again may mend it.
 * @param {string} lasting
 */
export function refusal(lasting) {
  const error = new Error(lasting);
  define(error, 'lasting', bare({ value: lasting, enumerable: true }));
  return error;
}

/** Milliseconds for which the tools of a page are waited for, before the panel opens without. */
const PATIENCE = 1000;

/**
 * Whether the page is one on which there can be tools.
 * @param {unknown} tools the owner's own; they may bring them to any page
 * @returns {Promise<void>} rejects with what is missing
 */
export async function checkPage(tools) {
  if (!('popover' in HTMLElement.prototype))
    throw refusal('this browser is too old for the agent: it has no popovers');
  // Also what lists the tools comes along with the rest.
  const peeking = openSource(tools).peek();
  peeking.catch(() => {});
  if (tools !== undefined && tools !== null) return;
  if (!globalThis.isSecureContext)
    throw refusal('an insecure page has no tools. It needs: https');
  if (globalThis.origin === 'null')
    throw refusal('a sandbox without an origin has no tools. It needs: allow-same-origin');
  try {
    await Pledge.race([peeking, new Pledge((late) => startClock(late, PATIENCE))]);
  } catch (error) {
    const { name } = /** @type {any} */ (error);
    if (/^(NotAllowed|Security)Error$/.test(name))
      throw refusal("this page's Permissions-Policy keeps tools from it. It needs: tools=(self)");
  }
}
