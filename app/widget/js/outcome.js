/**
 * What a run came to, gathered from its events.
 */

import { bare } from './own.js';

export class Outcome {
  /** @type {{ answer?: string, error?: object }} */
  #found = {};

  /** @param {import('./host.js').HostEvent} event */
  hear(event) {
    const { type, text, code, message, detail } = bare(event);
    if (type === 'answer') this.#found.answer = text;
    if (type !== 'error') return;
    this.#found.error = detail === undefined ? { code, message } : { code, message, detail };
  }

  /**
   * The run is over; the next one begins with nothing.
   * @param {object} result as the session tells it
   * @param {unknown} trace
   * @returns {object} with what was found
   */
  end(result, trace) {
    const found = this.#found;
    this.#found = {};
    return { ...result, ...found, trace };
  }
}
