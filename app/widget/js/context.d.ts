/**
 * Types of `document.modelContext`, as the WebMCP draft has it, and of what gives it to a page.
 */

import type { ToolAnnotations, ToolDescriptor } from './index.js';

/** A tool as `getTools` lists it. */
export interface RegisteredTool {
  name: string;
  title: string;
  description: string;
  inputSchema?: object;
  annotations?: Required<ToolAnnotations>;
  origin: string;
  window: Window;
}

/** `document.modelContext` of the WebMCP draft. */
export interface ModelContext extends EventTarget {
  registerTool(
    tool: ToolDescriptor,
    options?: { signal?: AbortSignal; exposedTo?: string[] },
  ): Promise<undefined>;
  getTools(options?: { fromOrigins?: string[] }): Promise<RegisteredTool[]>;
  executeTool(
    tool: RegisteredTool,
    input?: object,
    options?: { signal?: AbortSignal },
  ): Promise<string | null>;
  ontoolchange: ((event: Event) => void) | null;
  ontoolactivated: ((event: Event) => void) | null;
  ontoolcancel: ((event: Event) => void) | null;
}

/** Gives a page without WebMCP a `document.modelContext`; never replaces a native one. */
export function installShim(): ModelContext | undefined;

/** A context of its own, not installed anywhere. */
export function createModelContext(): ModelContext;

/** Whether the browser itself has WebMCP. */
export function hasNativeModelContext(): boolean;

/** Whether an object is this package's shim. */
export function isShim(object: unknown): boolean;
