/**
 * Runs a trace's calls again against the current tools, without a model and under the same rules. Its
 * module is one of its own: the same host, on a wasm that knows replays and has no panel.
 */

import { checkedOptions } from './agent.js';
import { SiteAgentError } from './errors.js';
import { Address, kept, Pledge } from './kept.js';
import { rules } from './models.js';
import { once } from './once.js';
import { bare, given } from './own.js';

/**
 * @typedef {Omit<import('./agent.js').AgentOptions, 'model' | 'maxSteps' | 'instructions'>
 *   & { signal?: AbortSignal, onConfirmRequest?: (request: any) => void }} ReplayOptions
 */

/** @type {() => Promise<typeof import('./host.js')>} */
export const loadReplay = once(async () => {
  const host = await import(new Address('__SA_REPLAY__', import.meta.url).href);
  host.adopt(kept());
  return host;
});

/**
 * @param {unknown} trace
 * @param {ReplayOptions} [options]
 * @returns {Promise<any>} each recorded call beside what it came to now
 */
export async function replay(trace, options) {
  const signal = given(options, 'signal');
  const onConfirmRequest = given(options, 'onConfirmRequest');
  // A replay asks no model; the field is only not to be empty.
  const checked = checkedOptions({ ...bare(options), model: rules() });
  const { attach } = await loadReplay();
  const host = await attach(bare({ ...checked, replay: trace ?? null }));
  const stop = () => host.send('aborted');
  try {
    return await new Pledge((resolve, reject) => {
      host.on((event) => {
        if (event.type === 'confirm-request') onConfirmRequest?.(event.request);
        if (event.type === 'done') resolve(host.report());
        if (event.type === 'crashed')
          reject(new SiteAgentError('model-error', 'The replay stopped unexpectedly.'));
      });
      host.ask('');
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, bare({ once: true }));
      // A trace with nothing to run is over at once, without an event.
      const report = host.report();
      if (report !== undefined) resolve(report);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    host.close();
  }
}
