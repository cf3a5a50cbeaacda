/**
 * What the panel asks and says about storing: the question, and the codes of what was stored, each
 * with its Delete. It stands between the conversation and the composer, is made of our words alone, and
 * is pressed by a person (`press.js`). The question is new each time it comes up, so that no press on
 * a card counts for it.
 */

import { asideWords } from './aside-words.js';
import { Sheet, Watcher } from './kept.js';
import { bare } from './own.js';
import { onSeenPress } from './press.js';

export { adopt } from './kept.js';

const ASKS_CSS = `.keep{flex:0 1 auto;min-block-size:0;display:flex;flex-direction:column;
margin:0 12px 12px;border:1px solid var(--edge);border-radius:12px;background:var(--raised)}
.keep .about p{margin-block-start:4px;color:var(--ink-2);font-size:13px}
.panel .keep .choice button{border-color:var(--edge);background:var(--raised);color:var(--ink)}
.panel .keep .choice button:hover,.kept .small:hover{background:var(--sunken)}
.kept{flex:none;max-block-size:30%;overflow-y:auto;padding:8px 12px;font-size:13px;
color:var(--ink-2);border-block-start:1px solid var(--line)}
.kept:empty{display:none}
.kept ul{list-style:none;padding:0;margin:4px 0 0}
.panel .kept ul{padding:0}
.kept .one{display:flex;align-items:center;gap:8px;flex-wrap:wrap}
.kept .one+.one,.kept li+li,.kept p+.one{margin-block-start:4px}
.kept .one p{flex:1 1 0;min-inline-size:40%}
.kept b{color:var(--ink);font:600 13px/1.5 var(--mono);white-space:nowrap}
.kept+.composer{border-block-start-color:transparent}
.kept:empty+.composer{border-block-start-color:var(--line)}
@media (max-height:480px){.panel:has(.card) .kept{display:none}}
@media (max-height:340px){.keep{display:none}}`;

/** How near its end the log counts as being at it, in px. */
const NEAR_END = 40;

/** Where there is no room for it, the question is not asked. @type {CSSStyleSheet | undefined} */
let asksSheet;

/**
 * @typedef {import('./aside-words.js').Words} Words
 * @typedef {{ id: string, code: string }} Shown
 * @typedef {{ asks: boolean, note: string, stored: Shown[] }} View
 *   `note`: the key of a word; `stored`: the newest first
 * @typedef {{ seen(): void, answer(isYes: boolean): void, remove(id: string): Promise<void>,
 *   emptied(): void }} Deeds what the visitor did; `emptied`: the conversation starts over
 */

export class Asks {
  #deeds;
  /** @type {View} */
  #view = { asks: false, note: '', stored: [] };
  /** @type {HTMLElement | undefined} the panel that it is in */
  #panel;
  #status = make('p', 'unseen');
  #line = make('div', 'kept');
  /** @type {HTMLElement | undefined} */
  #question;
  /** What the line shows. */
  #drawn = '';
  /** What was said of it. */
  #told = '';

  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.#deeds = deeds;
    this.#status.role = 'status';
  }

  /**
   * @param {Element} container of the panel
   * @param {View} view
   */
  async show(container, view) {
    this.#view = view;
    const panel = /** @type {HTMLElement | null} */ (container.querySelector('.panel'));
    if (panel === null) return;
    const words = await asideWords(panel.lang);
    // Meanwhile another panel may have taken its place, which is told of as well.
    if (container.querySelector('.panel') !== panel) return;
    if (this.#panel !== panel) this.#move(container, panel);
    const log = panel.querySelector('.log');
    const isAtEnd = log !== null && log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
    this.#drawQuestion(words);
    this.#drawLine(words);
    // What was said last stays in sight beside it.
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  }

  /**
   * @param {Element} container
   * @param {HTMLElement} panel a new one: another language, or another page
   */
  #move(container, panel) {
    const root = /** @type {ShadowRoot} */ (container.getRootNode());
    if (asksSheet === undefined) {
      asksSheet = new Sheet();
      asksSheet.replaceSync(ASKS_CSS);
    }
    if (!root.adoptedStyleSheets.includes(asksSheet)) root.adoptedStyleSheets.push(asksSheet);
    const isFirst = this.#panel === undefined;
    this.#panel = panel;
    this.#question = undefined;
    this.#drawn = '';
    this.#status.textContent = '';
    panel.querySelector('.composer')?.before(this.#status, this.#line);
    const entries = panel.querySelector('.entries');
    if (entries !== null) {
      const look = () => void (entries.childElementCount === 0 && this.#deeds.emptied());
      new Watcher(look).observe(entries, bare({ childList: true }));
      look();
    }
    // What stands there on a page's arrival, or in other words, is no news.
    if (!isFirst || !this.#view.asks) this.#told = newsOf(this.#view);
  }

  /** @param {Words} words */
  #drawQuestion(words) {
    const { asks } = this.#view;
    if (asks === (this.#question !== undefined)) return;
    if (asks) {
      this.#question = this.#newQuestion(words);
      this.#line.before(this.#question);
      this.#status.textContent = words.store_question;
      return;
    }
    const isHeld = this.#holdsFocus(this.#question);
    this.#question?.remove();
    this.#question = undefined;
    if (isHeld) this.#leave();
  }

  /** @param {Words} words */
  #newQuestion(words) {
    const question = make('section', 'keep');
    question.role = 'group';
    const title = make('h3', '', words.store_question);
    title.id = 'sa-keep';
    const about = make('div', 'about');
    const more = make('p', '', words.store_about);
    more.id = 'sa-keep-about';
    about.append(title, more);
    question.setAttribute('aria-labelledby', title.id);
    question.setAttribute('aria-describedby', more.id);
    const no = button('', words.store_no);
    no.addEventListener('click', () => this.#answer(false, words));
    const yes = button('', words.store_yes);
    onSeenPress(yes, () => this.#answer(true, words));
    const choice = make('div', 'choice');
    choice.append(no, yes);
    question.append(about, choice);
    const eye = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      eye.disconnect();
      this.#deeds.seen();
    });
    eye.observe(question);
    return question;
  }

  /**
   * @param {boolean} isYes
   * @param {Words} words
   */
  #answer(isYes, words) {
    if (!isYes) this.#status.textContent = words.store_declined;
    this.#deeds.answer(isYes);
  }

  /** @param {Words} words */
  #drawLine(words) {
    const { note, stored } = this.#view;
    const drawn = `${note} ${stored.map(({ code }) => code)}`;
    const news = newsOf(this.#view);
    if (drawn !== this.#drawn) {
      const isHeld = this.#holdsFocus(this.#line);
      this.#drawn = drawn;
      this.#line.replaceChildren(...this.#lines(words));
      if (isHeld && note === 'store_not_deleted') this.#line.querySelector('button')?.focus();
      else if (isHeld) this.#leave();
    }
    if (news === this.#told) return;
    this.#told = news;
    const told = this.#line.querySelector('p')?.textContent;
    if (news !== '' && told) this.#status.textContent = told;
  }

  /**
   * @param {Words} words
   * @returns {HTMLElement[]}
   */
  #lines(words) {
    const { note, stored } = this.#view;
    const lines = [];
    if (note !== '') lines.push(make('p', '', words[/** @type {keyof Words} */ (note)]));
    const [newest, ...earlier] = stored;
    if (newest !== undefined) lines.push(this.#one(newest, words.store_code, words));
    if (earlier.length > 0) {
      const details = make('details', '');
      const list = make('ul', '');
      for (const one of earlier) {
        const item = make('li', '');
        item.append(this.#one(one, '{}', words));
        list.append(item);
      }
      const count = `${earlier.length}`;
      details.append(make('summary', '', words.store_earlier.replace('{}', () => count)), list);
      lines.push(details);
    }
    return lines;
  }

  /**
   * @param {Shown} stored
   * @param {string} template of the sentence with its code
   * @param {Words} words
   */
  #one({ id, code }, template, words) {
    const [before, after] = template.split('{}');
    const shown = make('b', '', code);
    shown.id = `sa-kept-${id}`;
    shown.translate = false;
    shown.dir = 'ltr';
    const sentence = make('p', '');
    sentence.append(before, shown, after ?? '');
    const remove = button('small', words.store_delete);
    remove.setAttribute('aria-describedby', shown.id);
    onSeenPress(remove, () => {
      if (remove.ariaDisabled === 'true') return;
      remove.ariaDisabled = 'true';
      this.#status.textContent = '';
      void this.#deeds.remove(id).then(() => {
        remove.ariaDisabled = null;
        // It failed once more: the line says so already, and is not drawn anew.
        if (remove.isConnected) this.#status.textContent = words.store_not_deleted;
      });
    });
    const line = make('div', 'one');
    line.append(sentence, remove);
    return line;
  }

  /** @param {Element | undefined} part */
  #holdsFocus(part) {
    return part !== undefined && part.querySelector(':focus') !== null;
  }

  /** What had the focus is gone. */
  #leave() {
    this.#panel?.querySelector('textarea')?.focus();
  }
}

/**
 * @param {View} view
 * @returns {string} another text where there is something to be said
 */
function newsOf({ note, stored }) {
  return note || (stored[0]?.code ?? '');
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {string} [words]
 */
function make(name, className, words = '') {
  const element = document.createElement(name);
  element.className = className;
  element.append(words);
  return element;
}

/**
 * @param {string} className
 * @param {string} words
 */
function button(className, words) {
  const made = make('button', className, words);
  made.type = 'button';
  return made;
}
