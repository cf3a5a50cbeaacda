/**
 * The hosted tag, `<script src="…/embed.js" data-widget="…" async>`: one classic script
 * that gives the page `document.modelContext`, defines the element and shows it. Each `data-…` of
 * the tag is an attribute of the element.
 */

import { Address, Watcher } from './kept.js';
import { defineElement, find, isOver } from './launcher.js';
import { bringWith, installShim } from './model-context.js';
import { bare } from './own.js';

const tag = /** @type {HTMLScriptElement | null} */ (
  document.currentScript ?? document.querySelector('script[src*="/embed.js"]')
);

/** Shows the element, or hands this tag's settings to one that is there. */
function embed() {
  const src = tag?.src ?? location.href;
  /** @param {string} name */
  const bringHere = (name) => import(new Address(name, src).href);
  bringWith(bringHere);
  installShim();
  defineElement(src, bringHere);
  // A page in a frame has its own visitor elsewhere, unless it says otherwise.
  if (top !== window && !tag?.hasAttribute('data-frame')) return;
  const there = find();
  if (there?.configure) return there.configure({ ...tag?.dataset });
  let element = /** @type {HTMLElement} */ (document.createElement('site-agent'));
  for (const { name, value } of tag?.attributes ?? []) {
    if (name.startsWith('data-')) element.setAttribute(name.slice(5), value);
  }
  /** @type {Element | null} */
  let root;
  let sweeps = 0;
  // On the root element: frameworks exchange the body's children, and may transform or hide it. Some
  // exchange even the root's, and are not to be fought for ever.
  const settle = () => {
    const now = document.documentElement;
    if (find() || isOver || !now || ++sweeps > 99) return;
    // `document.open()` takes every listener with it: then a new one goes on.
    if (root && root !== now) element = /** @type {HTMLElement} */ (element.cloneNode());
    root = now;
    root.append(element);
    for (const node of [document, root]) watcher.observe(node, bare({ childList: true }));
  };
  const watcher = new Watcher(settle);
  settle();
}

embed();
