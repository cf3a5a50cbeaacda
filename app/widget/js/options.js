/**
 * What an owner can set of a session, and what each half of it makes of that.
 */

import { adapterOf } from './models.js';
import { openSource } from './sources.js';
import { toJson } from './json.js';

/**
 * @typedef {{ key?: string, traces?: string, tracesUrl?: string }} Hosted
 * @typedef {import('./models.js').Model} Model
 * @typedef {import('./work.js').Confirm} Confirm
 * @typedef {{ model: Model, tools?: unknown, confirm?: Confirm | 'panel',
 *   preApproved?: readonly string[], maxSteps?: number, toolTimeoutMs?: number,
 *   maxResultChars?: number, instructions?: string, storageKey?: string, snapshot?: string,
 *   replay?: unknown, hosted?: Hosted, source?: import('./sources.js').Source,
 *   place?: { origin: string, pathname: string } }} HostOptions
 *   `confirm`: `'panel'` lets the mounted panel ask; without one, what must ask is denied.
 *   `storageKey`: keeps the conversation in this tab under that key.
 *   `snapshot`: the conversation to go on with.
 *   `replay`: the trace to run again instead of a conversation.
 *   `hosted`: what the program says of a widget of its own; nobody else can say it.
 *   `source`, `place`: where the tools are and whose page it is, when that is not the page here.
 */

/**
 * The means that stay in JavaScript.
 * @param {HostOptions} options
 */
export function meansOf({ model, tools, source = openSource(tools), confirm }) {
  return { model: adapterOf(model), source, confirm: confirm === 'panel' ? undefined : confirm };
}

/**
 * Whether the means are the same: the session does not know them, and so sees no change of them.
 * @param {HostOptions} before
 * @param {HostOptions} now
 */
export function sameMeans(before, now) {
  return before.model === now.model && before.tools === now.tools && before.confirm === now.confirm;
}

/**
 * @param {HostOptions} options
 * @returns {string} the settings that the session knows
 */
export function configOf(options) {
  const { confirm, preApproved, maxSteps, toolTimeoutMs, maxResultChars, instructions } = options;
  const place = options.place ?? (typeof location === 'undefined' ? undefined : location);
  return toJson({
    confirm: confirm === undefined ? 'none' : confirm === 'panel' ? 'panel' : 'host',
    preApproved,
    maxSteps,
    toolTimeoutMs,
    maxResultChars,
    instructions,
    origin: place?.origin,
    path: place?.pathname,
  });
}
