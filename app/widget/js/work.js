/**
 * Carries out what a session asks for: listing tools, asking a model or the visitor, running a
 * tool, waiting. Each piece of work has a ticket; what it brings goes back under the same ticket,
 * and a cancelled ticket brings nothing.
 */

import { SiteAgentError } from './errors.js';
import { composed } from './instructions.js';
import { askMatcher } from './matcher.js';
import { availabilityOf, choicesOf } from './models.js';
import { bare, picked } from './own.js';
import { messageOf } from './primitives.js';
import { toJson } from './json.js';
import { Aborter, parseJson, startClock, stopClock } from './kept.js';

/** Milliseconds after which a source of tools that says nothing has failed. */
const LISTING_LIMIT = 10_000;

const CODES = [
  'aborted',
  'busy',
  'max-steps',
  'model-unavailable',
  'model-download-required',
  'model-error',
  'bad-reply',
  'no-tools',
];

/**
 * @typedef {import('./models.js').Model} Model
 * @typedef {import('./sources.js').Source} Source
 * @typedef {(request: any, options: { signal: AbortSignal }) => unknown} Confirm
 * @typedef {{ send(kind: string, ticket: number, text?: string): void,
 *   feed(ticket: number, bytes: Uint8Array): boolean | void }} Back
 */

export class Work {
  /** @type {Map<number, () => void>} how to stop the work of a ticket */
  #stops = new Map();
  #back;
  /** @type {Source} */
  source;
  /** @type {Model} */
  model;
  /** @type {Confirm | undefined} */
  confirm;

  /**
   * @param {Back} back
   * @param {{ source: Source, model: Model, confirm: Confirm | undefined }} means
   */
  constructor(back, { source, model, confirm }) {
    this.#back = back;
    this.source = source;
    this.model = model;
    this.confirm = confirm;
  }

  /**
   * @param {string} kind
   * @param {number} ticket
   * @param {string} text
   */
  carry(kind, ticket, text) {
    switch (kind) {
      case 'list-tools':
        return this.#run(ticket, () => this.#list(ticket));
      case 'ask-model':
        return this.#run(ticket, (signal) => this.#askModel(ticket, text, signal));
      case 'ask-visitor':
        return this.#run(ticket, (signal) => this.#askVisitor(ticket, text, signal));
      case 'call-tool':
        return this.#run(ticket, (signal) => this.#callTool(ticket, text, signal));
      case 'start-timer':
        return this.#wait(ticket, Number(text));
      case 'cancel':
        return this.#cancel(ticket);
      default:
        return undefined;
    }
  }

  /** Stops everything; nothing comes back any more. */
  cancelAll() {
    for (const ticket of [...this.#stops.keys()]) this.#cancel(ticket);
  }

  /**
   * @param {number} ticket
   * @param {(signal: AbortSignal) => Promise<void>} work must not reject
   */
  #run(ticket, work) {
    const aborter = new Aborter();
    this.#stops.set(ticket, () => aborter.abort());
    work(aborter.signal);
  }

  /**
   * The work of a ticket is over and tells how.
   * @param {number} ticket
   * @param {string} kind
   * @param {string} [text]
   */
  #end(ticket, kind, text) {
    if (this.#stops.delete(ticket)) this.#back.send(kind, ticket, text);
  }

  /** @param {number} ticket */
  #cancel(ticket) {
    const stop = this.#stops.get(ticket);
    this.#stops.delete(ticket);
    stop?.();
  }

  /**
   * @param {number} ticket
   * @param {number} ms
   */
  #wait(ticket, ms) {
    const clock = startClock(() => this.#end(ticket, 'timed-out'), ms);
    this.#stops.set(ticket, () => stopClock(clock));
  }

  /** @param {number} ticket */
  async #list(ticket) {
    const clock = startClock(
      () => this.#end(ticket, 'list-failed', 'no answer in time'),
      LISTING_LIMIT,
    );
    try {
      this.#end(ticket, 'listed', toJson(withSchemasAsText(await this.source.list())));
    } catch (error) {
      this.#end(ticket, 'list-failed', messageOf(error));
    } finally {
      stopClock(clock);
    }
  }

  /**
   * The first model that is available answers; one that turns out not to be makes room for the
   * next.
   * @param {number} ticket
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async #askModel(ticket, text, signal) {
    let refusal = { code: 'model-unavailable', message: 'No model is available here.' };
    for (const model of choicesOf(this.model)) {
      const state = await availabilityOf(model);
      if (signal.aborted) return;
      if (state === 'downloadable' || state === 'downloading') {
        refusal = {
          code: 'model-download-required',
          message: "The browser's model has to be downloaded first.",
        };
      }
      if (state !== 'available') continue;
      this.#back.send('model-chosen', ticket, model.name);
      try {
        await this.#answer(model, ticket, text, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const fault = faultOf(error);
        if (fault.code !== 'model-unavailable') {
          this.#end(ticket, 'model-failed', toJson(fault));
          return;
        }
        refusal = { code: fault.code, message: fault.message };
      }
    }
    this.#end(ticket, 'model-failed', toJson(refusal));
  }

  /**
   * @param {Model} model
   * @param {number} ticket
   * @param {string} text the request, protocol 1
   * @param {AbortSignal} signal
   */
  async #answer(model, ticket, text, signal) {
    if (model.builtIn === 'rules') return this.#end(ticket, 'reply', await askMatcher(text));
    if (model.open !== undefined)
      return this.#relay(await model.open(text, signal), ticket, signal);
    const { instructions, messages, tools } = bare(parseJson(text));
    const rules = await composed(instructions ?? '');
    if (signal.aborted) return;
    const reply = await model.respond?.({
      instructions: rules,
      messages,
      tools,
      signal,
      onDelta: (piece) => {
        if (this.#stops.has(ticket)) this.#back.send('delta', ticket, `${piece}`);
      },
    });
    return this.#end(
      ticket,
      'reply',
      toJson(typeof reply === 'string' ? { type: 'answer', text: reply } : reply),
    );
  }

  /**
   * Hands a response on, byte for byte.
   * @param {Response} response
   * @param {number} ticket
   * @param {AbortSignal} signal
   */
  async #relay(response, ticket, signal) {
    const head = {
      status: response.status,
      retryAfter: response.headers.get('retry-after') ?? undefined,
      requestId: response.headers.get('x-request-id') ?? undefined,
      contentType: response.headers.get('content-type') ?? undefined,
    };
    this.#back.send('response', ticket, toJson(head));
    const reader = response.body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read().catch(() => {
        throw new SiteAgentError('model-error', "The model's reply was cut off.");
      });
      if (done || signal.aborted) break;
      // The reply is there, or it goes on for ever.
      if (this.#back.feed(ticket, value) === true) {
        reader.cancel().catch(() => {});
        break;
      }
    }
    this.#end(ticket, 'response-end');
  }

  /**
   * @param {number} ticket
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async #askVisitor(ticket, text, signal) {
    let allowed = false;
    try {
      // Only a strict yes: `confirm` may be somebody's `() => element.click()`.
      allowed = (await this.confirm?.(parseJson(text), { signal })) === true;
    } catch {
      allowed = false;
    }
    this.#end(ticket, 'decided', allowed ? 'allow' : 'deny');
  }

  /**
   * @param {number} ticket
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async #callTool(ticket, text, signal) {
    const call = parseJson(text);
    try {
      this.#end(ticket, 'returned', await this.source.call(call.handle, call.arguments, signal));
    } catch (error) {
      this.#end(ticket, 'threw', messageOf(error));
    }
  }
}

/**
 * @param {unknown} error what an adapter threw
 * @returns {{ code: string, message: string, detail?: unknown, retryMs?: number }}
 */
function faultOf(error) {
  const { code, detail, retryMs } = picked(Object(error), ['code', 'detail', 'retryMs']);
  const known = CODES.includes(code);
  return {
    code: known ? code : 'model-error',
    message: messageOf(error),
    detail: known ? detailOf(detail) : undefined,
    retryMs: Number.isInteger(retryMs) && retryMs > 0 ? retryMs : undefined,
  };
}

const DETAILS = ['status', 'code', 'retryAfter', 'requestId'];

/**
 * @param {any} told an adapter's `detail`, of whatever form
 * @returns {import('./errors.js').ErrorDetail | undefined}
 */
function detailOf(told) {
  if (typeof told !== 'object' || told === null) return undefined;
  const { status, code, retryAfter, requestId } = picked(told, DETAILS);
  return {
    status: Number.isInteger(status) && status > 0 && status < 1000 ? status : undefined,
    code: typeof code === 'string' ? code : undefined,
    retryAfter: Number.isInteger(retryAfter) && retryAfter >= 0 ? retryAfter : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

/**
 * Each schema as a text of its own, so that one that cannot be read spoils its tool and not the
 * whole listing.
 * @param {import('./sources.js').ToolListing} listing
 */
function withSchemasAsText({ tools, dropped }) {
  const texts = [];
  for (let at = 0; at < tools.length; at += 1) {
    const schema = tools[at].inputSchema;
    texts[at] = { ...tools[at], inputSchema: typeof schema === 'object' ? toJson(schema) : schema };
  }
  return { tools: texts, dropped };
}
