// A server of protocol 1 in Node, without a package: `PORT=8787 ORIGINS=https://shop.example node own-server.mjs`.
// Its "model" is a few lines; put a call to yours in the place of `answer`.
import { createServer } from 'node:http';

const ORIGINS = new Set((process.env.ORIGINS ?? 'http://localhost:3000').split(','));
const MOST_BYTES = 65_536;

/** One step: a call of a tool that the question names, or the last result as the answer. */
function answer({ messages, tools = [] }) {
  const last = messages.at(-1);
  if (last.role === 'tool') return { type: 'answer', text: last.text || 'It is done.', model: 'a-few-lines' };
  const words = (last.text ?? '').toLowerCase();
  const tool = tools.find(({ name }) => name.split(/[^a-z0-9]+/i).some((part) => words.includes(part.toLowerCase())));
  if (tool) return { type: 'tool', name: tool.name, arguments: {}, model: 'a-few-lines' };
  return { type: 'answer', text: `This page has ${tools.length} tools, and none for that.`, model: 'a-few-lines' };
}

class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

async function step(request) {
  if (request.method !== 'POST') throw new Refusal(405, 'method-not-allowed', 'send a POST');
  if (!ORIGINS.has(request.headers.origin)) throw new Refusal(403, 'origin-not-allowed', 'this page may not use this agent');
  let body = '';
  // Not destroyed when it is too large: the page has to read why.
  for await (const chunk of request.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    body += chunk;
    if (Buffer.byteLength(body) > MOST_BYTES) throw new Refusal(413, 'too-large', `the request is over ${MOST_BYTES} bytes`);
  }
  let asked;
  try {
    asked = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'bad-request', 'this is not JSON');
  }
  if (asked?.version !== 1) throw new Refusal(400, 'unsupported-version', 'this server speaks protocol version 1');
  if (!Array.isArray(asked.messages) || !asked.messages.length) throw new Refusal(400, 'bad-request', 'there are no messages');
  return answer(asked);
}

const server = createServer(async (request, response) => {
  const requestId = `req_${crypto.randomUUID()}`;
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-expose-headers', 'retry-after, x-request-id');
  response.setHeader('vary', 'origin');
  response.setHeader('x-request-id', requestId);
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST');
    response.setHeader('access-control-allow-headers', 'content-type');
    return response.writeHead(204).end();
  }
  const json = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  try {
    const reply = await step(request);
    response.writeHead(200, json).end(JSON.stringify(reply));
  } catch (error) {
    request.resume();
    const known = error instanceof Refusal;
    const { status, code, message } = known ? error : new Refusal(500, 'internal', 'something went wrong');
    if (!known) console.error(requestId, error);
    response.writeHead(status, json).end(JSON.stringify({ error: { code, message, requestId } }));
  }
});
server.listen(Number(process.env.PORT ?? 8787), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
