/**
 * Who hears the events of a session. What one of them throws reaches the console, and no other.
 */

/** @typedef {(event: import('./host.js').HostEvent) => void} Listener */

export class Listeners {
  /** @type {Set<Listener>} */
  #all = new Set();

  /**
   * @param {Listener} listener
   * @returns {() => void} ends it
   */
  add(listener) {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** @param {import('./host.js').HostEvent} event */
  tell(event) {
    for (const listener of [...this.#all]) {
      try {
        listener(event);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
