/**
 * The element `<site-agent>` as far as a page meets it before anybody is interested: the real
 * launcher, the attributes, the public methods. All else comes with the heavy module, on the first
 * sign of interest; until then nothing is stored, and nothing fetched but a hosted tag's settings.
 */

import { labelIn, languageOf } from './languages.js';
import { LAUNCHER_CSS } from './launcher-style.js';

const TAG = 'site-agent';

/**
 * Which agent's settings a visitor meets, by name. An owner's `configure()` and `options` win over
 * attributes, and these over what the program says for a hosted tag.
 * @typedef {Record<string, any>} Settings
 */

/** @type {Settings | undefined} where this copy came from: `script`, and the program's `root` */
let source;
/** @type {SiteAgentElement | undefined} the one that shows; others keep quiet */
let shown;
/** @type {CSSStyleSheet | undefined} */
let launcherSheet;

/**
 * @param {string} mode
 * @returns {Promise<any>} the module all entries share, or the page's side of a frame
 */
const loadHeavy = (mode) =>
  import(new URL(mode === 'frame' ? '__SA_FRAME__' : '__SA_MODULE__', source?.script).href);

/** @type {(name: string, attributes: Record<string, string>) => SVGElement} */
const draw = (name, attributes) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  return node;
};

/** What went wrong stands on the launcher and in the console already. */
const said = () => {};

/** `pre-approved` for `preApproved`. @type {(name: string) => string} */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export class SiteAgentElement extends HTMLElement {
  static observedAttributes = [
    'proxy-url',
    'models',
    'pre-approved',
    'max-steps',
    'label',
    'heading',
    'placeholder',
    'instructions',
    'suggestions',
    'open',
    'mode',
    'lang',
    'theme',
    'position',
  ];

  /** @type {ShadowRoot | undefined} */
  #root;
  #button = document.createElement('button');
  #name = document.createElement('span');
  #badge = document.createElement('b');
  /** @type {Settings} */
  #given = {};
  /** @type {Settings} */
  #hosted = {};
  /** @type {any} the opened half: layer, panel, session */
  #layer;
  /** @type {Promise<any> | undefined} */
  #loading;
  #unread = 0;
  /** The last attempt to load the rest failed; the next press is another. */
  #trouble = false;

  connectedCallback() {
    if (shown?.isConnected && shown !== this) return;
    shown = this;
    if (this.#root) this.#layer?.moved();
    else void this.#begin();
  }

  disconnectedCallback() {
    this.#layer?.keep();
    // Frameworks move nodes: only what is still away a task later has gone.
    setTimeout(() => {
      if (this.isConnected) return;
      this.#layer?.close();
      this.#layer = this.#loading = undefined;
    });
  }

  /** @param {string} name @param {string | null} _ @param {string | null} value */
  attributeChangedCallback(name, _, value) {
    if (!this.#root) return;
    if (name === 'open') value === null ? this.hide() : this.#reveal(false).catch(said);
    else this.#changed();
  }

  async #begin() {
    const root = (this.#root = this.attachShadow({ mode: 'open' }));
    const widget = this.setting('widget');
    if (widget) {
      const address = new URL(`api/widgets/${encodeURIComponent(widget)}`, source?.root);
      try {
        const answer = await fetch(address, { credentials: 'omit' });
        if (!answer.ok) throw new Error(`${answer.status}`);
        this.#hosted = await answer.json();
        const { proxyUrl } = this.#hosted;
        if (proxyUrl) this.#hosted.proxyUrl = new URL(proxyUrl, source?.root).href;
      } catch (error) {
        // A launcher that leads nowhere is worse than none.
        console.error(`${TAG}: no settings from ${address}`, error);
        return;
      }
    }
    launcherSheet ??= new CSSStyleSheet();
    launcherSheet.replaceSync(LAUNCHER_CSS);
    root.adoptedStyleSheets = [launcherSheet];
    const icon = draw('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' });
    icon.append(draw('path', { d: 'M4 4.5h12v9H9.5L6 16.5v-3H4zM7.5 9h5' }));
    const button = this.#button;
    button.type = 'button';
    button.className = 'launcher';
    button.part.add('launcher');
    button.ariaHasPopup = 'dialog';
    button.ariaExpanded = 'false';
    button.append(icon, this.#name, this.#badge);
    button.addEventListener('click', () => this.#reveal(true).catch(said));
    for (const sign of ['pointerenter', 'focusin', 'touchstart']) {
      button.addEventListener(sign, () => this.#load().catch(said), { once: true, passive: true });
    }
    // Sweeps that hide everything but a page's own dialog leave live regions alone.
    if (!this.hasAttribute('aria-live')) this.ariaLive = 'off';
    this.#paint();
    // A page that changes its language, also by taking over another one's content.
    const watcher = new MutationObserver(() => this.#changed());
    watcher.observe(document.documentElement, { attributeFilter: ['lang'] });
    root.append(button);
    this.#resume();
  }

  #paint() {
    this.#name.textContent = this.setting('label') || labelIn(this.language);
    this.#badge.textContent = this.#trouble ? '!' : this.#unread ? `${this.#unread}` : '';
    this.#button.dataset.theme = this.setting('theme');
    this.#button.dataset.side = /start|left/.test(this.setting('position')) ? 'start' : 'end';
  }

  /** Goes on where the page before this one was left. */
  #resume() {
    let kept;
    try {
      kept = sessionStorage.getItem(this.stateKey);
    } catch {
      // Blocked: every page starts anew.
    }
    if (this.hasAttribute('open') || kept?.startsWith('open')) this.#reveal(false).catch(said);
    else if (kept?.startsWith('busy')) this.#load().catch(said);
  }

  /**
   * @param {boolean} byVisitor only then the focus moves
   * @returns {Promise<any>} the layer, open; rejects when it cannot be had
   */
  async #reveal(byVisitor) {
    const layer = await this.#load();
    layer.open(byVisitor);
    this.#unread = 0;
    this.#paint();
    return layer;
  }

  /** @returns {Promise<any>} */
  #load() {
    this.#loading ??= this.#attach();
    return this.#loading;
  }

  async #attach() {
    let blocked = '';
    /** @param {SecurityPolicyViolationEvent} event */
    const notice = (event) => {
      blocked = event.effectiveDirective;
    };
    document.addEventListener('securitypolicyviolation', notice);
    try {
      const load = () => loadHeavy(this.setting('mode'));
      const { attach, openElement } = await load().catch(load);
      this.#layer = await openElement(attach, this, this.#root, this.#button);
      this.#trouble = false;
      return this.#layer;
    } catch (error) {
      this.#loading = undefined;
      const { origin } = new URL(source?.script);
      // The frame's side says by itself what is missing.
      const missing =
        /** @type {any} */ (error).lasting ??
        (blocked || typeof WebAssembly === 'undefined' || error instanceof WebAssembly.CompileError
          ? `this page's Content-Security-Policy (${blocked || 'script-src'}) ` +
            'keeps the agent from starting. It needs: ' +
            `script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}`
          : '');
      if (missing) {
        this.remove();
        console.error(`${TAG}: ${missing}`);
      } else {
        this.#trouble = true;
        console.error(`${TAG}:`, error);
      }
      throw error;
    } finally {
      document.removeEventListener('securitypolicyviolation', notice);
      this.#paint();
    }
  }

  #changed() {
    this.#paint();
    this.#layer?.changed();
  }

  /** Called by the layer: something came in while the panel was closed. */
  news() {
    this.#unread++;
    this.#paint();
  }

  /** Where the tab keeps whether the panel is open, beside the conversation. */
  get stateKey() {
    return `${TAG}-open:${this.setting('widget') || ''}`;
  }

  /** The language of our words: that of the setting, or of the page around the element. */
  get language() {
    const around = this.closest('[lang]') ?? document.documentElement;
    return languageOf(this.setting('lang') || /** @type {HTMLElement} */ (around).lang);
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
    return { ...this.#given };
  }

  set options(options) {
    this.#given = { ...options };
    this.#changed();
  }

  /** @param {Settings} partial settings by their names in camel case */
  configure(partial) {
    this.options = { ...this.#given, ...partial };
  }

  show() {
    this.#reveal(true).catch(said);
  }

  hide() {
    this.#layer?.hide();
  }

  /** @param {string} text what the visitor asks */
  async ask(text) {
    (await this.#reveal(false)).ask(text);
  }

  /** Starts the conversation over. */
  reset() {
    this.#layer?.reset();
  }

  /** The session behind the panel, once somebody was interested. */
  get agent() {
    return this.#layer?.host;
  }

  /** The record of the last run. */
  get lastTrace() {
    return this.#layer?.host.trace();
  }
}

/**
 * Defines the element, unless another copy has.
 * @param {string} script the address of the script this is part of
 * @param {string} root the program's address
 */
export function defineElement(script, root) {
  if (customElements.get(TAG)) return;
  source = { script, root };
  customElements.define(TAG, SiteAgentElement);
}
