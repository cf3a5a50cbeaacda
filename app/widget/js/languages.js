/**
 * The languages that a visitor can meet the element in, and which of them that is. The launcher has
 * only its label in each; the panel's words come when it is opened (`words.js`).
 */

/** By the tag of their table; the build writes them here from `lang/*.json`. */
const LABELS = /** @type {Record<string, string>} */ (/** @type {unknown} */ ('__SA_LABELS__'));

/**
 * @param {string} asked a language tag, as `lang` attributes hold it
 * @returns {string} the tag of a table; English where there is none for that language
 */
export function languageOf(asked) {
  let [tag] = asked.toLowerCase().replace('iw', 'he').split(/[-_]/);
  // The script decides; where none is named, the region tells what is written there.
  if (tag === 'zh') tag += /hans/i.test(asked) || !/han|tw|hk|mo/i.test(asked) ? '-Hans' : '-Hant';
  return LABELS[tag] ? tag : 'en';
}

/**
 * @param {string} language the tag of a table
 * @returns {string} the launcher's label
 */
export const labelIn = (language) => LABELS[language];
