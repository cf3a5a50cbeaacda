/**
 * The strip that offers a replay, and the cards of what it asks. It lies over the page in a corner of
 * its own; nothing of it is pressed by a script, and no word of it is the page's but the values of a
 * card, which are marked as such.
 */

import { toJson } from './json.js';
import { Pledge, Sheet } from './kept.js';
import { bare } from './own.js';
import { onSeenPress } from './press.js';

const STRIP_CSS = `.replay{--accent:var(--site-agent-accent,light-dark(#0f766e,#4fb8ac));
--raised:var(--site-agent-bg,light-dark(#fff,#1f2326));--ink:var(--site-agent-fg,light-dark(#1d1b18,#ece8e1));
--ink-2:var(--site-agent-muted,light-dark(#5d574d,#aaa499));
--sunken:var(--site-agent-surface,light-dark(#f5f1ea,#15181a));
all:unset;color-scheme:light dark;position:fixed;inset:auto;inset-block-end:16px;
inset-inline-start:16px;inline-size:min(380px,calc(100vw - 32px));max-block-size:calc(100dvh - 32px);
box-sizing:border-box;overflow-y:auto;padding:14px;border:1px solid var(--ink-2);border-radius:12px;
background:var(--raised);color:var(--ink);font:400 15px/1.5 var(--site-agent-font,system-ui,sans-serif);
box-shadow:0 10px 32px rgb(0 0 0/.16);overflow-wrap:anywhere;pointer-events:auto}
.replay:not(:popover-open){display:none}
.replay .unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.replay[data-theme=light]{color-scheme:light}.replay[data-theme=dark]{color-scheme:dark}
.replay *{box-sizing:border-box}.replay :is(p,h2,dl,dd,pre){margin:0}
.replay h2{font-size:16px;font-weight:600;line-height:1.35}
.replay :is(.origin,.why,dt,details){color:var(--ink-2);font-size:13px}
.replay dl{display:grid;grid-template-columns:minmax(64px,auto) minmax(55%,1fr);gap:6px 16px;
margin-block:10px;padding:10px 12px;border-radius:8px;background:var(--sunken)}
.replay pre{white-space:pre-wrap;font-size:13px;color:var(--ink)}
.replay summary{cursor:pointer;min-block-size:24px;inline-size:fit-content}
.replay .choice{display:flex;flex-wrap:wrap;gap:10px;margin-block-start:12px}
.replay button{all:unset;box-sizing:border-box;flex:1 1 40%;min-block-size:44px;padding:4px 12px;
border:1px solid var(--ink-2);border-radius:var(--site-agent-radius,10px);text-align:center;
font-weight:600;cursor:pointer}
.replay button:hover{background:var(--sunken)}
.replay :is(button,summary):focus-visible{outline:2px solid var(--ink);outline-offset:2px}
@media (max-width:820px){.replay{inset-block-end:84px;max-block-size:calc(100dvh - 100px)}}
@media (forced-colors:active){.replay{border-color:CanvasText}.replay button{border-color:ButtonBorder}}
@media print{.replay{display:none}}`;

/** Why a call asks, by the reason that comes with it. @type {Record<string, keyof Words>} */
const WHY = bare({
  'annotations-unknown': 'why_unknown',
  consequential: 'why_consequential',
  'after-untrusted': 'why_untrusted',
  'not-read-only': 'why_changes',
});

/** @typedef {import('./aside-words.js').Words} Words */

export class TicketStrip {
  #words;
  #box = part('div', 'replay');
  #sentence = part('p', '');
  #body = part('div', '');

  /**
   * @param {import('./launcher.js').SiteAgentElement} element
   * @param {Words} words
   */
  constructor(element, words) {
    this.#words = words;
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    const sheet = new Sheet();
    sheet.replaceSync(STRIP_CSS);
    root.adoptedStyleSheets.push(sheet);
    const box = this.#box;
    box.role = 'region';
    box.ariaLabel = 'Site Agent';
    box.lang = element.language;
    box.dir = words.dir;
    box.dataset.theme = element.setting('theme') ?? '';
    box.popover = 'manual';
    this.#sentence.role = 'status';
    box.append(this.#sentence, this.#body);
    root.append(box);
    box.showPopover();
  }

  /**
   * The last that it says.
   * @param {keyof Words} word
   */
  say(word) {
    const close = press(this.#words.close);
    close.addEventListener('click', () => this.#box.remove());
    this.#show(this.#words[word], choiceOf(close));
  }

  /**
   * @param {number} count of the calls
   * @returns {Promise<boolean>} whether a person wants them run
   */
  offers(count) {
    const { replay_about, replay_no, replay_one, replay_many } = this.#words;
    const no = press(replay_no);
    const yes = press(count === 1 ? replay_one : replay_many.replace('{}', `${count}`));
    this.#show(replay_about, choiceOf(no, yes));
    return new Pledge((resolve) => {
      onSeenPress(yes, () => resolve(true));
      no.addEventListener('click', () => {
        this.#box.remove();
        resolve(false);
      });
    });
  }

  /** @param {() => void} stop */
  runs(stop) {
    const button = press(this.#words.stop);
    button.addEventListener('click', stop);
    this.#show(this.#words.replay_running, choiceOf(button));
  }

  /** @type {import('./work.js').Confirm} */
  confirm(request, { signal }) {
    const card = part('section', 'card');
    const deny = press(this.#words.deny);
    const allow = press(this.#words.allow);
    card.append(...this.#about(request), choiceOf(deny, allow));
    card.role = 'group';
    card.setAttribute('aria-labelledby', 'sa-replay-question');
    const running = [...this.#body.childNodes];
    this.#body.replaceChildren(card);
    // The card shows it; here it is only spoken.
    this.#sentence.className = 'unseen';
    this.#sentence.textContent = this.#questionOf(request);
    deny.focus();
    return new Pledge((resolve) => {
      const decide = (/** @type {boolean} */ isAllowed) => {
        // Stopped meanwhile, something else stands there.
        if (card.isConnected) this.#show(this.#words.replay_running, ...running);
        resolve(isAllowed);
      };
      onSeenPress(allow, () => decide(true));
      deny.addEventListener('click', () => decide(false));
      signal.addEventListener('abort', () => decide(false), bare({ once: true }));
    });
  }

  /** @param {any} request */
  #questionOf({ tool }) {
    return this.#words.question.replace('{}', () => tool.title.trim() || tool.name);
  }

  /**
   * @param {any} request
   * @returns {HTMLElement[]}
   */
  #about(request) {
    const { call, tool, lines, origin, reason } = request;
    const words = this.#words;
    const question = theirs('h2', this.#questionOf(request));
    question.id = 'sa-replay-question';
    const list = part('dl', '');
    for (const { label, value } of lines) list.append(theirs('dt', label), theirs('dd', value || words.empty_value));
    if (tool.description) list.append(part('dt', '', words.sites_words), theirs('dd', tool.description));
    const details = part('details', '');
    const exact = visible(toJson({ name: call.name, arguments: call.arguments }));
    details.append(part('summary', '', words.details), theirs('pre', exact));
    const from = theirs('p', origin);
    from.className = 'origin';
    const why = part('p', 'why', words[WHY[reason] ?? 'why_changes']);
    return [question, from, ...(list.childElementCount > 0 ? [list] : []), why, details];
  }

  /**
   * @param {string} sentence
   * @param {...Node} body
   */
  #show(sentence, ...body) {
    const isHeld = this.#box.contains(/** @type {ShadowRoot} */ (this.#box.getRootNode()).activeElement);
    this.#sentence.className = '';
    this.#sentence.textContent = sentence;
    this.#body.replaceChildren(...body);
    if (isHeld) this.#body.querySelector('button')?.focus();
  }
}

/**
 * What does not show, or turns what stands around it, by its number.
 * @param {string} json
 */
function visible(json) {
  return json.replace(/[\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (mark) => {
    return `\\u{${mark.codePointAt(0)?.toString(16)}}`;
  });
}

/** @param {...HTMLElement} buttons */
function choiceOf(...buttons) {
  const choice = part('div', 'choice');
  choice.append(...buttons);
  return choice;
}

/** @param {string} words */
function press(words) {
  const button = part('button', '', words);
  /** @type {HTMLButtonElement} */ (button).type = 'button';
  return button;
}

/**
 * Words of the page or the model: values, never translated, with a direction of their own.
 * @param {string} name
 * @param {string} words
 */
function theirs(name, words) {
  const element = part(name, '', words);
  element.dir = 'auto';
  element.translate = false;
  return element;
}

/**
 * @param {string} name
 * @param {string} className
 * @param {string} [words]
 * @returns {HTMLElement}
 */
function part(name, className, words = '') {
  const element = document.createElement(name);
  element.className = className;
  element.append(words);
  return element;
}
