/**
 * Carries out for the frame what only the page can: listing and calling its tools, asking a model
 * that its owner brought. Each piece of work has a ticket of the frame's, and brings one answer.
 */

import { toJson } from './json.js';
import { availabilityOf } from './models.js';
import { picked } from './own.js';
import { messageOf } from './primitives.js';
import { Aborter, parseJson } from './kept.js';

/**
 * @typedef {import('./models.js').Model} Model
 * @typedef {import('./sources.js').Source} Source
 * @typedef {(kind: string, ticket: number, text?: string | Uint8Array) => void} Tell
 */

export class FrameWork {
  /** @type {Map<number, AbortController>} */
  #stops = new Map();
  #tell;
  #source;
  #models;

  /**
   * @param {Tell} tell to the frame
   * @param {Source} source
   * @param {Model[]} models by the numbers that the frame knows them by
   */
  constructor(tell, source, models) {
    this.#tell = tell;
    this.#source = source;
    this.#models = models;
  }

  /**
   * @param {string} kind
   * @param {number} ticket
   * @param {string} text
   */
  async carry(kind, ticket, text) {
    if (kind === 'cancel') {
      this.#cancel(ticket);
      return;
    }
    const stop = new Aborter();
    this.#stops.set(ticket, stop);
    try {
      this.#end('done', ticket, await this.#do(kind, ticket, text, stop.signal));
    } catch (error) {
      const { code, detail, retryMs } = picked(Object(error), ['code', 'detail', 'retryMs']);
      this.#end('failed', ticket, toJson({ code, detail, retryMs, message: messageOf(error) }));
    }
  }

  /** Stops everything; nothing is told any more. */
  cancelAll() {
    for (const ticket of [...this.#stops.keys()]) this.#cancel(ticket);
  }

  /** @param {number} ticket */
  #cancel(ticket) {
    const stop = this.#stops.get(ticket);
    this.#stops.delete(ticket);
    stop?.abort();
  }

  /**
   * @param {string} kind
   * @param {number} ticket
   * @param {string} [text]
   */
  #end(kind, ticket, text) {
    if (this.#stops.delete(ticket)) this.#tell(kind, ticket, text);
  }

  /**
   * Before the end; nothing once it was stopped.
   * @type {Tell}
   */
  #tellMore(kind, ticket, text) {
    if (this.#stops.has(ticket)) this.#tell(kind, ticket, text);
  }

  /**
   * @param {string} kind
   * @param {number} ticket
   * @param {string} text
   * @param {AbortSignal} signal
   * @returns {Promise<string | undefined>}
   */
  async #do(kind, ticket, text, signal) {
    switch (kind) {
      case 'list-tools':
        return toJson(await this.#source.list());
      case 'peek-tools':
        return toJson(await this.#source.peek());
      case 'call-tool': {
        const call = parseJson(text);
        return this.#source.call(call.handle, call.arguments, signal);
      }
      case 'model-availability':
        return availabilityOf(this.#models[Number(text)]);
      case 'prepare-model':
        await this.#models[Number(text)].prepare?.({
          onProgress: (loaded) => this.#tellMore('progress', ticket, `${loaded}`),
          signal,
        });
        return undefined;
      case 'ask-model':
        return this.#askModel(ticket, text, signal);
      default:
        throw new Error(`the page does not know ${kind}`);
    }
  }

  /**
   * @param {number} ticket
   * @param {string} text which model, and what it is asked
   * @param {AbortSignal} signal
   */
  async #askModel(ticket, text, signal) {
    const { at, body } = parseJson(text);
    const model = this.#models[at];
    if (model.open !== undefined)
      return this.#relay(await model.open(body, signal), ticket, signal);
    const onDelta = (/** @type {unknown} */ piece) => this.#tellMore('delta', ticket, `${piece}`);
    return toJson(await model.respond?.({ ...parseJson(body), signal, onDelta }));
  }

  /**
   * Hands a response on, byte for byte.
   * @param {Response} response
   * @param {number} ticket
   * @param {AbortSignal} signal
   */
  async #relay({ status, headers, body }, ticket, signal) {
    const named = ['content-type', 'retry-after', 'x-request-id'].map((name) => [
      name,
      headers.get(name) ?? undefined,
    ]);
    const told = named.filter(([, value]) => value !== undefined);
    this.#tell('response', ticket, toJson({ status, headers: told }));
    const reader = body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) break;
      this.#tell('bytes', ticket, value);
    }
    return undefined;
  }
}
