/**
 * A trace without any text and any argument value: which steps there were, which tools, what was
 * decided, how it ended, and when. Members are taken by name, so that what a later version adds to a
 * trace is not in it. The program takes out the same once more.
 */

import { bare, picked } from './own.js';
import { isArray } from './primitives.js';

/** What stays of a step, by its type. @type {Record<string, string[]>} */
const KEPT = bare({
  user: [],
  tools: [],
  model: ['model', 'answeredBy', 'ms'],
  page: ['origin', 'path'],
  'tool-call': ['annotations', 'hash'],
  'invalid-call': ['outcome'],
  decision: ['callId', 'allowed', 'by', 'reason', 'wait'],
  'tool-result': ['callId', 'untrusted', 'isError', 'navigated', 'outcome'],
  answer: [],
  error: ['code'],
});
const OF_TRACE = ['version', 'startedAt', 'endedAt', 'model', 'status', 'page'];
const OF_TOOL = ['name', 'title', 'annotations', 'hash', 'origin', 'source'];

/** @typedef {Record<string, any>} Step */

/**
 * @param {any} trace
 * @returns {any}
 */
export function metadataOf(trace) {
  const steps = listed(trace.steps);
  const tools = steps.flatMap(({ tools }) => listed(tools));
  const names = new Set(tools.map(({ name }) => name));
  const kept = steps.filter(({ type }) => type in KEPT).map((step) => stepOf(step, names));
  return { ...picked(trace, OF_TRACE), steps: kept };
}

/**
 * @param {Step} step
 * @param {Set<string>} names of the page's tools: any other in a call is the model's own words
 */
function stepOf(step, names) {
  const kept = picked(step, ['type', 'at', ...KEPT[step.type]]);
  const named = (/** @type {unknown} */ name) => (names.has(`${name}`) ? name : '');
  if (step.tools) kept.tools = listed(step.tools).map((tool) => picked(tool, OF_TOOL));
  if (step.call) kept.call = { id: step.call.id, name: named(step.call.name) };
  if (step.reply) {
    kept.reply = { type: step.reply.type };
    if (step.reply.type === 'tool') kept.reply.name = named(step.reply.name);
  }
  if (step.usage) kept.usage = numbersOf(step.usage);
  if (step.detail) kept.detail = numbersOf(step.detail);
  return kept;
}

/** @param {any} given */
function numbersOf(given) {
  const numbers = Object.entries(given).filter(([, value]) => typeof value === 'number');
  return Object.fromEntries(numbers);
}

/**
 * @param {unknown} given
 * @returns {any[]}
 */
function listed(given) {
  return isArray(given) ? given : [];
}
