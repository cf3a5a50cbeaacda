/**
 * Types of the package `site-agent`: an agent that does what visitors ask with the WebMCP tools a
 * page declares, and nothing else.
 */

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A call that a model asked for. */
export interface Call {
  id: string;
  name: string;
  arguments: { [key: string]: Json };
}

/** What a page says of a tool's effects; a hint that is absent is unknown, which is not `false`. */
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  untrustedContentHint?: boolean;
  consequentialHint?: boolean;
  debugging?: boolean;
}

/** A tool as an array source gives it, and as `registerTool` takes it. */
export interface ToolDescriptor {
  name: string;
  title?: string;
  description: string;
  inputSchema?: object;
  annotations?: ToolAnnotations;
  execute(input: any, options: { signal: AbortSignal }): unknown;
}

/** Anything of `document.modelContext`'s form. */
export interface ToolContext {
  getTools(): Promise<readonly any[]>;
  executeTool(tool: any, input: object, options: { signal: AbortSignal }): Promise<unknown>;
  addEventListener?(type: 'toolchange', listener: () => void): void;
  removeEventListener?(type: 'toolchange', listener: () => void): void;
}

/** One of the page's tools. */
export interface ListedTool {
  name: string;
  /** Empty when there is none. */
  title: string;
  description: string;
  inputSchema?: object | string;
  annotations?: Omit<ToolAnnotations, 'debugging'>;
  origin: string;
  source: 'native' | 'shim' | 'array' | 'custom';
  /** Declared by a frame of the page. */
  frame: boolean;
  /** A form that waits for its visitor to press submit. */
  waitsForSubmit: boolean;
}

/** One look at the page's tools. */
export interface ToolListing {
  tools: ListedTool[];
  /** Tools that were left out. */
  dropped: { name: string; reason: string }[];
}

/** Why a call must be asked for. More may come. */
export type Reason =
  'annotations-unknown' | 'consequential' | 'after-untrusted' | 'not-read-only' | (string & {});

/** Everything that a person should know before a call runs. */
export interface ConfirmRequest {
  call: Call;
  tool: {
    name: string;
    title: string;
    description: string;
    inputSchema?: object;
    annotations?: Omit<ToolAnnotations, 'debugging'>;
  };
  reason: Reason;
  /** Every argument in plain words; text of the page or the model, to be shown as values only. */
  lines: { key: string; label: string; value: string }[];
  /** The page's own origin. */
  origin: string;
}

/** Only a strict `true` allows the call. */
export type Confirm = (
  request: ConfirmRequest,
  options: { signal: AbortSignal },
) => boolean | Promise<boolean>;

/** What was decided of a valid call. */
export interface Decision {
  allowed: boolean;
  by: 'read-only' | 'pre-approved' | 'visitor' | 'no-confirm' | 'aborted';
  /** Absent when the call did not have to be asked for. */
  reason?: Reason;
}

/** How a call ended. `unknown`: it may have taken effect. */
export type Outcome = 'ok' | 'error' | 'unknown' | 'navigated' | 'denied' | 'invalid' | 'missing';

export type ErrorCode =
  | 'aborted'
  | 'busy'
  | 'max-steps'
  | 'model-unavailable'
  | 'model-download-required'
  | 'model-error'
  | 'bad-reply'
  | 'no-tools';

/** What a proxy said beside its error. */
export interface ErrorDetail {
  status?: number;
  code?: string;
  /** Seconds. */
  retryAfter?: number;
  requestId?: string;
}

export interface RunError {
  code: ErrorCode;
  /** A sentence in English, for whoever keeps the site; the panel tells a visitor by the code. */
  message: string;
  detail?: ErrorDetail;
}

/** The record of a run, version 1. */
export interface Trace {
  version: 1;
  id?: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  /** The adapter that answered last; absent when none did. */
  model?: string;
  status?: RunResult['status'];
  page?: { origin: string; path?: string };
  steps: TraceStep[];
}

/** A step; readers accept kinds that they do not know. */
export interface TraceStep {
  /** Milliseconds from the start. */
  at: number;
  [member: string]: any;
}

export interface RunResult {
  status: 'answered' | 'max-steps' | 'aborted' | 'error';
  answer?: string;
  error?: RunError;
  trace: Trace;
}

export type RunEvent =
  | { type: 'thinking'; step: number; model: string }
  | { type: 'answer-delta'; text: string }
  | { type: 'tool-call'; call: Call }
  | { type: 'confirm-request'; request: ConfirmRequest }
  | { type: 'confirm-result'; call: Call; decision: Decision }
  | {
      type: 'tool-result';
      call: Call;
      text: string;
      untrusted: boolean;
      isError: boolean;
      navigated: boolean;
      outcome: Outcome;
    }
  | { type: 'answer'; text: string }
  | ({ type: 'error' } & RunError)
  | { type: 'done'; result: RunResult };

/** One run. Iterating late sees all events. */
export interface AgentRun extends AsyncIterable<RunEvent> {
  /** How it ended; never rejects. */
  readonly done: Promise<RunResult>;
  /** Stops the model call, the open question and the running tool. */
  abort(): void;
}

/** A message of the conversation, as models read it. */
export type Message =
  | { role: 'user'; text: string }
  | {
      role: 'assistant';
      text?: string;
      meta?: Json;
      tool?: { id: string; name: string; arguments: { [key: string]: Json }; meta?: Json };
    }
  | { role: 'tool'; id: string; name: string; text: string; isError?: boolean };

export type Availability = 'available' | 'downloadable' | 'downloading' | 'unavailable';

export interface ModelRequest {
  /** The built-in rules, then the site's own words. */
  instructions: string;
  messages: Message[];
  tools: { name: string; description: string; inputSchema: object }[];
  signal: AbortSignal;
  /** For models that stream: a piece of the answer. */
  onDelta?: (text: string) => void;
}

export type ModelReply =
  | {
      type: 'tool';
      name: string;
      arguments?: object | string | null;
      id?: string;
      text?: string;
      meta?: Json;
    }
  | { type: 'answer'; text: string; meta?: Json };

/** A model in JavaScript. */
export interface ModelAdapter {
  readonly name: string;
  respond(request: ModelRequest): ModelReply | string | Promise<ModelReply | string>;
  availability?(): Availability | Promise<Availability>;
  prepare?(options: PrepareOptions): Promise<void>;
}

/** How a model that has to be downloaded is made ready. */
export interface PrepareOptions {
  /** How much of it is there, from 0 to 1. */
  onProgress?: (loaded: number) => void;
  /** Stops the download. */
  signal?: AbortSignal;
}

/** A model that this package made. */
export interface BuiltModel {
  readonly name: string;
  availability?(): Availability | Promise<Availability>;
}

/** One that may have to be downloaded first. */
export interface PreparedModel extends BuiltModel {
  availability(): Promise<Availability>;
  /** Downloads what is missing. Browsers allow that only from a click. */
  prepare(options?: PrepareOptions): Promise<void>;
}

export type Model = ModelAdapter | BuiltModel;

export interface ProxyOptions {
  url: string;
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>);
  /** `same-origin` when not given. */
  credentials?: RequestCredentials;
  fetch?: typeof fetch;
}

/** The site's own model behind `POST url`. */
export function proxy(options: ProxyOptions): BuiltModel;

/** The browser's own model. */
export function chromeBuiltIn(options?: {
  /** Of the page and its visitors, as BCP 47 tags: `['en']` when not given. */
  languages?: string[];
  /** Messages that are sent at most: 12. */
  maxHistory?: number;
  /** Characters of them: 6,000. The model's own window is kept to anyway. */
  maxPromptChars?: number;
}): PreparedModel;

/** A model in your own words. */
export function custom(
  respond: ModelAdapter['respond'],
  options?: { name?: string; availability?: () => Availability | Promise<Availability> },
): ModelAdapter;

/** The first model that is available, looked up anew for each step. */
export function firstAvailable(...models: [Model, ...Model[]]): PreparedModel;

/** The built-in matcher of words, a file of its own that is loaded for it. It is not AI. */
export function rules(): BuiltModel;

export interface SiteAgentOptions {
  model: Model;
  /** The page's `document.modelContext` when not given. */
  tools?: readonly ToolDescriptor[] | ToolContext;
  /** Without it, every call that must ask is denied. */
  confirm?: Confirm;
  /** Names of the page's tools that skip asking, within the rules. */
  preApproved?: readonly string[];
  /** Model turns a message may take: 6, from 1 to 50. */
  maxSteps?: number;
  /** Milliseconds a call may run: 30,000. */
  toolTimeoutMs?: number;
  /** The site's own words to the model; they come after the built-in rules. */
  instructions?: string;
  /** Characters of a result that reach the model: 4,000. */
  maxResultChars?: number;
}

export interface SiteAgent {
  /** @throws {SiteAgentError} `busy` while another run is on */
  run(message: string, options?: { signal?: AbortSignal }): AgentRun;
  /** Forgets the conversation; a run that is on is stopped. */
  reset(): void;
  tools(): Promise<ToolListing>;
  /** Returns what ends the listening. */
  onToolsChange(listener: () => void): () => void;
  readonly messages: Message[];
  readonly running: boolean;
  /** The name of the model that answered last, or will answer. */
  readonly model: string;
}

/** Makes an agent. Nothing is loaded before its first run. */
export function createSiteAgent(options: SiteAgentOptions): SiteAgent;

export interface ReplayOptions {
  tools?: SiteAgentOptions['tools'];
  /** Without it, calls that must ask are denied. */
  confirm?: Confirm;
  preApproved?: readonly string[];
  toolTimeoutMs?: number;
  maxResultChars?: number;
  signal?: AbortSignal;
  /** Sees each question that the rules raise, before `confirm` answers it. */
  onConfirmRequest?: (request: ConfirmRequest) => void;
}

/** A recorded call and what it came to now. */
export interface ReplayedCall {
  /** As recorded; arguments that were not stored are absent. */
  call: {
    id: string;
    name: string;
    arguments?: { [key: string]: Json };
    [member: string]: Json | undefined;
  };
  status?:
    | 'ran'
    | 'denied'
    | 'missing-tool'
    | 'invalid-arguments'
    | 'unknown-outcome'
    | 'not-recorded'
    | 'skipped';
  /** The result now. */
  text?: string;
  /** The result in the recording. */
  recorded?: string;
  /** Absent where there is nothing to compare. */
  matches?: boolean;
  /** How it ended in the recording. */
  recordedOutcome?: string;
  /** How it ended now. */
  outcome?: string;
}

export interface ReplayReport {
  steps: ReplayedCall[];
  /** How many came to something else. */
  differences: number;
}

/** Runs a trace's calls again on the current tools, without a model and under the same rules. */
export function replay(trace: Trace, options?: ReplayOptions): Promise<ReplayReport>;

export class SiteAgentError extends Error {
  constructor(code: ErrorCode, message: string, detail?: ErrorDetail);
  readonly code: ErrorCode;
  readonly detail?: ErrorDetail;
}

export {
  createModelContext,
  hasNativeModelContext,
  installShim,
  isShim,
  type ModelContext,
  type RegisteredTool,
} from './context.js';
