/**
 * The element `<site-agent>` as far as a page meets it before anybody is interested: the real
 * launcher, the attributes, the public methods. All else comes with the heavy module, on the first
 * sign of interest; until then nothing is stored, and nothing fetched but a hosted tag's settings.
 */

import { Address, kept, Pledge, request, Sheet, startClock, Watcher } from './kept.js';
import { labelIn, languageOf } from './languages.js';
import { LAUNCHER_CSS } from './launcher-style.js';
import { bare } from './own.js';

const TAG = 'site-agent';

/**
 * Which agent's settings a visitor meets, by name. An owner's `configure()` and `options` win over
 * attributes, and these over what the program says for a hosted tag.
 * @typedef {Record<string, any>} Settings
 */

/** The address of the script that this copy is part of. */
let script = '';
/** @type {import('./model-context.js').Bring} */
let bring;
/** Whether something keeps the agent from working here: then no element is shown any more. */
export let isOver = false;
/** @type {SiteAgentElement | undefined} the one that shows; others keep quiet */
let shown;

/** Of what went wrong the launcher and the console tell already. @type {<T>(work: Promise<T>) => Promise<T>} */
const heard = (work) => {
  work.catch(() => {});
  return work;
};

/** @type {(what: unknown) => void} */
const complain = (what) => console.error(`${TAG}:`, what);

/** `pre-approved` for `preApproved`. @type {(name: string) => string} */
const kebab = (name) => name.replace(/[A-Z]/g, '-$&').toLowerCase();

export class SiteAgentElement extends HTMLElement {
  // What the launcher shows; the layer follows all others.
  static observedAttributes = ['label', 'lang', 'open', 'position', 'theme'];

  /** @type {ShadowRoot | undefined} */
  #root;
  #button = document.createElement('button');
  #name = document.createTextNode('');
  /** @type {Settings} */
  #given = bare();
  /** @type {Settings} */
  #hosted = bare();
  /** @type {any} the opened half: layer, panel, session */
  #layer;
  /** @type {Promise<any> | undefined} */
  #loading;
  #watcher = new Watcher(() => this.#changed());
  /** The last attempt to load the rest failed; the next press is another. */
  #trouble = false;

  connectedCallback() {
    if (shown?.isConnected && shown !== this) return;
    shown = this;
    if (this.#root) this.#layer?.moved();
    else this.#begin().catch(complain);
  }

  disconnectedCallback() {
    this.#layer?.keep();
    // Frameworks move nodes: only what is still away a task later has gone.
    startClock(() => {
      if (this.isConnected) return;
      this.#layer?.close();
      this.#layer = this.#loading = undefined;
      // A framework may have put another in its place before it took this one away.
      find()?.connectedCallback();
    });
  }

  /** @param {string} name @param {string | null} _ @param {string | null} value */
  attributeChangedCallback(name, _, value) {
    if (!this.#root) return;
    if (name !== 'open') this.#changed();
    else if (value === null) this.hide();
    else this.#reveal();
  }

  async #begin() {
    const root = (this.#root = this.attachShadow(bare({ mode: 'open' })));
    const widget = this.setting('widget');
    if (widget) {
      // Once, and no script of the page is to find it: the dashboard's ticket for a replay.
      const [here, ticket] = location.href.split('#sa-replay=');
      if (ticket) {
        history.replaceState(history.state, '', here);
        heard(bring('./ticket.js').then((part) => part.offer(this, ticket, kept())));
      }
      const path = `../api/widgets/${encodeURIComponent(widget)}`;
      const { href } = new Address(path, new Address('__SA_MODULE__', script));
      // A launcher that leads nowhere is worse than none.
      const answer = await request(href, bare({ credentials: 'omit' }));
      if (!answer.ok) throw `no settings from ${href}: ${answer.status}`;
      this.#hosted = bare(await answer.json());
    }
    const sheet = new Sheet();
    sheet.replaceSync(LAUNCHER_CSS);
    root.adoptedStyleSheets.push(sheet);
    const button = this.#button;
    button.className = 'launcher';
    button.part = 'launcher';
    button.ariaHasPopup = 'dialog';
    button.ariaExpanded = 'false';
    button.append(this.#name);
    button.onclick = () => this.show();
    // Once it did not come, only a press tries again.
    button.onpointerenter = button.onfocus = () => this.#trouble || this.#load();
    // Sweeps that hide everything but a page's own dialog leave live regions alone.
    this.ariaLive ??= 'off';
    this.#paint();
    root.append(button);
    this.#resume();
  }

  #paint() {
    const button = this.#button;
    const { dataset } = button;
    // Under a page's modal dialog nobody could press it.
    button.hidden = !!document.querySelector('dialog:modal');
    // Other languages, also when a page takes over another one's content; dialogs that open, close
    // and, while one is open, go away.
    const watched = { subtree: true, childList: button.hidden, attributeFilter: ['lang', 'open'] };
    this.#watcher.observe(document, bare(watched));
    const label = this.setting('label') || labelIn(this.language);
    this.#name.data = this.#trouble ? `${label}!` : label;
    dataset.theme = this.setting('theme');
    dataset.side = /start|left/.test(this.setting('position')) ? 'start' : 'end';
  }

  /** Goes on where the page before this one was left. */
  #resume() {
    let state;
    try {
      state = sessionStorage.getItem(this.stateKey);
    } catch {
      // Blocked: every page starts anew.
    }
    if (this.hasAttribute('open') || state?.startsWith('open')) this.#reveal();
    else if (state?.startsWith('busy')) this.#load();
  }

  /**
   * @param {boolean} [byVisitor] only then the focus moves
   * @returns {Promise<any>} the layer, open; rejects when it cannot be had
   */
  #reveal(byVisitor) {
    return heard(
      this.#load().then((layer) => {
        layer.open(byVisitor);
        return layer;
      }),
    );
  }

  /** @returns {Promise<any>} */
  #load() {
    return (this.#loading ??= heard(this.#attach()));
  }

  async #attach() {
    let blocked = '';
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective }) => {
        blocked = effectiveDirective;
      },
      bare({ once: true }),
    );
    try {
      // Either the module that all entries share, or the page's side of a frame.
      const isFramed = this.setting('mode') === 'frame';
      const load = () => bring(isFramed ? '__SA_FRAME__' : '__SA_MODULE__');
      const { adopt, attach, openElement } = await load().catch(load);
      adopt(kept());
      this.#layer = await openElement(attach, this, this.#root, this.#button, this.#hosted);
      this.#trouble = false;
      return this.#layer;
    } catch (/** @type {any} */ error) {
      this.#loading = undefined;
      // What was blocked is told a moment later.
      await new Pledge((told) => startClock(told));
      const { origin } = new Address(script);
      // What keeps the rest from running says so itself, when it is there at all.
      const lasting =
        bare(error).lasting ??
        (blocked &&
          `this page's policy (${blocked}) stops the agent. ` +
            `It needs: script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}`);
      if (lasting) {
        isOver = true;
        this.remove();
      } else this.#trouble = true;
      complain(lasting || error);
      throw error;
    } finally {
      this.#paint();
    }
  }

  #changed() {
    this.#paint();
    this.#layer?.changed();
  }

  /** Where the tab keeps whether the panel is open, beside the conversation. */
  get stateKey() {
    return `${TAG}-open:${this.setting('widget') || ''}`;
  }

  /** The language of our words: that of the setting, or of the page around the element. */
  get language() {
    const around = /** @type {HTMLElement | null} */ (this.closest('[lang]'));
    return languageOf(this.setting('lang') || around?.lang || '');
  }

  /**
   * @param {string} name in camel case
   * @returns {any}
   */
  setting(name) {
    return this.#given[name] ?? this.getAttribute(kebab(name)) ?? this.#hosted[name];
  }

  /** What was set in JavaScript; a model, tools and a `confirm` can only come this way. */
  get options() {
    return bare(this.#given);
  }

  set options(options) {
    this.#given = bare(options);
    this.#changed();
  }

  /** @param {Settings} partial settings by their names in camel case */
  configure(partial) {
    this.options = { ...this.#given, ...partial };
  }

  show() {
    this.#reveal(true);
  }

  hide() {
    this.#layer?.hide();
  }

  /** @param {string} text what the visitor asks */
  async ask(text) {
    (await this.#reveal()).ask(text);
  }

  /** Starts the conversation over. */
  reset() {
    this.#layer?.reset();
  }
}

/** The first in the page. */
export const find = () => /** @type {SiteAgentElement | null} */ (document.querySelector(TAG));

/**
 * Defines the element, unless another copy has.
 * @param {string} address of the script this is part of
 * @param {import('./model-context.js').Bring} bringPart
 */
export function defineElement(address, bringPart) {
  if (customElements.get(TAG)) return;
  script = address;
  bring = bringPart;
  customElements.define(TAG, SiteAgentElement);
}
