/**
 * Types of `site-agent/element`: importing it defines `<site-agent>`.
 */

import type {
  Confirm,
  Message,
  Model,
  RunEvent,
  RunResult,
  SiteAgentOptions,
  Trace,
} from './index.js';

/** What an owner sets in JavaScript; it wins over the attributes of the same names. */
export interface ElementOptions {
  /** Who answers; only from JavaScript. */
  model?: Model;
  tools?: SiteAgentOptions['tools'];
  /** Asks in the panel's place; in a frame it is not asked. */
  confirm?: Confirm;
  /** Names of tools that skip asking, within the rules; as text by spaces or commas. */
  preApproved?: readonly string[] | string;
  maxSteps?: number | string;
  toolTimeoutMs?: number;
  maxResultChars?: number;
  instructions?: string;
  widget?: string;
  proxyUrl?: string;
  /** `chrome`, `proxy`, `rules`, in the order in which they are tried. */
  models?: readonly string[] | string;
  label?: string;
  heading?: string;
  placeholder?: string;
  /** As text, separated by `|`. */
  suggestions?: readonly string[] | string;
  /** Where the panel runs: `auto` takes a frame where the page's policy leaves no other way. */
  mode?: 'auto' | 'inline' | 'frame';
  lang?: string;
  theme?: 'auto' | 'light' | 'dark';
  position?: string;
}

/** The session behind the panel. */
export interface PanelSession {
  readonly model: string;
  readonly running: boolean;
  readonly messages: Message[];
}

export class SiteAgentElement extends HTMLElement {
  /** A change of the rules starts a fresh conversation; during a run it waits. */
  options: ElementOptions;
  /** Adds to the options. */
  configure(partial: ElementOptions): void;
  show(): void;
  hide(): void;
  /** Opens the panel and asks, as a visitor would. */
  ask(text: string): Promise<void>;
  /** Starts the conversation over. */
  reset(): void;
  /** There once somebody was interested. */
  readonly agent: PanelSession | undefined;
  readonly lastTrace: Trace | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'site-agent': SiteAgentElement;
  }
  interface GlobalEventHandlersEventMap {
    'site-agent-event': CustomEvent<RunEvent>;
    'site-agent-done': CustomEvent<RunResult>;
  }
}
