/**
 * The languages that a visitor can meet the element in, and which of them that is. The launcher has
 * only its label in each; the panel's words come when it is opened (`words.js`).
 */

/** `|TAG:LABEL` of each, and `|` at the end, as the build writes it from `lang/*.json`. */
const LABELS = '__SA_LABELS__';

/**
 * @param {string} asked a language tag, as `lang` attributes hold it
 * @returns {string} the tag of a table; English where there is none for that language
 */
export function languageOf(asked) {
  let [tag] = asked.toLowerCase().split(/[-_]/);
  if (tag === 'iw') tag = 'he';
  // The script decides; where none is named, the region tells what is written there.
  if (tag === 'zh') tag = /hant|^(?!.*hans).*(tw|hk|mo)/i.test(asked) ? 'zh-Hant' : 'zh-Hans';
  return LABELS.includes(`|${tag}:`) ? tag : 'en';
}

/**
 * @param {string} language
 * @returns {string} the launcher's label
 */
export function labelIn(language) {
  return LABELS.split(`|${language}:`)[1].split('|')[0];
}
