/**
 * The panel's words. Each language is a file of its own, loaded when it is first used; English is
 * part of this module, and takes the place of one that cannot be had.
 */

import { Address } from './kept.js';


/** What the names of the languages' files begin with, before the tag. */
const WORDS = '__SA_WORDS__';

/** A line per field of `Strings` in `src/strings.rs`, which reads it. */
const ENGLISH = '__SA_ENGLISH__';

/**
 * @param {string} language the tag of a table
 * @returns {Promise<string>} its text
 */
export async function wordsIn(language) {
  if (language === 'en') return ENGLISH;
  try {
    const { words } = await import(new Address(`${WORDS}${language}.js`, import.meta.url).href);
    return words;
  } catch (error) {
    console.error('site-agent:', error);
    return ENGLISH;
  }
}
