/**
 * A model provider on a free port of this machine. What a request must look like, and what an
 * answer looks like, is a wire's business (`anthropic.mjs`, `openai.mjs`, `gemini.mjs`); here is
 * what they share. What a provider refused is written down: a test that saw a refusal has failed,
 * however well the proxy dealt with it.
 */

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ method: string, path: string, headers: import('node:http').IncomingHttpHeaders, body: any }} Asked
 * @typedef {{
 *   provider: string,
 *   base: string,
 *   answer: (asked: Asked) => object,
 *   pieces: (asked: Asked, answer: any) => { name?: string, data: object | string }[] | undefined,
 *   read: (body: any) => import('./model.mjs').Read,
 *   error: (refusal: Refusal) => object,
 * }} Wire `provider` and `base`: its name and the path of its base URL in the program's configuration;
 *   `pieces`: the events of an answer that was asked for as a stream
 * @typedef {{
 *   provider: string,
 *   url: string,
 *   asked: Asked[],
 *   refused: string[],
 *   left: () => number,
 *   last: () => import('./model.mjs').Read | undefined,
 *   stop: () => Promise<void>,
 * }} Fake `refused`: why, one entry for each request that was not answered; `last`: what the model
 *   read last
 */

/** The key that a fake wants to see. */
export const KEY = 'sk-fake-0123456789';

/** Milliseconds between the events of a stream. */
const PACE = 10;

/** Why a request is not answered. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number} [status]
   * @param {Record<string, string | null>} [more] what this API's errors say besides
   */
  constructor(message, status = 400, more = {}) {
    super(message);
    this.status = status;
    this.more = more;
  }
}

/**
 * @param {unknown} holds
 * @param {string} message what to say when it does not
 * @param {Record<string, string | null>} [more]
 * @returns {asserts holds}
 */
export function must(holds, message, more) {
  if (!holds) throw new Refusal(message, 400, more);
}

/**
 * @param {Wire} wire
 * @returns {Promise<Fake>}
 */
export async function startFake(wire) {
  /** @type {Asked[]} */
  const asked = [];
  /** @type {string[]} */
  const refused = [];
  let left = 0;
  const server = createServer(async (request, response) => {
    const [status, body, pieces] = await take(request);
    const type = pieces ? 'text/event-stream; charset=utf-8' : 'application/json';
    response.writeHead(status, { 'content-type': type, 'request-id': `req_${asked.length}` });
    if (!pieces) response.end(JSON.stringify(body));
    else if (!(await speak(response, pieces))) left += 1;
  });

  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<[number, object, ReturnType<Wire['pieces']>?]>}
   */
  async function take(request) {
    const { method = '', url: path = '', headers } = request;
    try {
      const body = parse(await textOf(request));
      const one = { method, path, headers, body };
      asked.push(one);
      must(headers['content-type']?.startsWith('application/json'), 'content-type: expected application/json');
      const answer = wire.answer(one);
      return [200, answer, wire.pieces(one, answer)];
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(String(error), 500);
      refused.push(`${refusal.status} ${refusal.message}`);
      return [refusal.status, wire.error(refusal)];
    }
  }

  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    provider: wire.provider,
    url: `http://127.0.0.1:${address.port}${wire.base}`,
    asked,
    refused,
    left: () => left,
    last: () => {
      const one = asked.at(-1);
      return one && wire.read(one.body);
    },
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

/**
 * Each event in two writes, cut wherever its middle is: in the middle of a character, too.
 * @param {import('node:http').ServerResponse} response
 * @param {NonNullable<ReturnType<Wire['pieces']>>} pieces
 * @returns {Promise<boolean>} whether somebody heard it all
 */
async function speak(response, pieces) {
  for (const { name, data } of pieces) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const bytes = Buffer.from(`${name ? `event: ${name}\n` : ''}data: ${text}\n\n`);
    const middle = bytes.length >> 1;
    for (const half of [bytes.subarray(0, middle), bytes.subarray(middle)]) {
      if (response.destroyed) return false;
      response.write(half);
      await sleep(PACE / 2);
    }
  }
  response.end();
  return true;
}

/**
 * A text in pieces of a few words each.
 * @param {string} text
 * @returns {string[]}
 */
export const words = (text) => text.match(/[^]{1,24}(?=\s|$)|[^]{1,24}/gu) ?? [];

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<string>}
 */
async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`The request body is not valid JSON: ${error}`);
  }
}
