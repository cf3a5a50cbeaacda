/** The glue that the build makes of the rule matcher's wasm; `src/matcher.rs` says what it does. */

export function initSync(options: { module: WebAssembly.Module }): unknown;
export function __wbg_reset_state(): void;
export function respond(request: string): string;
