/** The wire adapter against a true HTTP server, well-behaved and not. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';

import { answers, calls, eventsOf, find, siteAgent, tool } from './package.mjs';

const { createSiteAgent, proxy } = siteAgent;

const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that treats each request as the handler of that turn says; it keeps what it got. */
async function serve(...handlers) {
  const got = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    got.push({ method: request.method, headers: request.headers, body: JSON.parse(body) });
    await handlers[Math.min(got.length, handlers.length) - 1](response, request);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/api/agent`, got };
}

const json =
  (value, status = 200, headers = {}) =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

const agentFor = (options, more = {}) =>
  createSiteAgent({ model: proxy(options), tools: [tool('add')], ...more });

test('a turn is one POST of protocol 1, and its reply is acted on', async () => {
  const { url, got } = await serve(json(calls('add', { a: 2 })), json(answers('Done.')));
  const run = agentFor({ url, headers: { 'x-shop': 'blue' } }, { instructions: 'Be brief.' }).run(
    'add two',
  );
  const events = await eventsOf(run);
  assert.equal((await run.done).answer, 'Done.');
  assert.equal(find(events, 'tool-result').text, 'add got {"a":2}');
  assert.equal(got.length, 2);
  assert.equal(got[0].method, 'POST');
  assert.equal(got[0].headers['content-type'], 'application/json');
  assert.equal(got[0].headers['x-shop'], 'blue');
  assert.equal(got[0].body.version, 1);
  assert.equal(got[0].body.instructions, 'Be brief.', 'the server adds the built-in rules');
  assert.deepEqual(got[0].body.messages, [{ role: 'user', text: 'add two' }]);
  assert.deepEqual(
    got[0].body.tools.map(({ name }) => name),
    ['add'],
  );
  assert.deepEqual(
    got[1].body.messages.map(({ role }) => role),
    ['user', 'assistant', 'tool'],
  );
});

test('bytes that arrive in the middle of a character are one character in the end', async () => {
  const { url } = await serve(async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const byte of Buffer.from(JSON.stringify(answers('Tee 🍵 für Zoë')))) {
      response.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  assert.equal((await agentFor({ url }).run('tea').done).answer, 'Tee 🍵 für Zoë');
});

/** A stream of events, each in the pieces that `cut` makes of it. */
const stream =
  (
    events,
    {
      cut = (bytes) => [bytes],
      headers = {},
      end = '\n',
      tail = (response) => response.end(),
    } = {},
  ) =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    for (const [name, data] of events) {
      const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`.replaceAll('\n', end);
      for (const piece of cut(Buffer.from(text))) {
        response.write(piece);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    tail(response);
  };
const eachByte = (bytes) => Array.from(bytes, (byte) => Buffer.from([byte]));
const delta = (text) => ['delta', { text }];
const textOf = (events) =>
  events
    .filter(({ type }) => type === 'answer-delta')
    .map(({ text }) => text)
    .join('');

test('an answer is heard as it comes, whatever is cut where', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const said = [
      delta('Tee '),
      delta('🍵 für '),
      ['later', {}],
      delta('Zoë'),
      ['reply', answers('Tee 🍵 für Zoë')],
    ];
    const { url, got } = await serve(stream(said, { cut: eachByte, end }));
    const events = await eventsOf(agentFor({ url }).run('tea'));
    assert.match(got[0].headers.accept, /text\/event-stream/);
    assert.equal(textOf(events), 'Tee 🍵 für Zoë');
    assert.ok(events.filter(({ type }) => type === 'answer-delta').length >= 3);
    assert.equal(find(events, 'answer').text, 'Tee 🍵 für Zoë');
  }
});

test('a streamed call is acted on', async () => {
  const { url } = await serve(
    stream([delta('Let me see.'), ['reply', { ...calls('add', { a: 2 }), text: 'Let me see.' }]]),
    stream([['reply', answers('Done.')]]),
  );
  const events = await eventsOf(agentFor({ url }).run('add two'));
  assert.equal(find(events, 'tool-result').text, 'add got {"a":2}');
  assert.equal(find(events, 'answer').text, 'Done.');
});

test('a stream that breaks off is an error, and what was said stays', async () => {
  const broken = stream([delta('So far '), delta('so good')], {
    tail: (response) => setTimeout(() => response.destroy(), 20),
  });
  const ended = stream([delta('So far '), delta('so good')]);
  for (const handler of [broken, ended]) {
    const { url, got } = await serve(handler, json(answers('Again.')));
    const agent = agentFor({ url });
    const { error } = await agent.run('hi').done;
    assert.equal(error.code, 'model-error');
    assert.match(error.message, /cut off/);
    assert.deepEqual(agent.messages.at(-1), { role: 'assistant', text: 'So far so good' });
    assert.equal((await agent.run('go on').done).answer, 'Again.');
    assert.equal(got.length, 2, 'nothing is tried again by itself once something was said');
  }
});

test('an error after the first words says what the proxy says', async () => {
  const error = { code: 'truncated', message: 'Cut by its length.', requestId: 'req-2' };
  const headers = { 'x-request-id': 'req-2' };
  const { url } = await serve(stream([delta('So '), ['error', { error }]], { headers }));
  const agent = agentFor({ url });
  assert.deepEqual((await agent.run('hi').done).error, {
    code: 'model-error',
    message: 'Cut by its length.',
    detail: { code: 'truncated', requestId: 'req-2' },
  });
  assert.equal(agent.messages.at(-1).text, 'So ');
});

test('a stream that says no more is left, by abort and after its reply', async () => {
  for (const [events, act, status] of [
    [[delta('So ')], (run) => run.abort(), 'aborted'],
    [[delta('So '), ['reply', answers('So it is.')]], () => {}, 'answered'],
  ]) {
    let closed;
    const gone = new Promise((resolve) => (closed = resolve));
    const { url } = await serve((response) => {
      response.on('close', closed);
      return stream(events, { tail: () => {} })(response);
    });
    const run = agentFor({ url }).run('hi');
    for await (const { type } of run) if (type === 'answer-delta') act(run);
    assert.equal((await run.done).status, status);
    await gone;
  }
});

test('a busy proxy is waited for once, within the same step', async () => {
  const busy = json({ error: { code: 'rate-limited', message: 'Slow down.' } }, 429, {
    'retry-after': '1',
  });
  const { url, got } = await serve(busy, json(answers('There.')));
  const started = Date.now();
  const events = await eventsOf(agentFor({ url }).run('hi'));
  assert.equal(find(events, 'answer').text, 'There.');
  assert.ok(Date.now() - started >= 950);
  assert.equal(got.length, 2);
  assert.deepEqual(
    new Set(events.filter(({ type }) => type === 'thinking').map(({ step }) => step)),
    new Set([1]),
  );
});

test('an error of the proxy comes with what one can do about it', async () => {
  const failing = json({ error: { code: 'budget-spent', message: 'Enough for today.' } }, 429, {
    'retry-after': '3600',
    'x-request-id': 'req-1',
  });
  const { url } = await serve(failing);
  const { error } = await agentFor({ url }).run('hi').done;
  assert.deepEqual(error, {
    code: 'model-error',
    message: 'Enough for today.',
    detail: { status: 429, code: 'budget-spent', retryAfter: 3600, requestId: 'req-1' },
  });
});

test('a history that is too large is fitted to the caps that come with a 413', async () => {
  const tooLarge = json(
    {
      error: {
        code: 'too-large',
        message: 'Too large.',
        caps: { bytes: 2_000, messages: 40, tools: 32 },
      },
    },
    413,
  );
  const { url, got } = await serve(
    json(answers('x'.repeat(3_000))),
    tooLarge,
    json(answers('Fits.')),
  );
  const agent = agentFor({ url });
  await agent.run('first').done;
  assert.equal((await agent.run('second').done).answer, 'Fits.');
  assert.ok(JSON.stringify(got[1].body).length > 2_000);
  assert.ok(JSON.stringify(got[2].body).length <= 2_000);
});

test('a web page instead of a reply is a bad reply', async () => {
  const { url } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Shop</title>');
  });
  assert.equal((await agentFor({ url }).run('hi').done).error.code, 'bad-reply');
});

test('a reply that is cut in the middle is never half a call', async () => {
  const { url } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"type":"tool","name":"add","argu');
    setTimeout(() => response.destroy(), 20);
  });
  const events = await eventsOf(agentFor({ url }).run('hi'));
  assert.equal(find(events, 'tool-call'), undefined);
  assert.equal(find(events, 'error').code, 'model-error');
  assert.match(find(events, 'error').message, /cut off/);
});

test('a body without end is not swallowed', async () => {
  const { url } = await serve(async (response, request) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(64 * 1024, 0x20);
    while (!request.destroyed && !response.destroyed && response.write(piece) !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (response.bytesSent++ > 40) break;
    }
    response.end();
  });
  assert.equal((await agentFor({ url }).run('hi').done).error.code, 'bad-reply');
});

test('a proxy that is not there cannot be reached', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/api/agent`;
  await new Promise((resolve) => server.close(resolve));
  const { error } = await agentFor({ url }).run('hi').done;
  assert.equal(error.code, 'model-error');
  assert.match(error.message, /cannot be reached/);
});

test('abort drops the connection', async () => {
  let closed;
  const gone = new Promise((resolve) => {
    closed = resolve;
  });
  const { url } = await serve((response) => void response.on('close', closed));
  const run = agentFor({ url }).run('hi');
  for await (const event of run) if (event.type === 'thinking') setTimeout(() => run.abort(), 30);
  assert.equal((await run.done).status, 'aborted');
  await gone;
});

test('fetch, headers and credentials are the owner’s to give', async () => {
  const asked = [];
  const fetch = async (url, options) => {
    asked.push({ url, options });
    return new Response(JSON.stringify(answers('By hand.')), { status: 200 });
  };
  const headers = async () => ({ authorization: 'Bearer fresh' });
  const run = agentFor({ url: '/api/agent', headers, credentials: 'include', fetch }).run('hi');
  assert.equal((await run.done).answer, 'By hand.');
  const [{ url, options }] = asked;
  assert.equal(url, '/api/agent');
  assert.equal(options.credentials, 'include');
  assert.equal(options.headers.get('authorization'), 'Bearer fresh');
  assert.ok(options.signal instanceof AbortSignal);
});

test('a url is needed', () => {
  assert.throws(() => proxy({}), TypeError);
  assert.throws(() => proxy({ url: '' }), TypeError);
});
