/**
 * What `site-agent` exports.
 */

import { createSiteAgent } from './agent.js';
import { SiteAgentError } from './errors.js';
import { Address } from './kept.js';
import { hasNativeModelContext, isShim } from './mark.js';
import { bringWith, createModelContext, installShim } from './model-context.js';
import { chromeBuiltIn, custom, firstAvailable, proxy, rules } from './models.js';
import { replay } from './replay.js';

export { createSiteAgent, replay, SiteAgentError };
export { chromeBuiltIn, custom, firstAvailable, proxy, rules };
export { createModelContext, hasNativeModelContext, installShim, isShim };

bringWith((name) => import(new Address(name, import.meta.url).href));
