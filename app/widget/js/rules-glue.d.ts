/** The glue that the build makes of the rule matcher's wasm; `src/matcher.rs` says what it does. */

export default function init(options: { module_or_path: URL | BufferSource }): Promise<unknown>;
export function __wbg_reset_state(): void;
export function respond(request: string): string;
