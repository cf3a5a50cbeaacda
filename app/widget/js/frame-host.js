/**
 * What stands in the page for a session whose panel runs in a frame: it has the members of `Host`
 * that a page may use. What the visitor decides stays in the frame: nothing that can be told through
 * the port allows a call.
 */

import { FrameDoor } from './frame-door.js';
import { FrameWork } from './frame-work.js';
import { lookOf } from './frame-look.js';
import { modelsFor } from './frame-models.js';
import { toJson } from './json.js';
import { parseJson, Sheet } from './kept.js';
import { labelIn } from './languages.js';
import { choicesOf } from './models.js';
import { sameMeans } from './options.js';
import { bare, given } from './own.js';
import { openSource } from './sources.js';

const FRAME_CSS = `.layer iframe{box-sizing:border-box;background:none;color-scheme:light dark;
border:1px solid var(--site-agent-border,light-dark(#ddd6c9,#363b3f));
border-radius:calc(var(--site-agent-radius,10px) + 6px);
box-shadow:0 1px 2px rgb(0 0 0/.08),0 10px 32px rgb(0 0 0/.16)}
.layer[data-theme=light] iframe{color-scheme:light}
.layer[data-theme=dark] iframe{color-scheme:dark}
@media (max-width:480px),(max-height:480px){.layer iframe{border:0;border-radius:0;
margin-block-end:env(safe-area-inset-bottom,0px)}}`;

/** @type {CSSStyleSheet | undefined} */
let frameSheet;

/**
 * @typedef {import('./host.js').HostOptions} HostOptions
 * @typedef {import('./host.js').Listener} Listener
 * @typedef {import('./launcher.js').SiteAgentElement} Element
 * @typedef {{ model: string, running: boolean, messages: any[] }} State
 */

export class FrameHost {
  #element;
  #door;
  #options;
  /** @type {Partial<HostOptions> | undefined} settings that wait for the run's end */
  #waiting;
  /** Counts the models and tools there were: the frame cannot tell one from the other. */
  #means = 0;
  #source;
  #work;
  /** @type {MessagePort | undefined} */
  #port;
  /** @type {string | undefined} the panel's settings, once it was shown */
  #panel;
  /** @type {State} as the frame told it last */
  #state;
  /** @type {any} */
  #trace;
  /** @type {Set<Listener>} */
  #listeners = new Set();
  #stopListening = () => {};

  /**
   * @param {HostOptions} options
   * @param {Element} element
   */
  constructor(options, element) {
    this.#element = element;
    this.#door = new FrameDoor(element, (port) => this.#connect(port));
    this.#options = options;
    this.#state = { model: given(options.model, 'name'), running: false, messages: [] };
    this.#source = openSource(options.tools);
    this.#work = this.#newWork();
  }

  /**
   * @param {HostOptions} options
   * @param {Element} element
   * @param {HTMLElement} box where the frame goes
   * @returns {Promise<FrameHost>} its session is there
   */
  static async open(options, element, box) {
    const host = new FrameHost(options, element);
    const { adoptedStyleSheets } = /** @type {ShadowRoot} */ (box.getRootNode());
    frameSheet ??= new Sheet();
    frameSheet.replaceSync(FRAME_CSS);
    if (!adoptedStyleSheets.includes(frameSheet)) adoptedStyleSheets.push(frameSheet);
    host.#listenToTools();
    try {
      await host.#door.open(box);
    } catch (error) {
      host.close();
      throw error;
    }
    return host;
  }

  /**
   * The frame is there, for the first time or anew; then its conversation comes back from its own
   * storage.
   * @param {MessagePort} port
   */
  #connect(port) {
    this.#disconnect();
    this.#port = port;
    port.onmessage = ({ data: [kind, ticket, text] }) => this.#hear(kind, ticket, text);
    this.#tell('begin', 0, this.#settings());
    if (this.#panel !== undefined) this.#tell('mount', 0, this.#panel);
  }

  #disconnect() {
    this.#work.cancelAll();
    this.#port?.close();
    this.#port = undefined;
  }

  /**
   * @param {string} kind
   * @param {number} ticket
   * @param {string} text
   */
  #hear(kind, ticket, text) {
    if (kind === 'event') this.#emit(parseJson(text));
    else if (kind === 'state') this.#state = parseJson(text);
    else if (kind === 'opened') this.#door.opened();
    else if (kind === 'failed') this.#door.opened(text);
    else void this.#work.carry(kind, ticket, text);
  }

  /** @param {import('./host.js').HostEvent} event */
  #emit(event) {
    if (event.type === 'done') this.#trace = event.result?.trace;
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        console.error(error);
      }
    }
    if (event.type === 'done' && this.#waiting !== undefined) this.#adopt();
  }

  /**
   * @param {string} kind
   * @param {number} [ticket]
   * @param {string | Uint8Array} [text]
   */
  #tell(kind, ticket = 0, text = undefined) {
    this.#port?.postMessage([kind, ticket, text]);
  }

  #newWork() {
    const models = choicesOf(this.#options.model);
    return new FrameWork(
      (kind, ticket, text) => this.#tell(kind, ticket, text),
      this.#source,
      models,
    );
  }

  /** What of the options crosses. */
  #settings() {
    const { preApproved, maxSteps, toolTimeoutMs, maxResultChars, instructions } = this.#options;
    const models = modelsFor(this.#element, this.#options.model, this.#door.program);
    const path = location.pathname;
    const rules = { preApproved, maxSteps, toolTimeoutMs, maxResultChars, instructions };
    return toJson({ rules, models, means: this.#means, path });
  }

  /** @param {object} options */
  #looks(options) {
    const { heading } = bare(/** @type {{ heading?: string }} */ (options));
    const name = heading || labelIn(this.#element.language);
    this.#door.frame.title = name;
    return toJson({ ...options, name, look: lookOf(this.#element) });
  }

  #listenToTools() {
    this.#stopListening();
    this.#stopListening = this.#source.onChange(() => this.#tell('tools-changed'));
  }

  get model() {
    return this.#state.model;
  }

  get running() {
    return this.#state.running;
  }

  get messages() {
    return this.#state.messages;
  }

  /** @returns {any} the trace of the last run that ended */
  trace() {
    return this.#trace;
  }

  /** @param {string} text */
  ask(text) {
    if (this.running) return false;
    // A route change within the page moves the conversation to another path.
    this.#tell('configure', 0, this.#settings());
    this.#tell('ask', 0, text);
    return true;
  }

  /** @param {string} kind `aborted`, `reset`, `retried` or `call-cancelled` */
  send(kind) {
    this.#tell('send', 0, kind);
    return true;
  }

  /** @param {Partial<HostOptions>} partial takes effect once no run is on */
  configure(partial) {
    this.#waiting = bare({ ...this.#waiting, ...partial });
    if (!this.running) this.#adopt();
  }

  #adopt() {
    const before = this.#options;
    this.#options = bare({ ...before, ...this.#waiting });
    this.#waiting = undefined;
    if (!sameMeans(before, this.#options)) this.#means += 1;
    this.#source = openSource(this.#options.tools);
    this.#work.cancelAll();
    this.#work = this.#newWork();
    this.#listenToTools();
    this.#tell('configure', 0, this.#settings());
    this.#tell('tools-changed');
  }

  /**
   * @param {Listener} listener
   * @returns {() => void} ends it
   */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * @param {HTMLElement} _ the frame is in it already
   * @param {object} options
   */
  mount(_, options) {
    this.#panel = this.#looks(options);
    this.#tell('mount', 0, this.#panel);
  }

  /** @param {object} options */
  update(options) {
    this.#panel = this.#looks(options);
    this.#tell('update', 0, this.#panel);
  }

  focus() {
    this.#door.frame.focus();
    this.#tell('focus');
  }

  closing() {
    this.#tell('closing');
  }

  /** Escape is the frame's own: the page hears no key that is pressed there. */
  escape() {
    return false;
  }

  /** The frame keeps what stands in its composer by itself. */
  draft() {
    return '';
  }

  /** A panel that is lost says so in the frame, and comes back there. */
  async revive() {
    return this;
  }

  unmount() {
    this.#panel = undefined;
  }

  close() {
    this.#stopListening();
    this.#disconnect();
    this.#door.close();
  }
}
