/**
 * The dashboard's replay in this page. Its link carries a ticket, good for one use and two minutes, for
 * which the program hands out the calls of a recorded run and nothing that anybody said. A link alone
 * does nothing: a strip of ours asks, nothing is approved in advance, and nothing runs before a person
 * pressed its button. What came of it is told to the program, which compares.
 */

import { asideWords } from './aside-words.js';
import { toJson } from './json.js';
import { Aborter, Address, adopt, parseJson, request } from './kept.js';
import { bare, picked } from './own.js';
import { callsToRun, Recording } from './ticket-run.js';
import { TicketStrip } from './ticket-strip.js';

/** This file's own address; a bundler takes what stands beside `new URL` for a file of its own. */
const PROGRAM = import.meta.url;
/** As the program makes them: 128 bits. */
const TICKET = /^[\w-]{22}$/;

/** @typedef {import('./launcher.js').SiteAgentElement} Element */

/**
 * @param {Element} element
 * @param {string} ticket
 * @param {ReturnType<typeof import('./kept.js').kept>} kept
 */
export async function offer(element, ticket, kept) {
  adopt(kept);
  const words = await asideWords(element.language);
  const strip = new TicketStrip(element, words);
  const given = TICKET.test(ticket) ? await redeemed(ticket, element.setting('widget')) : undefined;
  if (given === undefined) return strip.say('replay_expired');
  const count = callsToRun(given.calls).length;
  if (count === 0) return strip.say('replay_nothing');
  if (await strip.offers(count)) await runs(element, strip, given);
}

/**
 * @param {Element} element
 * @param {TicketStrip} strip
 * @param {Given} given
 */
async function runs(element, strip, given) {
  const stop = new Aborter();
  strip.runs(() => stop.abort());
  const { tools } = element.options;
  const confirm = strip.confirm.bind(strip);
  const recording = new Recording(given.calls, bare({ tools, confirm, signal: stop.signal }));
  // A call may take the page away: then the program learns what it came to so far.
  const leave = () => void report(given, recording.soFar(), true);
  window.addEventListener('pagehide', leave);
  try {
    const found = await recording.run();
    strip.say((await report(given, found, false)) ? 'replay_done' : 'replay_failed');
  } catch (error) {
    console.error('site-agent:', error);
    strip.say('replay_failed');
  } finally {
    window.removeEventListener('pagehide', leave);
  }
}

/** @typedef {{ calls: any, replay: string, post: string }} Given */

/**
 * @param {string} ticket
 * @param {string} widget
 * @returns {Promise<Given | undefined>}
 */
async function redeemed(ticket, widget) {
  try {
    const answer = await post('../api/replays', { ticket, widget }, {}, false);
    if (answer.status !== 200) return undefined;
    const given = picked(parseJson(await answer.text()), ['calls', 'replay', 'post']);
    const isWhole = /^[\w-]{1,64}$/.test(given.replay) && typeof given.post === 'string';
    return isWhole && given.calls?.version === 1 ? given : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Given} given
 * @param {any} found
 * @param {boolean} isLeaving
 * @returns {Promise<boolean>} whether the program has it
 */
async function report({ replay, post: token }, found, isLeaving) {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { ok } = await post(`../api/replays/${replay}/report`, found, headers, isLeaving);
    return ok;
  } catch {
    return false;
  }
}

/**
 * @param {string} path from this file
 * @param {unknown} body
 * @param {Record<string, string>} more headers
 * @param {boolean} keepalive
 * @returns {Promise<Response>}
 */
function post(path, body, more, keepalive) {
  const headers = bare({ 'content-type': 'application/json', ...more });
  /** @type {RequestInit} */
  const init = { method: 'POST', credentials: 'omit', headers, body: toJson(body), keepalive };
  return request(new Address(path, PROGRAM).href, bare(init));
}
