/**
 * One run: its events, kept for whoever iterates late, and its result.
 */

import { Pledge } from './kept.js';
import { bare } from './own.js';
import { currentMs } from './primitives.js';

/** What `run()` yields; the host's own events stay inside. */
const RUN_EVENTS = [
  'thinking',
  'answer-delta',
  'tool-call',
  'confirm-request',
  'confirm-result',
  'tool-result',
  'answer',
  'error',
  'done',
];

/**
 * @typedef {import('./host.js').Host} Host
 * @typedef {import('./host.js').HostEvent} HostEvent
 * @typedef {import('./errors.js').ErrorCode} ErrorCode
 * @typedef {import('./errors.js').ErrorDetail} ErrorDetail
 * @typedef {import('./index.js').RunEvent} RunEvent
 * @typedef {{ code: ErrorCode, message: string, detail?: ErrorDetail }} RunError
 * @typedef {{ status: 'answered' | 'max-steps' | 'aborted' | 'error', answer?: string,
 *   error?: RunError, trace: any }} RunResult
 */

export class AgentRun {
  /** @type {Promise<RunResult>} how it ended; never rejects */
  done;
  #message;
  #open;
  #onEnd;
  /** @type {RunEvent[]} */
  #events = [];
  #over = false;
  /** @type {Set<() => void>} iterations that wait for the next event */
  #sleepers = new Set();
  /** @type {Host | undefined} */
  #host;
  #unlisten = () => {};
  /** @type {(result: RunResult) => void} */
  #resolve = () => {};

  /**
   * @param {string} message
   * @param {() => Promise<Host>} open
   * @param {() => void} onEnd
   */
  constructor(message, open, onEnd) {
    this.#message = message;
    this.#open = open;
    this.#onEnd = onEnd;
    this.done = new Pledge((resolve) => {
      this.#resolve = resolve;
    });
  }

  /**
   * Called once, by the agent.
   * @param {AbortSignal | undefined} signal
   */
  async begin(signal) {
    if (signal?.aborted) {
      this.abort();
      return;
    }
    const stop = () => this.abort();
    signal?.addEventListener('abort', stop, bare({ once: true }));
    this.done.then(() => signal?.removeEventListener('abort', stop));
    try {
      const host = await this.#open();
      if (this.#over) return;
      this.#host = host;
      this.#unlisten = host.on((event) => this.#take(event));
      if (!host.ask(this.#message)) this.#fail('error', 'busy', 'A run is on already.');
    } catch (error) {
      console.error(error);
      this.#fail('error', 'model-error', 'The agent could not be loaded.');
    }
  }

  /** Stops the model call, the open question and the running tool. */
  abort() {
    if (this.#over) return;
    if (this.#host === undefined) this.#fail('aborted', 'aborted', 'Stopped.');
    else this.#host.send('aborted');
  }

  /** @returns {AsyncIterableIterator<RunEvent>} all events from the first on */
  [Symbol.asyncIterator]() {
    let at = 0;
    /** @type {AsyncIterableIterator<RunEvent>} */
    const iterator = {
      next: async () => {
        while (at >= this.#events.length) {
          if (this.#over) return { done: true, value: undefined };
          await new Pledge((resolve) => this.#sleepers.add(() => resolve(undefined)));
        }
        at += 1;
        return { done: false, value: this.#events[at - 1] };
      },
      return: async () => {
        at = Infinity;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  /** @param {HostEvent} event */
  #take(event) {
    if (event.type === 'crashed') {
      this.#fail('error', 'model-error', 'The agent stopped unexpectedly.');
      return;
    }
    if (!RUN_EVENTS.includes(event.type)) return;
    this.#events.push(/** @type {RunEvent} */ (event));
    if (event.type === 'done') this.#end(event.result);
    this.#wake();
  }

  /**
   * Ends a run that the session does not end.
   * @param {'aborted' | 'error'} status
   * @param {ErrorCode} code
   * @param {string} message
   */
  #fail(status, code, message) {
    if (this.#over) return;
    const error = { code, message };
    const now = currentMs();
    const steps = [
      { at: 0, type: 'user', text: this.#message },
      { at: 0, type: 'error', ...error },
    ];
    /** @type {import('./index.js').Trace} */
    const trace = { version: 1, startedAt: now, endedAt: now, status, steps };
    const result = { status, error, trace };
    this.#events.push({ type: 'error', ...error }, { type: 'done', result });
    this.#end(result);
    this.#wake();
  }

  /** @param {RunResult} result */
  #end(result) {
    this.#over = true;
    this.#unlisten();
    this.#onEnd();
    this.#resolve(result);
  }

  #wake() {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }
}
