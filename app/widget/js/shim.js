/**
 * WebMCP for browsers that have none, without the element:
 * `import { installShim } from '…/site-agent/shim.js'`.
 */

import { Address } from './kept.js';
import { hasNativeModelContext, isShim } from './mark.js';
import { bringWith, createModelContext, installShim } from './model-context.js';

export { createModelContext, hasNativeModelContext, installShim, isShim };

bringWith((name) => import(new Address(name, import.meta.url).href));
