/**
 * A recording that is run in this page by the module of replays, and what it came to so far.
 */

import { SiteAgentError } from './errors.js';
import { toJson } from './json.js';
import { Pledge } from './kept.js';
import { rules } from './models.js';
import { bare } from './own.js';
import { isArray } from './primitives.js';
import { loadReplay } from './replay.js';

/** Outcomes of what did not run in the recording. */
const NOT_RUN = ['denied', 'invalid', 'missing'];

/**
 * @param {any} trace
 * @returns {any[]} the calls that a replay runs, in order (`not_to_run` of `core::replay`)
 */
export function callsToRun({ steps }) {
  if (!isArray(steps)) return [];
  const allowed = new Map();
  const outcomes = new Map();
  for (const { type, callId, allowed: isAllowed, outcome } of steps) {
    if (type === 'decision') allowed.set(callId, isAllowed);
    if (type === 'tool-result') outcomes.set(callId, outcome);
  }
  return steps
    .filter(({ type, call }) => type === 'tool-call' && call?.arguments && isWhole(call))
    .map(({ call }) => call)
    .filter(({ id }) => allowed.get(id) !== false && !NOT_RUN.includes(outcomes.get(id)));
}

/** @param {any} call */
function isWhole(call) {
  return !call.redacted?.length && !toJson(call.arguments).includes('[redacted:');
}

export class Recording {
  #trace;
  #options;
  /** @type {any[]} the calls that are to be run and were not yet */
  #waiting;
  /** @type {any[]} what the others came to */
  #steps = [];

  /**
   * @param {any} trace
   * @param {{ tools?: unknown, confirm: import('./work.js').Confirm, signal: AbortSignal }} options
   */
  constructor(trace, options) {
    this.#trace = trace;
    this.#options = options;
    this.#waiting = callsToRun(trace);
  }

  /** @returns {Promise<any>} the report, when all of it was run */
  async run() {
    const { tools, confirm, signal } = this.#options;
    const { attach } = await loadReplay();
    // A replay asks no model, and nothing is approved in advance.
    const options = { model: rules(), tools, confirm, preApproved: [], replay: this.#trace };
    const host = await attach(bare(options));
    const stop = () => host.send('aborted');
    signal.addEventListener('abort', stop, bare({ once: true }));
    try {
      return await new Pledge((resolve, reject) => {
        host.on((event) => {
          this.#hear(event);
          if (event.type === 'done') resolve(host.report());
          if (event.type === 'crashed')
            reject(new SiteAgentError('model-error', 'The replay stopped unexpectedly.'));
        });
        host.ask('');
        if (signal.aborted) stop();
      });
    } finally {
      host.close();
    }
  }

  /** What is known while a call takes the page away. */
  soFar() {
    return { steps: this.#steps, differences: 0 };
  }

  /** @param {import('./host.js').HostEvent} event */
  #hear({ type, text, outcome }) {
    if (type === 'tool-call') {
      const call = this.#waiting.shift();
      if (call) this.#steps.push({ call, status: 'unknown-outcome' });
    }
    const last = this.#steps[this.#steps.length - 1];
    if (type === 'tool-result' && last) Object.assign(last, { status: statusOf(outcome), text, outcome });
  }
}

/** @param {string} outcome of a call, as `core::replay` reads it */
function statusOf(outcome) {
  if (outcome === 'denied') return 'denied';
  if (outcome === 'invalid') return 'invalid-arguments';
  if (outcome === 'missing') return 'missing-tool';
  return outcome === 'unknown' ? 'unknown-outcome' : 'ran';
}
