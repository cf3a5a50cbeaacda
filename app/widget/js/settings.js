/**
 * What the element's attributes and options mean: for the session, and for the panel.
 */

import { Address } from './kept.js';
import { modelsNamed } from './models.js';
import { bare } from './own.js';
import { isArray } from './primitives.js';

/**
 * @typedef {import('./launcher.js').SiteAgentElement} Element
 * @typedef {import('./host.js').HostOptions} HostOptions
 */

/** @type {{ names: string, model: HostOptions['model'] } | undefined} */
let lastNamed;

/**
 * The models that attributes name: the same object for the same names, so that it can be compared.
 * @param {string} names
 * @param {string | undefined} url
 */
function namedModel(names, url) {
  const key = `${names} ${url}`;
  if (lastNamed?.names !== key) {
    lastNamed = { names: key, model: modelsNamed(names, url ? { url } : undefined) };
  }
  return lastNamed.model;
}

/**
 * @param {unknown} given names in one text, or a list of them
 * @param {RegExp} separator
 */
function listOf(given, separator) {
  if (typeof given !== 'string') return given;
  return given.split(separator).filter((part) => part.trim() !== '');
}

/**
 * @param {string} url
 * @param {string} widget
 */
function withWidget(url, widget) {
  const address = new Address(url);
  if (widget) address.searchParams.set('widget', widget);
  return address.href;
}

/**
 * Where the proxy is: as the owner says it, seen from the page; as the program does, from there.
 * @param {Element} element
 * @returns {string | undefined}
 */
export function proxyOf(element) {
  const own = element.options.proxyUrl ?? element.getAttribute('proxy-url');
  const url = own ?? element.setting('proxyUrl');
  return url && new Address(url, own ? document.baseURI : import.meta.url).href;
}

/**
 * @param {Element} element
 * @returns {HostOptions}
 */
export function sessionOptions(element) {
  const { model, tools, confirm, toolTimeoutMs, maxResultChars } = element.options;
  const widget = element.setting('widget') ?? '';
  const url = proxyOf(element);
  const names = element.setting('models') ?? (url ? 'chrome proxy' : 'chrome');
  const maxSteps = Number(element.setting('maxSteps'));
  return bare({
    model:
      model ??
      namedModel(
        isArray(names) ? names.join(' ') : names,
        url ? withWidget(url, widget) : undefined,
      ),
    tools,
    confirm: confirm ?? 'panel',
    preApproved: /** @type {any} */ (listOf(element.setting('preApproved'), /[\s,]+/)),
    maxSteps: maxSteps >= 1 && maxSteps <= 50 ? Math.floor(maxSteps) : undefined,
    toolTimeoutMs,
    maxResultChars,
    instructions: element.setting('instructions'),
    storageKey: `site-agent:${widget || url || ''}`,
  });
}

/**
 * Whether a session goes on under these settings; others start a fresh conversation.
 * @param {any} before
 * @param {any} after
 */
export function sameSession(before, after) {
  for (const name in after) {
    const [old, now] = [before[name], after[name]];
    if (isArray(old) && isArray(now) ? `${old}` !== `${now}` : old !== now)
      return false;
  }
  return true;
}

/**
 * @param {Element} element
 * @param {string} model the name of the model that will answer
 * @param {string} words the text of a language's table
 */
export function panelOptions(element, model, words) {
  const text = (/** @type {string} */ name) => element.setting(name) ?? '';
  return {
    heading: text('heading') || text('label'),
    placeholder: text('placeholder'),
    suggestions: listOf(text('suggestions'), /\s*\|\s*/),
    theme: text('theme'),
    model,
    words,
  };
}
