/** The glue that the build makes of the wasm; `src/boundary.rs` says what each export does. */

export function initSync(options: { module: WebAssembly.Module }): unknown;
export function __wbg_reset_state(): void;
export function bind(page: {
  effect: (id: number, kind: string, ticket: number, text: string) => void;
  now: () => number;
  nonce: () => string;
  matches: (pattern: string, text: string) => number;
  onSeenPress: (button: Element, press: () => void) => void;
}): void;
export function open(config: string): number;
export function restore(config: string, snapshot: string): number;
export function configure(id: number, config: string): void;
export function send(id: number, kind: string, ticket: number, text?: string): boolean;
export function feed(id: number, ticket: number, bytes: Uint8Array): boolean;
export function running(id: number): boolean;
export function snapshot(id: number): string;
export function trace(id: number): string;
export function messages(id: number): string;
export function close(id: number): void;
// Only with replays built in; `src/replay.rs` says what each does.
export function replay(config: string, trace: string): number;
export function report(id: number): string;
// Only with the panel built in; `src/panel/exports.rs` says what each does.
export function mount(id: number, container: Element, options: string): void;
export function unmount(id: number): void;
export function panel_update(id: number, options: string): void;
export function panel_offer(id: number, tools: string): void;
export function panel_focus(id: number): void;
export function panel_escape(id: number): boolean;
export function panel_closing(id: number): void;
export function panel_draft(id: number): string;
