/**
 * The page's side of the boundary. It owns what cannot cross into wasm (tools, models, `confirm`,
 * clocks, storage) and carries out what its session asks for. When the instance traps, all sessions
 * of this module are over, say `crashed`, and can be revived in a fresh one.
 */

import { guard, ready, wasm } from './instance.js';
import { configOf, meansOf, sameMeans } from './options.js';
import { Download } from './downloads.js';
import { checkModel, chromeBuiltIn, custom } from './models.js';
import { firstAvailable, modelsNamed, proxy, rules } from './models.js';
import { bare } from './own.js';
import { openElement } from './mode.js';
import { stylePanel } from './panel-style.js';
import { expectPartsOf, storeFor } from './parts.js';
import { Listeners } from './listeners.js';
import { Outcome } from './outcome.js';
import { keepSnapshot, keptSnapshot } from './storage.js';
import { toJson } from './json.js';
import { wordsIn } from './words.js';
import { Work } from './work.js';
import { parseJson, startClock } from './kept.js';

export { adopt } from './kept.js';
export { chromeBuiltIn, custom, firstAvailable, modelsNamed, openElement, proxy, rules, wordsIn };

/**
 * @typedef {import('./options.js').HostOptions} HostOptions
 * @typedef {{ type: string, [member: string]: any }} HostEvent the public events, and the host's
 *   own: `crashed`, `panel {wish}`
 * @typedef {import('./listeners.js').Listener} Listener
 */

/** @type {Map<number, Host>} */
const hosts = new Map();

/**
 * A session for a page; loads the wasm if that has not happened yet.
 * @param {HostOptions} options
 * @returns {Promise<Host>}
 */
export async function attach(options) {
  const own = bare(options);
  checkModel(own.model);
  // A replay asks no model.
  if (own.replay === undefined) expectPartsOf(own.model);
  await ready(dispatch, crashAll);
  return new Host(own);
}

/**
 * @param {number} id
 * @param {string} kind
 * @param {number} ticket
 * @param {string} text
 */
function dispatch(id, kind, ticket, text) {
  hosts.get(id)?.carry(kind, ticket, text);
}

function crashAll() {
  for (const host of [...hosts.values()]) host.crash();
  hosts.clear();
}

export class Host {
  #id = 0;
  #over = false;
  /** Whether a panel is mounted. */
  #offersTools = false;
  #options;
  #work;
  /** The settings as the session has them. */
  #config = '';
  /** The conversation as it was last kept. */
  #snapshot = '';
  /** Whether the conversation came from another page, whose set-up may come after it. */
  #isBrought = false;
  #modelName;
  #listeners = new Listeners();
  /** @type {Partial<HostOptions> | undefined} settings that wait for the run's end */
  #waiting;
  #stopListening = () => {};
  #download = new Download((kind, text) => void this.send(kind, text));
  #outcome = new Outcome();
  #store;

  /** @param {HostOptions} options */
  constructor(options) {
    this.#options = options;
    const means = meansOf(options);
    this.#modelName = means.model.name;
    this.#work = new Work(this.#back(), means);
    this.#store = storeFor(options, () => this.#work.source.peek());
    this.#open();
    this.#listenToTools();
    globalThis.addEventListener?.('pagehide', this.#onHide);
    globalThis.addEventListener?.('pageshow', this.#onShow);
  }

  #open() {
    const config = configOf(this.#options);
    this.#config = config;
    const { storageKey, snapshot, replay } = this.#options;
    if (replay !== undefined) {
      this.#id = guard(() => wasm.replay?.(config, toJson(replay)) ?? 0, 0);
      if (this.#id === 0) throw new TypeError('this is not a trace of version 1');
      hosts.set(this.#id, this);
      return;
    }
    const earlier = snapshot ?? (storageKey === undefined ? undefined : keptSnapshot(storageKey));
    if (earlier !== undefined) this.#id = guard(() => wasm.restore(config, earlier), 0);
    if (this.#id === 0) this.#id = guard(() => wasm.open(config), 0);
    if (this.#id === 0) throw new TypeError('these settings cannot be used');
    hosts.set(this.#id, this);
    if (earlier === undefined) return;
    this.#snapshot = earlier;
    this.#isBrought = true;
    // A run that was cut goes on; in a task of its own, since by then somebody listens.
    if (snapshot === undefined) startClock(() => this.send('resumed'), 0);
  }

  /** @returns {import('./work.js').Back} */
  #back() {
    return {
      send: (kind, ticket, text) => void this.#tell(kind, ticket, text),
      feed: (ticket, bytes) => this.#guarded(() => wasm.feed(this.#id, ticket, bytes), true),
    };
  }

  /** The name of the model that answers, or will. */
  get model() {
    return this.#modelName;
  }

  /** Whether a run is on. */
  get running() {
    return this.#guarded(() => wasm.running(this.#id), false);
  }

  /** The conversation, as models read it. */
  get messages() {
    return this.#guarded(() => parseJson(wasm.messages(this.#id)), []);
  }

  /**
   * Starts a run.
   * @param {string} text
   * @returns {boolean} `false` while one is on
   */
  ask(text) {
    // A route change within the page moves the conversation to another path.
    if (configOf(this.#options) !== this.#config && !this.running) this.#configure();
    return this.#tell('asked', 0, text);
  }

  /**
   * Tells the session of the visitor's or the page's doing: `aborted`, `reset`, `retried`,
   * `call-cancelled`, `suspended`, `resumed`, `tools-changed`.
   * @param {string} kind
   * @param {string} [text]
   * @returns {boolean} `false` while the session is busy with a run
   */
  send(kind, text) {
    return this.#tell(kind, 0, text);
  }

  /**
   * Other settings; a change of the rules starts a fresh conversation, during a run it waits.
   * @param {Partial<HostOptions>} partial
   */
  configure(partial) {
    this.#waiting = bare({ ...this.#waiting, ...partial });
    if (this.#waiting.model !== undefined) checkModel(this.#waiting.model);
    if (!this.running) this.#settle();
  }

  /** @returns {string} the conversation as text, for `snapshot` of another host's options */
  snapshot() {
    return this.#guarded(() => wasm.snapshot(this.#id), this.#snapshot);
  }

  /** @returns {any} the last run's trace */
  trace() {
    return this.#guarded(() => parseJson(wasm.trace(this.#id)), undefined);
  }

  /** @returns {any} what a replay found; `undefined` before it is over */
  report() {
    const text = this.#guarded(() => wasm.report?.(this.#id) ?? '', '');
    return text === '' ? undefined : parseJson(text);
  }

  /**
   * @param {Listener} listener
   * @returns {() => void} ends it
   */
  on(listener) {
    return this.#listeners.add(listener);
  }

  /**
   * Shows the panel, where it is built in.
   * @param {Element} container
   * @param {object} [options]
   */
  mount(container, options = {}) {
    stylePanel(container);
    this.#guarded(() => wasm.mount?.(this.#id, container, toJson(options)), undefined);
    this.#offersTools = true;
    this.#offer();
    this.#store?.({ type: 'mounted' }, container);
  }

  /** Tells the panel the page's tools: it suggests those that only look things up. */
  #offer() {
    if (!this.#offersTools) return;
    this.#work.source.peek().then(
      ({ tools }) => {
        const offered = tools.map(({ name, title = '', annotations }) => {
          return { name, title, readOnly: bare(annotations).readOnlyHint === true };
        });
        this.#guarded(() => wasm.panel_offer?.(this.#id, toJson(offered)), undefined);
      },
      () => {},
    );
  }

  /** Takes the panel away; the conversation stays. */
  unmount() {
    this.#offersTools = false;
    this.#guarded(() => wasm.unmount?.(this.#id), undefined);
  }

  /**
   * Other settings for the panel; the conversation stays.
   * @param {object} options
   */
  update(options) {
    this.#guarded(() => wasm.panel_update?.(this.#id, toJson(options)), undefined);
  }

  /** The visitor opened the panel: the focus goes to its question or its composer. */
  focus() {
    this.#guarded(() => wasm.panel_focus?.(this.#id), undefined);
  }

  /** @returns {boolean} whether Escape denied an open question; if not, the panel may close */
  escape() {
    return this.#guarded(() => wasm.panel_escape?.(this.#id) ?? false, false);
  }

  /** The panel is about to be hidden: an open question is denied. */
  closing() {
    this.#guarded(() => wasm.panel_closing?.(this.#id), undefined);
  }

  /** @returns {string} what stands in the panel's composer */
  draft() {
    return this.#guarded(() => wasm.panel_draft?.(this.#id) ?? '', '');
  }

  /** Ends the session. What is kept in the tab stays. */
  close() {
    this.#guarded(() => wasm.close(this.#id), undefined);
    hosts.delete(this.#id);
    this.#stop();
  }

  /**
   * After `crashed`: the same conversation, as it was last kept, in a fresh instance.
   * @returns {Promise<Host>}
   */
  revive() {
    const snapshot = this.#snapshot === '' ? undefined : this.#snapshot;
    return attach(bare({ ...this.#options, snapshot }));
  }

  /** Called by the module: the instance has trapped. */
  crash() {
    if (this.#over) return;
    this.#stop();
    this.#listeners.tell({ type: 'crashed' });
  }

  /**
   * Called by the module: an effect of this session.
   * @param {string} kind
   * @param {number} ticket
   * @param {string} text
   */
  carry(kind, ticket, text) {
    if (kind === 'emit') this.#publish(parseJson(text));
    else if (kind === 'persist') this.#persist(text);
    else if (kind === 'panel') this.#fulfil(text);
    else this.#work.carry(kind, ticket, text);
  }

  /** @param {string} wish of the panel: what is not ours is the element's */
  #fulfil(wish) {
    if (wish === 'download') this.#download.start(this.#work.model);
    else if (wish === 'download-cancel') this.#download.cancel();
    else this.#listeners.tell({ type: 'panel', wish });
  }

  /**
   * @param {string} kind
   * @param {number} ticket
   * @param {string} [text]
   */
  #tell(kind, ticket, text) {
    return this.#guarded(() => wasm.send(this.#id, kind, ticket, text), false);
  }

  /**
   * @template T
   * @param {() => T} ask
   * @param {T} otherwise
   * @returns {T}
   */
  #guarded(ask, otherwise) {
    return this.#over ? otherwise : guard(ask, otherwise);
  }

  /** @param {HostEvent} event a public event */
  #publish(event) {
    const { type, model, step } = bare(event);
    if (type === 'thinking') {
      this.#modelName = model || this.#modelName;
      if (step === 1) this.#isBrought = false;
    }
    this.#outcome.hear(event);
    if (type === 'done') event.result = this.#outcome.end(event.result, this.trace());
    this.#store?.(event, type === 'done' ? this.trace() : undefined);
    this.#listeners.tell(event);
    if (type === 'done' && this.#waiting !== undefined) this.#settle();
  }

  /** @param {string} snapshot */
  #persist(snapshot) {
    this.#snapshot = snapshot;
    const { storageKey } = this.#options;
    if (storageKey !== undefined) keepSnapshot(storageKey, snapshot);
  }

  /** New settings take effect. */
  #settle() {
    const before = this.#options;
    this.#options = bare({ ...before, ...this.#waiting });
    this.#waiting = undefined;
    const means = meansOf(this.#options);
    expectPartsOf(means.model);
    this.#work.model = means.model;
    this.#work.confirm = means.confirm;
    this.#work.source = means.source;
    this.#modelName = means.model.name;
    this.#listenToTools();
    this.#configure();
    if (!this.#isBrought && !sameMeans(before, this.#options)) this.send('reset');
  }

  #configure() {
    this.#config = configOf(this.#options);
    this.#guarded(() => wasm.configure(this.#id, this.#config), undefined);
  }

  #listenToTools() {
    this.#stopListening();
    this.#stopListening = this.#work.source.onChange(() => {
      this.send('tools-changed');
      this.#offer();
    });
  }

  #stop() {
    this.#over = true;
    this.#work.cancelAll();
    this.#download.cancel();
    this.#stopListening();
    globalThis.removeEventListener?.('pagehide', this.#onHide);
    globalThis.removeEventListener?.('pageshow', this.#onShow);
  }

  #onHide = () => {
    this.send('suspended');
  };

  /** @param {Event} event */
  #onShow = (event) => {
    if (/** @type {PageTransitionEvent} */ (event).persisted) this.send('resumed');
  };
}
