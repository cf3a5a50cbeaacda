/**
 * The element for pages that place `<site-agent>` themselves:
 * `<script type="module" src="…/site-agent/element.js"></script>`.
 */

import { defineElement, SiteAgentElement } from './launcher.js';
import { installShim } from './shim.js';

export { SiteAgentElement };

installShim();
defineElement(import.meta.url, new URL('..', import.meta.url).href);
