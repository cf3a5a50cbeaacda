/**
 * The element for pages that place `<site-agent>` themselves:
 * `<script type="module" src="…/site-agent/element.js"></script>`.
 */

import { defineElement, SiteAgentElement } from './launcher.js';
import { bringWith, installShim } from './model-context.js';

export { SiteAgentElement };

bringWith((name) => import(new URL(name, import.meta.url).href));
installShim();
defineElement(import.meta.url);
