/**
 * The way into the frame: where its document is, whether the page and the program let it be shown,
 * and the port that it is given. Moving it in the page loads it again, and then it gets another.
 */

import { Aborter, Address, Pledge, startClock, stopClock } from './kept.js';
import { bare } from './own.js';
import { refusal } from './refusal.js';
import { proxyOf } from './settings.js';

/** What the frame says first, and what its port comes with. */
const GREETING = 'site-agent';
/** Milliseconds after its `load` in which the frame must have spoken. */
const REFUSED_AFTER = 2_000;
/** This module's own address; a bundler takes what stands beside `new URL` for a file of its own. */
const HERE = import.meta.url;

/** @typedef {import('./launcher.js').SiteAgentElement} Element */

/**
 * Where the program's files are: beside this one or, where this was packed into a site's own,
 * beside the proxy.
 * @param {Element} element
 */
function programOf(element) {
  if (/\/site-agent\/sa-frame-\w+\.js$/.test(HERE)) return new Address(HERE);
  const proxy = proxyOf(element);
  if (!proxy) throw refusal('a frame comes from the program. It needs: proxy-url');
  return new Address('../site-agent/', proxy);
}

export class FrameDoor {
  frame = document.createElement('iframe');
  /** Where the program's files are. */
  program;
  #element;
  #onPort;
  #hasSpoken = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #late;
  #gone = new Aborter();
  /** @type {(error?: Error) => void} */
  #settle = () => {};

  /**
   * @param {Element} element
   * @param {(port: MessagePort) => void} onPort called each time that the frame was loaded
   */
  constructor(element, onPort) {
    this.#element = element;
    this.program = programOf(element);
    this.#onPort = onPort;
  }

  /**
   * @param {HTMLElement} box where the frame goes
   * @returns {Promise<void>} somebody called `opened`
   */
  open(box) {
    const address = new Address('frame', this.program);
    const widget = this.#element.setting('widget');
    if (widget) address.searchParams.set('widget', widget);
    const { frame } = this;
    frame.src = address.href;
    // The browser's own model, where it has one.
    frame.allow = 'language-model';
    const { signal } = this.#gone;
    const untilGone = bare({ signal });
    window.addEventListener('message', this.#onMessage, untilGone);
    document.addEventListener('securitypolicyviolation', this.#onViolation, untilGone);
    // Also of the browser's own page that says that the frame was refused.
    frame.addEventListener('load', this.#onLoad, untilGone);
    return new Pledge((resolve, reject) => {
      this.#settle = (error) => (error === undefined ? resolve(undefined) : reject(error));
      box.append(frame);
    });
  }

  /** @param {string} [fault] why it did not after all; empty where trying again may help */
  opened(fault) {
    this.#settle(fault === undefined ? undefined : refusal(fault));
  }

  close() {
    this.#gone.abort();
    stopClock(this.#late);
    this.frame.remove();
  }

  /** @param {MessageEvent} event */
  #onMessage = ({ data, origin, source }) => {
    const inside = this.frame.contentWindow;
    if (inside === null || source !== inside) return;
    if (origin !== this.program.origin || data !== GREETING) return;
    this.#hasSpoken = true;
    const { port1, port2 } = new MessageChannel();
    inside.postMessage(GREETING, origin, [port2]);
    this.#onPort(port1);
  };

  /** @param {SecurityPolicyViolationEvent} event */
  #onViolation = ({ effectiveDirective, blockedURI }) => {
    const { origin } = this.program;
    if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(origin)) return;
    this.#refuse(
      "this page's Content-Security-Policy stops the agent. It needs: " +
        `frame-src ${origin}`,
    );
  };

  #onLoad = () => {
    if (this.#hasSpoken || this.#late !== undefined) return;
    this.#late = startClock(() => {
      if (this.#hasSpoken) return;
      // Without a network the next click may do better.
      if (!navigator.onLine) this.opened('');
      const own = location.origin;
      this.#refuse(
        `${this.program.origin} does not show its panel on ${own}. ` +
          `It needs: allowed_origins = ["${own}"]`,
      );
    }, REFUSED_AFTER);
  };

  /** @param {string} words what is missing; a page that does not insist on a frame has a choice */
  #refuse(words) {
    const isForced = this.#element.setting('mode') === 'frame';
    const { origin } = this.program;
    const inline = `, or script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}`;
    this.opened(isForced ? words : words + inline);
  }
}
