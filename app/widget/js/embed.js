/**
 * The hosted tag, `<script src="…/embed.js" data-widget="…" async>`: one classic script
 * that gives the page `document.modelContext`, defines the element and shows it. Each `data-…` of
 * the tag is an attribute of the element.
 */

import { defineElement } from './launcher.js';
import { bringWith, installShim } from './model-context.js';
import { bare } from './own.js';

const tag = /** @type {HTMLScriptElement | null} */ (
  document.currentScript ?? document.querySelector('script[src*="/embed.js"]')
);

/** Shows the element, or hands this tag's settings to one that is there. */
function embed() {
  const src = tag?.src ?? location.href;
  bringWith((name) => import(new URL(name, src).href));
  installShim();
  defineElement(src);
  // A page in a frame has its own visitor elsewhere, unless it says otherwise.
  if (window.top !== window && !tag?.hasAttribute('data-frame')) return;
  const there = /** @type {import('./launcher.js').SiteAgentElement | null} */ (
    document.querySelector('site-agent')
  );
  if (there?.configure) {
    there.configure({ ...tag?.dataset });
    return;
  }
  let element = /** @type {HTMLElement} */ (document.createElement('site-agent'));
  for (const { name, value } of tag?.attributes ?? []) {
    if (name.startsWith('data-')) element.setAttribute(name.slice(5), value);
  }
  // On the root element: frameworks exchange the body's children, and may transform or hide it.
  const settle = () => document.documentElement.append(element);
  settle();
  // `document.open()` takes even that away, and every listener with it: then a new one goes on.
  new MutationObserver(() => {
    if (element.isConnected || !document.documentElement) return;
    element = /** @type {HTMLElement} */ (element.cloneNode());
    settle();
  }).observe(document, bare({ childList: true }));
}

embed();
