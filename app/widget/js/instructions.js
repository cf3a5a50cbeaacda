/**
 * What a local adapter tells its model: the built-in rules, then the site's own words. The server
 * does the same for the models it asks, so only local adapters load the text (`core::instructions`).
 */

import { SiteAgentError } from './errors.js';
import { Address } from './kept.js';
import { choicesOf } from './models.js';
import { once } from './once.js';

/** @type {() => Promise<{ builtIn: string, ofSite: string }>} */
const loadTexts = once(() => import(new Address('__SA_INSTRUCTIONS__', import.meta.url).href));

/**
 * Begins to load the text where a model may need it, so that the first question does not wait.
 * @param {import('./models.js').Model} model
 */
export function expectInstructions(model) {
  // What goes wrong is said when they are needed, and tried again.
  if (choicesOf(model).some(({ respond }) => respond)) loadTexts().catch(() => {});
}

/**
 * @param {string} site the site's own words
 * @returns {Promise<string>}
 */
export async function composed(site) {
  try {
    const { builtIn, ofSite } = await loadTexts();
    const extra = site.trim();
    return extra === '' ? builtIn : [builtIn, ofSite, extra].join('\n\n');
  } catch (error) {
    console.error('site-agent:', error);
    throw new SiteAgentError('model-unavailable', 'The instructions could not be loaded.');
  }
}
