/**
 * Types of `site-agent/shim`: `document.modelContext` for browsers that have none.
 */

import type { ModelContext } from './index.js';

export {
  createModelContext,
  hasNativeModelContext,
  installShim,
  isShim,
  type ModelContext,
  type RegisteredTool,
  type ToolAnnotations,
  type ToolDescriptor,
} from './index.js';

declare global {
  interface Document {
    /** There in every browser once `installShim()` was called. */
    readonly modelContext: ModelContext;
  }
}
