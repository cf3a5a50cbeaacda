/**
 * Words that few visitors ever read: those of storing and of replays. They stand in the same tables
 * as the panel's, behind them, and each language's are a file of its own, English too, with those of
 * the panel's words that are needed there as well.
 */

import { Address } from './kept.js';

/** What the names of the files begin with, before the tag. */
const ASIDE_FILES = '__SA_ASIDES__';

/** The build holds every table against this list; its own stand there in this order. */
const ASIDE_WORDS = /** @type {const} */ ([
  'store_question',
  'store_about',
  'store_no',
  'store_yes',
  'store_declined',
  'store_code',
  'store_delete',
  'store_deleted',
  'store_not_deleted',
  'store_failed',
  'store_too_long',
  'store_earlier',
  'replay_about',
  'replay_one',
  'replay_many',
  'replay_no',
  'replay_running',
  'replay_nothing',
  'replay_done',
  'replay_failed',
  'replay_expired',
  'dir',
  'close',
  'stop',
  'question',
  'deny',
  'allow',
  'sites_words',
  'empty_value',
  'details',
  'why_unknown',
  'why_consequential',
  'why_untrusted',
  'why_changes',
]);

/** @typedef {Record<typeof ASIDE_WORDS[number], string>} Words */

/** @param {string} language the tag of a table */
async function asideText(language) {
  const { words } = await import(new Address(`${ASIDE_FILES}${language}.js`, import.meta.url).href);
  return words;
}

/**
 * @param {string} language the tag of a table
 * @returns {Promise<Words>} English where that language's cannot be had
 */
export async function asideWords(language) {
  /** @type {string} */
  const text = await asideText(language).catch(() => asideText('en'));
  const lines = text.split('\n');
  const words = ASIDE_WORDS.map((name, nth) => [name, lines[nth] ?? '']);
  return /** @type {Words} */ (Object.fromEntries(words));
}
