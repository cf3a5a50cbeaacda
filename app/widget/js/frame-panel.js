/**
 * The panel in its frame, and the session behind it. Settings come from the page as text, and only
 * those that are known are taken: whose page it is, who confirms and where the conversation is kept
 * are never among them.
 */

import { PageLink } from './frame-link.js';
import { applyLook } from './frame-look.js';
import { modelHere, PageSource } from './frame-means.js';
import { lostPanel } from './lost.js';
import { keepSnapshot, keptSnapshot } from './storage.js';

const PLACE_CSS = `:host,html,body{margin:0;block-size:100%;overflow:hidden;background:none}
.place{block-size:100%;display:flex}.place>*{flex:1;min-inline-size:0}`;
/** The tag of a language's file. */
const LANGUAGE = /^[a-z]{2}(-[A-Za-z]+)?$/;
/** What the page may tell the session of its own doing; a decision is not among it. */
const TOLD = ['aborted', 'reset', 'retried', 'call-cancelled'];
/** After these the page's picture of the session is renewed. */
const CHANGES = ['thinking', 'done', 'crashed'];

/**
 * @typedef {import('./host.js').Host} Host
 * @typedef {import('./host.js').HostOptions} HostOptions
 * @typedef {import('./models.js').Model} Model
 * @typedef {typeof import('./host.js')} HostModule
 */

export class FramePanel {
  #origin;
  #link;
  #source;
  #module;
  /** @type {Host | undefined} */
  #host;
  /** @type {Promise<unknown> | undefined} what the page said last is done; then comes the next */
  #done;
  #key;
  #draftKey;
  /** What the program says of the widget: its own document here, and never the page around. */
  #hosted;
  #isMounted = false;
  #root = document.createElement('div');
  #place = document.createElement('div');
  /** @type {{ key: string, model: Model } | undefined} */
  #model;
  /** @type {Record<string, any>} the panel's settings as they came last */
  #given = {};
  /** @type {Record<string, unknown>} */
  #look = {};

  /**
   * @param {string} origin of the page around
   * @param {MessagePort} port
   * @param {Promise<HostModule>} module
   */
  constructor(origin, port, module) {
    this.#origin = origin;
    this.#module = module;
    this.#link = new PageLink(port, this.#commands());
    this.#source = new PageSource(this.#link);
    const widget = new URL(location.href).searchParams.get('widget') ?? '';
    this.#key = `${origin} ${widget}`;
    const traces = document.querySelector('meta[name=traces]')?.getAttribute('content') ?? '';
    this.#hosted = { key: widget, traces, tracesUrl: '../api/traces' };
    this.#draftKey = `site-agent-draft:${this.#key}`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(PLACE_CSS);
    document.adoptedStyleSheets = [sheet];
    const shadow = this.#root.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    this.#place.className = 'place';
    shadow.append(this.#place);
    document.body.append(this.#root);
    window.addEventListener('keydown', (event) => this.#onKey(event), true);
    // The page's colours may be others in the dark.
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#dress());
    window.addEventListener('pagehide', () => this.#keepDraft());
  }

  /** @returns {Record<string, import('./frame-link.js').Command>} all that the page can command */
  #commands() {
    return {
      begin: (text) => {
        this.#done ??= this.#open(text);
      },
      configure: (text) => this.#with(async (host) => host.configure(await this.#options(text))),
      mount: (text) => this.#with((host) => this.#mount(host, text)),
      update: (text) => this.#with((host) => this.#update(host, text)),
      ask: (text) => this.#with((host) => host.ask(text)),
      send: (text) => this.#with((host) => this.#send(host, text)),
      focus: () => this.#with((host) => host.focus()),
      closing: () => this.#with((host) => this.#closing(host)),
      'tools-changed': () => this.#source.changed(),
    };
  }

  /** @param {(host: Host) => unknown} act when the session is there, one after the other */
  #with(act) {
    this.#done = this.#done?.then(async () => {
      try {
        if (this.#host !== undefined) await act(this.#host);
      } catch (error) {
        console.error('site-agent:', error);
      }
    });
  }

  /** @param {string} text */
  async #open(text) {
    try {
      const { attach } = await this.#module;
      this.#follow(await attach(await this.#options(text)));
      this.#link.tell('opened');
    } catch (error) {
      console.error('site-agent:', error);
      const isLasting =
        typeof WebAssembly === 'undefined' || error instanceof WebAssembly.CompileError;
      this.#link.tell('failed', isLasting ? 'this browser runs no WebAssembly' : '');
    }
  }

  /**
   * @param {string} text
   * @returns {Promise<HostOptions>}
   */
  async #options(text) {
    const { rules, models, means, path } = JSON.parse(text);
    const { preApproved, maxSteps, toolTimeoutMs, maxResultChars, instructions } = rules;
    return {
      model: await this.#modelOf(models, `${means}`),
      source: this.#source,
      confirm: 'panel',
      preApproved,
      maxSteps,
      toolTimeoutMs,
      maxResultChars,
      instructions,
      storageKey: `site-agent:${this.#key}`,
      hosted: this.#hosted,
      place: { origin: this.#origin, pathname: `${path}` },
    };
  }

  /**
   * @param {any[]} models
   * @param {string} means what tells the page's models from those it had before
   * @returns {Promise<Model>} the same for the same ones: another starts a fresh conversation
   */
  async #modelOf(models, means) {
    const key = `${means} ${JSON.stringify(models)}`;
    if (this.#model?.key !== key) {
      const module = await this.#module;
      const choices = models.map((model) => modelHere(module, this.#link, model));
      this.#model = { key, model: module.firstAvailable(.../** @type {[Model]} */ (choices)) };
    }
    return this.#model.model;
  }

  /** @param {Host} host */
  #follow(host) {
    this.#host = host;
    this.#tellState(host);
    host.on((event) => {
      if (CHANGES.includes(event.type)) this.#tellState(host);
      if (event.type === 'crashed') this.#offerAnew(host);
      else this.#link.tell('event', JSON.stringify(event));
    });
  }

  /** @param {Host} host */
  #tellState(host) {
    const { model, running, messages } = host;
    this.#link.tell('state', JSON.stringify({ model, running, messages }));
  }

  /**
   * @param {Host} host
   * @param {string} text
   */
  async #mount(host, text) {
    // Mounted once more it speaks another language, and what stands in the composer stays.
    const draft = this.#isMounted ? host.draft() : keptSnapshot(this.#draftKey);
    host.mount(this.#place, { ...(await this.#settings(host, text)), draft });
    this.#isMounted = true;
    this.#dress();
  }

  /**
   * @param {Host} host
   * @param {string} text
   */
  async #update(host, text) {
    host.update(await this.#settings(host, text));
    this.#dress();
  }

  /** In the page's colours; after the panel, which brings its sheet. */
  #dress() {
    applyLook(this.#root, this.#given.theme, this.#look);
  }

  /**
   * @param {Host} host
   * @param {string} text
   */
  async #settings(host, text) {
    const { name, words, heading, placeholder, suggestions, theme, look } = JSON.parse(text);
    const { wordsIn } = await this.#module;
    // The page names the language; the words are the program's own.
    const language = LANGUAGE.test(words) ? words : 'en';
    const page = document.documentElement;
    page.lang = language;
    page.style.colorScheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
    document.title = `${name}`;
    this.#look = look ?? {};
    this.#given = { words: await wordsIn(language), heading, placeholder, suggestions, theme };
    return { ...this.#given, model: host.model, origin: this.#origin };
  }

  /**
   * @param {Host} host
   * @param {string} kind
   */
  #send(host, kind) {
    if (!TOLD.includes(kind)) return;
    host.send(kind);
    this.#tellState(host);
  }

  /** @param {Host} host */
  #closing(host) {
    host.closing();
    this.#keepDraft();
  }

  #keepDraft() {
    if (this.#isMounted) keepSnapshot(this.#draftKey, this.#host?.draft() ?? '');
  }

  /**
   * Escape denies an open question, else it closes: for the page's listeners it was never pressed.
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (!this.#host?.escape()) this.#link.tell('event', '{"type":"panel","wish":"close"}');
  }

  /** @param {Host} host whose instance is lost */
  #offerAnew(host) {
    const isInside = document.hasFocus();
    const panel = lostPanel(this.#given.words, document.title, () => void this.#startAnew(host));
    this.#place.replaceChildren(panel);
    if (isInside) panel.querySelector('button')?.focus();
  }

  /** @param {Host} lost */
  async #startAnew(lost) {
    const host = await lost.revive();
    this.#follow(host);
    this.#place.replaceChildren();
    host.mount(this.#place, { ...this.#given, model: host.model, origin: this.#origin });
    host.focus();
  }
}
