/**
 * Which of the models answer from within the frame, and which in the page. In the frame: the rule
 * matcher, and those that attributes name where the proxy is the program's own. In the page: what
 * its owner brought as an object, and a proxy of the site's own.
 */

import { Address } from './kept.js';
import { choicesOf } from './models.js';
import { proxyOf } from './settings.js';

/**
 * @typedef {{ name: string, at?: number, wire?: boolean, prepares?: boolean }} ModelPlace
 *   `at`: its number among the page's; absent where the frame has it. `wire`: its answer is bytes.
 *   `prepares`: it may have to be downloaded.
 */

/**
 * @param {import('./launcher.js').SiteAgentElement} element
 * @param {import('./models.js').Model} model
 * @param {URL} program where its files are
 * @returns {ModelPlace[]} in the order in which they are tried
 */
export function modelsFor(element, model, program) {
  const isNamed = element.options.model === undefined;
  return choicesOf(model).map(({ name, builtIn, open, prepare }, at) => {
    if (builtIn !== undefined) return { name: builtIn };
    const isOurs = isNamed && (name !== 'proxy' || isProgram(proxyOf(element) ?? '', program));
    return isOurs
      ? { name }
      : { name, at, wire: open !== undefined, prepares: prepare !== undefined };
  });
}

/**
 * @param {string} url
 * @param {URL} program
 */
function isProgram(url, program) {
  const { origin, pathname } = new Address(url);
  const own = new Address('../api/agent', program);
  return origin === own.origin && pathname === own.pathname;
}
