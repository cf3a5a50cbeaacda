/**
 * What `site-agent` exports.
 */

import { createSiteAgent } from './agent.js';
import { SiteAgentError } from './errors.js';
import { chromeBuiltIn, custom, firstAvailable, proxy, rules } from './models.js';
import { replay } from './replay.js';
import { createModelContext, hasNativeModelContext, installShim, isShim } from './shim.js';

export { createSiteAgent, replay, SiteAgentError };
export { chromeBuiltIn, custom, firstAvailable, proxy, rules };
export { createModelContext, hasNativeModelContext, installShim, isShim };
