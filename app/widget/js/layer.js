/**
 * The opened half of the element: the layer in which the panel floats, the session behind it, and
 * the rules of the host page's side (what opens and closes it, where the focus goes, which keys the
 * page does not hear, what the tab remembers). Loaded with the heavy module.
 */

import { Aborter, Pledge, Sheet, Watcher } from './kept.js';
import { lostPanel } from './lost.js';
import { bare } from './own.js';
import { define } from './primitives.js';
import { checkPage } from './refusal.js';
import { panelOptions, sameSession, sessionOptions } from './settings.js';

const LAYER_CSS = `
.layer{all:unset;position:fixed;inset:auto;
inset-block-end:calc(16px + env(safe-area-inset-bottom,0px));inset-inline-end:16px;
inline-size:min(400px,calc(100vw - 32px));block-size:min(640px,calc(100dvh - 32px));display:flex;
pointer-events:auto}
.layer[data-side=start]{inset-inline:16px auto}
.layer:not(:popover-open){display:none}
.layer>*{flex:1;min-inline-size:0}
.launcher[aria-expanded=true]{visibility:hidden}
.launcher b{position:absolute;inset-block-start:-10px;inset-inline-end:-8px;min-inline-size:20px;
padding:1px 6px;box-sizing:border-box;border-radius:10px;border:1px solid;background:inherit;
font:600 13px/1.3 system-ui;text-align:center}
@media (max-width:480px),(max-height:480px){.layer,.layer[data-side=start]{inset:var(--sa-top,
0) 0 auto;inline-size:auto;block-size:var(--sa-height,100dvh)}}`;

/** @type {CSSStyleSheet | undefined} */
let layerSheet;

const KEYS = ['keydown', 'keypress', 'keyup'];
/** What a visitor should come back for. */
const NEWS = ['answer', 'confirm-request', 'error'];
/** What the launcher does not look at itself. */
const SETTINGS = bare({
  attributeFilter: [
    ...['heading', 'instructions', 'max-steps', 'mode', 'models', 'placeholder', 'pre-approved'],
    ...['proxy-url', 'suggestions'],
  ],
});

/**
 * @typedef {import('./launcher.js').SiteAgentElement} Element
 * @typedef {import('./host.js').Host} Host
 * @typedef {import('./host.js').HostOptions} HostOptions
 * @typedef {Omit<Pick<Host, keyof import('./frame-host.js').FrameHost>, 'revive'>
 *   & { revive(): Promise<LayerHost> }} LayerHost
 *   the session, or what stands for it where the panel runs in a frame
 * @typedef {(options: HostOptions, box: HTMLElement) => Promise<LayerHost>} Attach
 * @typedef {(language: string) => string | Promise<string>} WordsIn the panel's words
 */

/**
 * @param {Attach} attach
 * @param {WordsIn} wordsIn
 * @param {Element} element
 * @param {ShadowRoot} root
 * @param {HTMLButtonElement} button the launcher
 */
export async function openLayer(attach, wordsIn, element, root, button) {
  const options = sessionOptions(element);
  const box = document.createElement('div');
  box.popover = 'manual';
  root.append(box);
  try {
    const opening = attach(options, box);
    const refused = checkPage(options.tools).catch((error) => {
      opening.then(
        (host) => host.close(),
        () => {},
      );
      throw error;
    });
    const [host, words] = await Pledge.all([opening, wordsIn(element.language), refused]);
    const layer = new Layer(host, options, words, wordsIn, element, root, button, box);
    layer.introduce();
    // While it was loading, scripts may have set something.
    layer.changed();
    return layer;
  } catch (error) {
    box.remove();
    throw error;
  }
}

class Layer {
  host;
  #options;
  #words;
  #wordsIn;
  #element;
  #root;
  #button;
  #box;
  #isOpen = false;
  #isMounted = false;
  #isChanging = false;
  /** How much came in while the panel was closed; on the launcher, and so in its name. */
  #unread = 0;
  #badge = document.createElement('b');
  #settings = new Watcher(() => this.changed());
  /** Ends what listens while the panel is open. */
  #closed = new Aborter();
  #gone = new Aborter();

  /**
   * @param {LayerHost} host
   * @param {HostOptions} options
   * @param {string} words
   * @param {WordsIn} wordsIn
   * @param {Element} element
   * @param {ShadowRoot} root
   * @param {HTMLButtonElement} button
   * @param {HTMLElement} box
   */
  constructor(host, options, words, wordsIn, element, root, button, box) {
    this.host = host;
    this.#options = options;
    this.#words = words;
    this.#wordsIn = wordsIn;
    this.#element = element;
    this.#root = root;
    this.#button = button;
    this.#box = box;
    box.id = 'sa-layer';
    box.className = 'layer';
    box.part.add('panel');
    button.setAttribute('aria-controls', box.id);
    const sheets = root.adoptedStyleSheets;
    layerSheet ??= new Sheet();
    layerSheet.replaceSync(LAYER_CSS);
    if (!sheets.includes(layerSheet)) sheets.push(layerSheet);
    for (const key of KEYS) box.addEventListener(key, (event) => event.stopPropagation());
    window.addEventListener('pagehide', () => this.keep(), bare({ signal: this.#gone.signal }));
    this.#settings.observe(element, SETTINGS);
    this.#follow(host);
    this.#place();
  }

  /** Gives the element the members that tell of its session. */
  introduce() {
    const isThere = () => !this.#gone.signal.aborted;
    const members = {
      agent: () => (isThere() ? this.host : undefined),
      lastTrace: () => (isThere() ? this.host.trace() : undefined),
    };
    for (const [name, get] of Object.entries(members)) {
      define(this.#element, name, bare({ get, configurable: true }));
    }
  }

  /** @param {LayerHost} host */
  #follow(host) {
    host.on((event) => {
      if (event.type === 'crashed') this.#offerAnew();
      else if (event.type === 'panel') event.wish === 'close' && this.hide();
      else this.#publish(event);
    });
  }

  /** @param {import('./host.js').HostEvent} event */
  #publish(event) {
    if (!this.#isOpen && NEWS.includes(event.type)) this.#count(this.#unread + 1);
    this.#dispatch('site-agent-event', event);
    if (event.type === 'done') this.#dispatch('site-agent-done', event.result);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #dispatch(type, detail) {
    const options = bare({ bubbles: true, composed: true, detail });
    // Also where the page has a `CustomEvent` of its own.
    const Told = /** @type {any} */ (document.createEvent('CustomEvent').constructor);
    this.#element.dispatchEvent(new Told(type, options));
  }

  /** @param {number} unread */
  #count(unread) {
    this.#unread = unread;
    this.#badge.textContent = `${unread}`;
    if (unread > 0) this.#button.append(this.#badge);
    else if (this.#badge.isConnected) this.#badge.remove();
  }

  /** @param {boolean} [byVisitor] only then the focus moves */
  open(byVisitor) {
    this.#count(0);
    if (!this.#isMounted) this.#mount();
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#button.ariaExpanded = 'true';
      this.#raise();
      this.#listen();
      this.keep();
    }
    if (byVisitor) this.host.focus();
  }

  hide() {
    if (!this.#isOpen) return;
    const inside = this.#box.contains(this.#root.activeElement);
    this.host.closing();
    this.#isOpen = false;
    this.#closed.abort();
    this.#button.ariaExpanded = 'false';
    if (this.#box.matches(':popover-open')) this.#box.hidePopover();
    this.keep();
    if (inside) this.#button.focus();
  }

  /** The element was moved, which closes what is in the top layer. */
  moved() {
    if (this.#isOpen) this.#raise();
  }

  #raise() {
    if (!this.#box.matches(':popover-open')) this.#box.showPopover();
  }

  /** @param {string} [draft] what stands in the composer; else what the tab has kept */
  #mount(draft = this.#kept().slice(5)) {
    this.#isMounted = true;
    this.host.mount(this.#box, { ...this.#panel(), draft });
  }

  #panel() {
    return panelOptions(this.#element, this.host.model, this.#words);
  }

  #place() {
    const { side = 'end', theme = '' } = this.#button.dataset;
    this.#box.dataset.side = side;
    this.#box.dataset.theme = theme;
  }

  /** Attributes or options changed; a burst of changes counts once. */
  changed() {
    if (this.#isChanging) return;
    this.#isChanging = true;
    void Pledge.resolve().then(() => {
      this.#isChanging = false;
      this.#place();
      const options = sessionOptions(this.#element);
      if (!sameSession(this.#options, options)) this.host.configure(options);
      this.#options = options;
      if (this.#isMounted) this.host.update(this.#panel());
      void this.#speak();
    });
  }

  /** Another language is another panel, with the same conversation. */
  async #speak() {
    const { language } = this.#element;
    const words = await this.#wordsIn(language);
    // Meanwhile it may have changed once more.
    if (words === this.#words || language !== this.#element.language) return;
    this.#words = words;
    if (!this.#isMounted) return;
    const inside = this.#box.contains(this.#root.activeElement);
    this.#mount(this.host.draft());
    if (inside) this.host.focus();
  }

  /** What only concerns the page while the panel is open. */
  #listen() {
    this.#closed = new Aborter();
    const { signal } = this.#closed;
    window.addEventListener('keydown', this.#onKey, bare({ capture: true, signal }));
    // A page's focus trap must not learn that the focus is in here, or it would take it back.
    for (const type of ['focusin', 'focusout', 'focus', 'blur']) {
      window.addEventListener(type, this.#onFocus, bare({ capture: true, signal }));
    }
    const view = window.visualViewport;
    if (!view) return;
    const fit = () => {
      this.#box.style.setProperty('--sa-height', `${view.height}px`);
      this.#box.style.setProperty('--sa-top', `${view.offsetTop}px`);
    };
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    };
    fit();
    view.addEventListener('resize', soon, bare({ signal }));
    view.addEventListener('scroll', soon, bare({ signal }));
  }

  /**
   * Escape belongs to the panel when the focus is in it: taken before the page's own listeners, so
   * that a dialog of the page does not close with it.
   * @param {KeyboardEvent} event
   */
  #onKey = (event) => {
    const composing = event.isComposing || event.keyCode === 229;
    if (event.key !== 'Escape' || composing || !this.#root.activeElement) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!this.host.escape()) this.hide();
  };

  /** @param {Event} event */
  #onFocus = (event) => {
    const { relatedTarget } = /** @type {FocusEvent} */ (event);
    if (relatedTarget === this.#element || event.composedPath().includes(this.#element)) {
      event.stopImmediatePropagation();
    }
  };

  #kept() {
    try {
      return sessionStorage.getItem(this.#element.stateKey) ?? '';
    } catch {
      return '';
    }
  }

  /** Keeps, for the next page of this tab, whether it is open (or at work) and the draft. */
  keep() {
    const state = this.#isOpen ? 'open' : this.host.running ? 'busy' : 'shut';
    try {
      sessionStorage.setItem(
        this.#element.stateKey,
        `${state}\n${this.#isMounted ? this.host.draft() : ''}`,
      );
    } catch {
      // Blocked or full: the next page starts closed.
    }
  }

  /** @param {string} text */
  ask(text) {
    return this.host.ask(text);
  }

  reset() {
    this.host.send('reset');
  }

  /** The element has left the page. */
  close() {
    this.#closed.abort();
    this.#gone.abort();
    this.#settings.disconnect();
    this.#count(0);
    this.host.unmount();
    this.host.close();
    this.#box.remove();
    this.#button.ariaExpanded = 'false';
  }

  /** The instance is lost: nothing of the panel works any more, and the page must not notice. */
  #offerAnew() {
    const inside = this.#box.contains(this.#root.activeElement);
    const name = this.#element.setting('heading') || this.#button.textContent;
    const panel = lostPanel(this.#words, name, () => void this.#startAnew());
    this.#box.replaceChildren(panel);
    if (inside) panel.querySelector('button')?.focus();
  }

  async #startAnew() {
    const host = await this.host.revive();
    this.host = host;
    this.#follow(host);
    this.#box.replaceChildren();
    this.#mount();
    host.focus();
  }
}
