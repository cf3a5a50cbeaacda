/**
 * Storing whole runs, with the visitor. They are asked when the first run of the tab's session has
 * ended, never while a card is open. A yes sends the run that they were asked about and those that
 * follow; a no, or no answer before the page goes, is remembered and nobody asks again. Whoever deletes
 * a run is taken at their word: nothing more is stored.
 */

import { Address, kept, Pledge } from './kept.js';
import { once } from './once.js';
import { bare } from './own.js';
import { StoreMemory } from './store-memory.js';
import { secretsIn, withoutSecrets } from './store-secrets.js';

/** As many codes as the panel shows. */
const MAX_STORED = 20;

/** @type {() => Promise<typeof import('./asks.js')>} */
const loadAsks = once(async () => {
  const part = await import(new Address('./asks.js', import.meta.url).href);
  part.adopt(kept());
  return part;
});

export class Conversation {
  #requests;
  #memory;
  #peek;
  /** @type {Element | undefined} where the panel is */
  #container;
  /** @type {import('./asks.js').Asks | undefined} */
  #asks;
  #isRunning = false;
  /** Whether a card is open. */
  #isDeciding = false;
  /** Whether the question stands. */
  #isAsking = false;
  /** The word for what became of the last wish. */
  #note = '';
  /** @type {any} the last run that ended */
  #last;
  /** @type {Promise<unknown>} schemas are being looked at */
  #looking = Pledge.resolve();

  /**
   * @param {import('./store-requests.js').StoreRequests} requests
   * @param {string} key under which the tab remembers
   * @param {import('./store.js').Peek} peek
   */
  constructor(requests, key, peek) {
    this.#requests = requests;
    this.#memory = new StoreMemory(key);
    this.#peek = peek;
  }

  /** @type {import('./store.js').Hear} */
  hear(event, what) {
    const { type, step, call } = bare(event);
    if (type === 'mounted') this.#container = what;
    else if (type === 'thinking' && step === 1) this.#begin();
    else if (type === 'tool-call') return this.#lookAt(call);
    else if (type === 'confirm-request' || type === 'confirm-result')
      this.#isDeciding = type === 'confirm-request';
    else if (type === 'done') this.#end(what);
    else return undefined;
    return this.#show();
  }

  #begin() {
    this.#isRunning = true;
    this.#note = '';
  }

  /** @param {any} trace */
  #end(trace) {
    this.#isRunning = this.#isDeciding = false;
    this.#last = trace;
    const { said } = this.#memory.read();
    if (said === 'yes') void this.#send(trace);
    else if (said === undefined) this.#isAsking = this.#memory.works;
  }

  /** The conversation starts over: the question was about what is gone now. */
  #forget() {
    this.#isAsking = false;
    this.#last = undefined;
    if (this.#asks !== undefined) this.#show();
  }

  /** Whether what happens now may be stored. */
  get #mayStore() {
    const { said } = this.#memory.read();
    return said === 'yes' || said === undefined || this.#isAsking;
  }

  /**
   * Only now the page is sure to have the tool; and the run may end on another page.
   * @param {any} call
   */
  #lookAt({ id, name, arguments: given }) {
    if (!this.#mayStore) return;
    this.#remember(id, undefined);
    const look = async () => {
      const { tools } = await this.#peek();
      const tool = tools.find((one) => one.name === name);
      if (tool !== undefined) this.#remember(id, secretsIn(tool.inputSchema ?? {}, given));
    };
    this.#looking = Pledge.all([this.#looking, look().catch(() => {})]);
  }

  /**
   * @param {string} id of a call
   * @param {string[] | undefined} pointers
   */
  #remember(id, pointers) {
    const secrets = bare(this.#memory.read().secrets);
    if (pointers === undefined) delete secrets[id];
    else secrets[id] = pointers;
    this.#memory.change({ secrets });
  }

  /** @param {any} trace */
  async #send(trace) {
    await this.#looking;
    const { secrets } = this.#memory.read();
    const sent = await this.#requests.send('full', withoutSecrets(trace, secrets));
    const { stored } = this.#memory.read();
    if (typeof sent !== 'string') this.#memory.change({ stored: [sent, ...stored].slice(0, MAX_STORED) });
    else this.#note = sent === 'failed' ? 'store_failed' : 'store_too_long';
    this.#show();
  }

  /** @param {boolean} isYes */
  #answer(isYes) {
    this.#isAsking = false;
    this.#memory.change({ said: isYes ? 'yes' : 'no' });
    // A run that is on is sent when it ends.
    if (isYes && !this.#isRunning) void this.#send(this.#last);
    if (!isYes) this.#last = undefined;
    this.#show();
  }

  /** @param {string} id */
  async #remove(id) {
    const found = this.#memory.read().stored.find((one) => one.id === id);
    if (found === undefined) return;
    const isGone = await this.#requests.remove(found);
    this.#note = isGone ? 'store_deleted' : 'store_not_deleted';
    if (isGone) {
      const { stored } = this.#memory.read();
      this.#memory.change({ said: 'no', stored: stored.filter((one) => one.id !== id) });
    }
    this.#show();
  }

  /** Brings the panel up to it; what is never to be seen is not even loaded. */
  #show() {
    const { stored } = this.#memory.read();
    const asks = this.#isAsking && !this.#isDeciding;
    const container = this.#container;
    if (container === undefined) return;
    if (this.#asks === undefined && !asks && this.#note === '' && stored.length === 0) return;
    const view = { asks, note: this.#note, stored };
    loadAsks()
      .then(({ Asks }) => {
        this.#asks ??= new Asks({
          seen: () => this.#seen(),
          answer: (isYes) => this.#answer(isYes),
          remove: (id) => this.#remove(id),
          emptied: () => this.#forget(),
        });
        return this.#asks.show(container, view);
      })
      // Where it cannot be asked, nothing is stored.
      .catch((error) => console.error('site-agent:', error));
  }

  /** The question came into view. */
  #seen() {
    if (this.#memory.read().said === undefined) this.#memory.change({ said: 'asked' });
  }
}
