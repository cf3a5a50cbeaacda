/**
 * Stores runs where the program says that the widget's runs are stored; without that, this file is
 * not even loaded. With `metadata` a run is sent once it has ended, without any text and any value.
 * With `full` the visitor is asked first, once in the tab's session, and nothing leaves the page
 * before their yes.
 */

import { Conversation } from './store-conversation.js';
import { metadataOf } from './store-metadata.js';
import { StoreRequests } from './store-requests.js';

export { adopt } from './kept.js';

/**
 * @typedef {import('./options.js').HostOptions} HostOptions
 * @typedef {import('./sources.js').Source['peek']} Peek
 * @typedef {(event: import('./host.js').HostEvent, what?: any) => void} Hear
 *   `what`: of `done` the trace, of `mounted` where the panel is
 */

export class Store {
  #requests;
  #level;
  /** @type {Conversation | undefined} what goes on with the visitor, where they are asked */
  #conversation;

  /**
   * @param {HostOptions} options
   * @param {Peek} peek
   */
  constructor(options, peek) {
    const { hosted, storageKey } = options;
    this.#requests = new StoreRequests(hosted ?? {});
    this.#level = hosted?.traces;
    if (this.#level === 'full') {
      this.#conversation = new Conversation(this.#requests, `${storageKey} stored`, peek);
    }
  }

  /** @type {Hear} */
  hear(event, what) {
    this.#conversation?.hear(event, what);
    if (this.#level !== 'metadata' || event.type !== 'done') return;
    // Whether it arrived is of no interest to a visitor who was not asked.
    void this.#requests.send('metadata', metadataOf(what));
  }
}
