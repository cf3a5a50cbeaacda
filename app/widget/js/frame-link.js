/**
 * The frame's end of the port. The frame asks, under a ticket, and the page answers that ticket;
 * what the page says without being asked is a command, and only those that are known are heard.
 */

/**
 * @typedef {{ resolve(text: string | undefined): void, reject(error: Error): void,
 *   hear: (kind: string, text: any) => void }} Waiting
 * @typedef {(text: string) => void} Command
 */

export class PageLink {
  #port;
  #tickets = 0;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();

  /**
   * @param {MessagePort} port
   * @param {Record<string, Command>} commands by kind
   */
  constructor(port, commands) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      if (!Array.isArray(data)) return;
      const [kind, ticket, text] = data;
      const waiting = this.#waiting.get(ticket);
      if (waiting !== undefined) this.#take(waiting, kind, ticket, text);
      else if (ticket === 0 && Object.hasOwn(commands, kind)) commands[kind](`${text ?? ''}`);
    };
  }

  /**
   * @param {Waiting} waiting
   * @param {string} kind
   * @param {number} ticket
   * @param {any} text
   */
  #take({ resolve, reject, hear }, kind, ticket, text) {
    if (kind === 'done') resolve(text === undefined ? undefined : `${text}`);
    else if (kind === 'failed') reject(errorOf(`${text}`));
    else return hear(kind, text);
    this.#waiting.delete(ticket);
    return undefined;
  }

  /**
   * @param {string} kind
   * @param {string} [text]
   */
  tell(kind, text = '') {
    this.#port.postMessage([kind, 0, text]);
  }

  /**
   * @param {string} kind
   * @param {string} text
   * @param {{ signal?: AbortSignal, hear?: (kind: string, text: any) => void }} [options]
   *   `hear`: what the page says before it is done
   * @returns {Promise<string | undefined>}
   */
  ask(kind, text, { signal, hear = () => {} } = {}) {
    this.#tickets += 1;
    const ticket = this.#tickets;
    return new Promise((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject, hear });
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(ticket)) return;
        this.#port.postMessage(['cancel', ticket, '']);
        reject(new Error('stopped'));
      });
      this.#port.postMessage([kind, ticket, text]);
    });
  }
}

/**
 * @param {string} text what the page made of its error
 * @returns {Error} with the members that adapters give theirs
 */
function errorOf(text) {
  const { message, code, detail, retryMs } = JSON.parse(text);
  return Object.assign(new Error(`${message}`), { code, detail, retryMs });
}
