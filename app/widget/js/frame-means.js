/**
 * What a session in a frame works with: the page's tools, over the port, and its models: those that
 * are here, and those that answer in the page.
 */

/**
 * @typedef {import('./frame-link.js').PageLink} PageLink
 * @typedef {import('./frame-models.js').ModelPlace} ModelPlace
 * @typedef {import('./models.js').Model} Model
 * @typedef {import('./sources.js').ToolListing} ToolListing
 */

/** The page's tools, as `Source` says. */
export class PageSource {
  #link;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {PageLink} link */
  constructor(link) {
    this.#link = link;
  }

  list() {
    return this.#listing('list-tools');
  }

  peek() {
    return this.#listing('peek-tools');
  }

  /**
   * @param {string} kind
   * @returns {Promise<ToolListing>}
   */
  async #listing(kind) {
    const listing = JSON.parse((await this.#link.ask(kind, '')) ?? '');
    if (!Array.isArray(listing.tools)) throw new Error('the page lists no tools');
    return listing;
  }

  /**
   * @param {number} handle
   * @param {string} argumentsText
   * @param {AbortSignal} signal
   */
  call(handle, argumentsText, signal) {
    const call = JSON.stringify({ handle, arguments: argumentsText });
    return this.#link.ask('call-tool', call, { signal });
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The page says that its tools have changed. */
  changed() {
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * @param {typeof import('./host.js')} module
 * @param {PageLink} link
 * @param {ModelPlace} place
 * @returns {Model}
 */
export function modelHere({ chromeBuiltIn, proxy, rules }, link, { name, at, wire, prepares }) {
  if (at === undefined) {
    if (name === 'rules') return rules();
    return name === 'proxy' ? proxy({ url: ownProxy(), credentials: 'omit' }) : chromeBuiltIn();
  }
  const availability = async () =>
    /** @type {any} */ (await link.ask('model-availability', `${at}`));
  const answer = wire
    ? {
        open: (/** @type {string} */ body, /** @type {AbortSignal} */ signal) =>
          opened(link, at, body, signal),
      }
    : {
        respond: (/** @type {import('./models.js').ModelRequest} */ request) =>
          asked(link, at, request),
      };
  /** @param {import('./models.js').PrepareOptions} options */
  const prepare = async ({ onProgress, signal } = {}) => {
    const hear = (/** @type {string} */ kind, /** @type {unknown} */ loaded) => {
      if (kind === 'progress') onProgress?.(Number(loaded));
    };
    await link.ask('prepare-model', `${at}`, { signal, hear });
  };
  return { name: `${name}`, availability, ...answer, ...(prepares ? { prepare } : {}) };
}

/** The program's own, for this frame's widget: the page has no say in where requests go. */
function ownProxy() {
  const url = new URL('../api/agent', import.meta.url);
  const widget = new URL(location.href).searchParams.get('widget');
  if (widget !== null) url.searchParams.set('widget', widget);
  return url.href;
}

/**
 * @param {PageLink} link
 * @param {number} at
 * @param {import('./models.js').ModelRequest} request
 */
async function asked(link, at, { instructions, messages, tools, signal, onDelta }) {
  const body = JSON.stringify({ instructions, messages, tools });
  const hear = (/** @type {string} */ kind, /** @type {unknown} */ text) => {
    if (kind === 'delta') onDelta?.(`${text}`);
  };
  const reply = await link.ask('ask-model', JSON.stringify({ at, body }), { signal, hear });
  return JSON.parse(reply ?? 'null');
}

/**
 * @param {PageLink} link
 * @param {number} at
 * @param {string} body
 * @param {AbortSignal} signal
 * @returns {Promise<Response>} the page's, byte for byte
 */
function opened(link, at, body, signal) {
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let bytes;
    const stop = new AbortController();
    signal.addEventListener('abort', () => stop.abort());
    const stream = new ReadableStream({
      start(controller) {
        bytes = controller;
      },
      // Its reader has what it wanted.
      cancel: () => stop.abort(),
    });
    const hear = (/** @type {string} */ kind, /** @type {any} */ given) => {
      if (kind === 'bytes' && given instanceof Uint8Array) bytes.enqueue(given);
      if (kind !== 'response') return;
      const { status, headers } = JSON.parse(given);
      resolve(new Response(stream, { status, headers }));
    };
    link.ask('ask-model', JSON.stringify({ at, body }), { signal: stop.signal, hear }).then(
      () => bytes.close(),
      (error) => {
        reject(error);
        bytes.error(error);
      },
    );
  });
}
