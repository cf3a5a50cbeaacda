/**
 * The built-in rule matcher: a wasm of its own beside this module, loaded where `rules()` is among
 * the models. It is asked and answers in the text of protocol 1.
 */

import { SiteAgentError } from './errors.js';
import { Address } from './kept.js';
import { choicesOf } from './models.js';
import { once } from './once.js';
import { moduleAt } from './realm.js';

/** @typedef {typeof import('./rules-glue.js')} Matcher */

const loadMatcher = once(async () => {
  /** @type {Matcher} */
  const glue = await import(new Address('__SA_RULES__.js', import.meta.url).href);
  glue.initSync({ module: await moduleAt(new Address('__SA_RULES__.wasm', import.meta.url)) });
  return glue;
});

/**
 * Begins to load the matcher where a model may need it, so that the first question does not wait.
 * @param {import('./models.js').Model} model
 */
export function expectMatcher(model) {
  // What goes wrong is said when the matcher is asked, and tried again.
  if (choicesOf(model).some(({ builtIn }) => builtIn === 'rules')) loadMatcher().catch(() => {});
}

/**
 * @param {string} request
 * @returns {Promise<string>} the reply
 */
export async function askMatcher(request) {
  /** @type {Matcher} */
  let glue;
  try {
    glue = await loadMatcher();
  } catch (error) {
    console.error('site-agent:', error);
    throw new SiteAgentError('model-unavailable', 'The rule matcher could not be loaded.');
  }
  try {
    return glue.respond(request);
  } catch (error) {
    // It has trapped; nothing of it is kept between questions, so a fresh one takes its place.
    console.error('site-agent:', error);
    glue.__wbg_reset_state();
    throw new SiteAgentError('model-error', 'The rule matcher stopped unexpectedly.');
  }
}
