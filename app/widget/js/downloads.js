/**
 * The download of a model that the panel's button begins: one at a time, with its progress, until
 * it is there, fails or is stopped.
 */

import { Aborter, messageOf } from './primitives.js';

/** @typedef {import('./models.js').Model} Model */

export class Download {
  #send;
  /** @type {AbortController | undefined} */
  #running;

  /** @param {(kind: string, text?: string) => void} send tells the session */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Begins at once: browsers allow a download only within a click.
   * @param {Model} model
   */
  start(model) {
    if (this.#running !== undefined) return;
    const running = new Aborter();
    this.#running = running;
    let shown = -1;
    /** @param {number} loaded */
    const onProgress = (loaded) => {
      const percent = Math.min(100, Math.max(0, Math.floor(loaded * 100)));
      if (this.#running !== running || !(percent > shown)) return;
      shown = percent;
      this.#send('download-progress', `${percent}`);
    };
    prepared(model, { signal: running.signal, onProgress }).then(
      () => this.#end(running, 'downloaded'),
      (error) => this.#end(running, 'download-failed', messageOf(error)),
    );
  }

  /** Stops it; nothing is told any more. */
  cancel() {
    const running = this.#running;
    this.#running = undefined;
    running?.abort();
  }

  /**
   * @param {AbortController} running
   * @param {string} kind
   * @param {string} [text]
   */
  #end(running, kind, text) {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#send(kind, text);
  }
}

/**
 * @param {Model} model
 * @param {import('./models.js').PrepareOptions} options
 */
async function prepared(model, options) {
  if (typeof model.prepare !== 'function') throw new Error('There is nothing to download.');
  await model.prepare(options);
}
