/**
 * The element for pages that place `<site-agent>` themselves:
 * `<script type="module" src="…/site-agent/element.js"></script>`.
 */

import { Address } from './kept.js';
import { defineElement, SiteAgentElement } from './launcher.js';
import { bringWith, installShim } from './model-context.js';

export { SiteAgentElement };

/** @param {string} name */
const bringHere = (name) => import(new Address(name, import.meta.url).href);

bringWith(bringHere);
installShim();
defineElement(import.meta.url, bringHere);
