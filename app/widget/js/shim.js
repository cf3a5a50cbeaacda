/**
 * WebMCP for browsers that have none, without the element:
 * `import { installShim } from '…/site-agent/shim.js'`.
 */

import { hasNativeModelContext, isShim } from './mark.js';
import { bringWith, createModelContext, installShim } from './model-context.js';

export { createModelContext, hasNativeModelContext, installShim, isShim };

bringWith((name) => import(new URL(name, import.meta.url).href));
