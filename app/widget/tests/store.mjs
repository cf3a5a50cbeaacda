/** What is sent of a run, and when: nothing before a yes, no text with `metadata`, no marked secret. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {{ url: URL, init: any }[]} */
let sent = [];
let answer = { status: 201, body: { id: 'a1', code: '7KQ4-M2XD', deleteToken: 'secret token' } };
globalThis.fetch = async (url, init) => {
  sent.push({ url: new URL(url), init });
  if (answer.status === 0) throw new TypeError('no network');
  const body = [204, 304].includes(answer.status) ? null : JSON.stringify(answer.body);
  return new Response(body, { status: answer.status });
};

const kept = new Map();
let isBlocked = false;
globalThis.sessionStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem(key, value) {
    if (isBlocked) throw new Error('blocked');
    kept.set(key, value);
  },
  removeItem: (key) => kept.delete(key),
};

const { Store } = await import('../js/store.js');
const { metadataOf } = await import('../js/store-metadata.js');
const { StoreRequests } = await import('../js/store-requests.js');
const { secretsIn, withoutSecrets } = await import('../js/store-secrets.js');

const KEY = 'site-agent:w stored';
const CANARY = 'canary-in-a-coal-mine';
const hosted = (traces) => ({ key: 'w k', traces, tracesUrl: 'https://agent.example/base/api/traces' });
const schema = { type: 'object', properties: { text: { type: 'string' }, pin: { format: 'password' } } };
const peek = async () => ({ tools: [{ name: 'add_note', inputSchema: schema }], dropped: [] });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A trace with a canary wherever a trace can hold words. */
const trace = () => ({
  version: 1,
  startedAt: 5,
  endedAt: 25,
  model: 'rules',
  status: 'answered',
  page: { origin: 'https://shop.example', path: '/cart' },
  later: CANARY,
  steps: [
    { type: 'user', at: 0, text: `add "${CANARY}"` },
    {
      type: 'tools',
      at: 1,
      tools: [
        {
          name: 'add_note',
          title: 'Add a note',
          annotations: { readOnlyHint: false },
          hash: 'abc',
          origin: 'https://shop.example',
          source: 'native',
          later: CANARY,
        },
      ],
      dropped: [{ name: CANARY, reason: CANARY }],
    },
    {
      type: 'model',
      at: 2,
      model: 'rules',
      answeredBy: 'big-1',
      ms: 3,
      reply: { type: 'tool', name: 'add_note', text: CANARY },
      usage: { input: 7, output: 2, note: CANARY },
    },
    { type: 'tool-call', at: 3, call: { id: 'call_1', name: 'add_note', arguments: { text: CANARY } }, hash: 'abc' },
    { type: 'decision', at: 4, callId: 'call_1', allowed: true, by: 'visitor', reason: 'not-read-only', wait: 9 },
    {
      type: 'tool-result',
      at: 5,
      callId: 'call_1',
      text: CANARY,
      untrusted: false,
      isError: false,
      navigated: false,
      outcome: 'ok',
      meta: { a: CANARY },
      errorCode: CANARY,
    },
    { type: 'model', at: 6, model: 'rules', ms: 1, reply: { type: 'tool', name: CANARY } },
    { type: 'invalid-call', at: 7, call: { id: 'call_2', name: CANARY, arguments: { a: CANARY } }, outcome: 'missing', text: CANARY },
    { type: 'error', at: 8, code: 'model-error', message: CANARY, detail: { status: 502, code: CANARY } },
    { type: 'answer', at: 9, text: CANARY },
    { type: 'later-kind', at: 9, text: CANARY },
  ],
});

beforeEach(() => {
  sent = [];
  answer = { status: 201, body: { id: 'a1', code: '7KQ4-M2XD', deleteToken: 'secret token' } };
  kept.clear();
  isBlocked = false;
});

test('metadata has no text and no value, and all the rest', () => {
  const told = JSON.stringify(metadataOf(trace()));
  assert.doesNotMatch(told, /canary/);
  const { steps, ...whole } = JSON.parse(told);
  assert.deepEqual(whole, { version: 1, startedAt: 5, endedAt: 25, model: 'rules', status: 'answered', page: { origin: 'https://shop.example', path: '/cart' } });
  assert.deepEqual(steps, [
    { type: 'user', at: 0 },
    { type: 'tools', at: 1, tools: [{ name: 'add_note', title: 'Add a note', annotations: { readOnlyHint: false }, hash: 'abc', origin: 'https://shop.example', source: 'native' }] },
    { type: 'model', at: 2, model: 'rules', answeredBy: 'big-1', ms: 3, reply: { type: 'tool', name: 'add_note' }, usage: { input: 7, output: 2 } },
    { type: 'tool-call', at: 3, hash: 'abc', call: { id: 'call_1', name: 'add_note' } },
    { type: 'decision', at: 4, callId: 'call_1', allowed: true, by: 'visitor', reason: 'not-read-only', wait: 9 },
    { type: 'tool-result', at: 5, callId: 'call_1', untrusted: false, isError: false, navigated: false, outcome: 'ok' },
    { type: 'model', at: 6, model: 'rules', ms: 1, reply: { type: 'tool', name: '' } },
    { type: 'invalid-call', at: 7, outcome: 'missing', call: { id: 'call_2', name: '' } },
    { type: 'error', at: 8, code: 'model-error', detail: { status: 502 } },
    { type: 'answer', at: 9 },
  ]);
});

test('with metadata each run is sent when it ended, and the tab keeps nothing', async () => {
  const store = new Store({ hosted: hosted('metadata'), storageKey: 'site-agent:w' }, peek);
  store.hear({ type: 'thinking', step: 1 });
  store.hear({ type: 'tool-call', call: { id: 'call_1', name: 'add_note', arguments: {} } });
  assert.equal(sent.length, 0);
  store.hear({ type: 'done' }, trace());
  await settled();
  assert.equal(sent.length, 1);
  const [{ url, init }] = sent;
  assert.equal(url.href, 'https://agent.example/base/api/traces?widget=w+k');
  assert.equal(init.method, 'POST');
  assert.equal(init.credentials, 'omit');
  assert.equal(init.keepalive, true);
  assert.deepEqual({ ...init.headers }, { 'content-type': 'application/json' });
  assert.deepEqual(Object.keys(JSON.parse(init.body)), ['level', 'trace']);
  assert.equal(JSON.parse(init.body).level, 'metadata');
  assert.doesNotMatch(init.body, /canary/);
  assert.equal(kept.size, 0);
});

test('nothing leaves before a yes, nor after a no', async () => {
  for (const [said, level] of [[undefined, 'full'], ['asked', 'full'], ['no', 'full'], ['yes', 'off']]) {
    kept.set(KEY, JSON.stringify({ said, stored: [], secrets: {} }));
    const store = new Store({ hosted: hosted(level), storageKey: 'site-agent:w' }, peek);
    store.hear({ type: 'tool-call', call: { id: 'call_1', name: 'add_note', arguments: { text: CANARY } } });
    store.hear({ type: 'done' }, trace());
    await settled();
    assert.deepEqual(sent, [], `${said}`);
    assert.doesNotMatch(kept.get(KEY), /canary/);
  }
});

test('after a yes a run is sent whole, and its code is kept', async () => {
  kept.set(KEY, JSON.stringify({ said: 'yes', stored: [], secrets: {} }));
  const store = new Store({ hosted: hosted('full'), storageKey: 'site-agent:w' }, peek);
  store.hear({ type: 'tool-call', call: { id: 'call_1', name: 'add_note', arguments: { text: CANARY, pin: '4711' } } });
  const run = trace();
  run.steps[3].call.arguments.pin = '4711';
  run.steps[9].text = 'Your pin 4711 is set.';
  store.hear({ type: 'done' }, run);
  await settled();
  const { level, trace: told } = JSON.parse(sent[0].init.body);
  assert.equal(level, 'full');
  assert.equal(told.steps[0].text, `add "${CANARY}"`);
  assert.deepEqual(told.steps[3].call, {
    id: 'call_1',
    name: 'add_note',
    arguments: { text: CANARY, pin: '[redacted:sensitive]' },
    redacted: ['/pin'],
  });
  assert.equal(told.steps[9].text, 'Your pin [redacted:sensitive] is set.');
  // The model's invention was never looked at.
  assert.deepEqual(told.steps[7].call, { id: 'call_2', name: CANARY });
  assert.deepEqual(JSON.parse(kept.get(KEY)).stored, [{ id: 'a1', code: '7KQ4-M2XD', token: 'secret token' }]);
});

test('where the tab keeps nothing, nothing is stored', async () => {
  isBlocked = true;
  const store = new Store({ hosted: hosted('full'), storageKey: 'site-agent:w' }, peek);
  store.hear({ type: 'mounted' }, { querySelector: () => assert.fail('nobody is asked') });
  store.hear({ type: 'done' }, trace());
  await settled();
  assert.deepEqual(sent, []);
});

test('what is too long is not sent, and what outlives the page is small', async () => {
  const requests = new StoreRequests(hosted('full'));
  assert.equal(await requests.send('full', { text: 'ü'.repeat(131_100) }), 'too-long');
  assert.deepEqual(sent, []);
  await requests.send('full', { text: 'ü'.repeat(120_000) });
  assert.equal(sent[0].init.keepalive, false);
});

test('a refusal, a broken answer and no network are all one', async () => {
  const requests = new StoreRequests(hosted('full'));
  for (const [status, body, result] of [
    [413, {}, 'too-long'],
    [429, { error: { code: 'x' } }, 'failed'],
    [200, { id: 'a', code: 'b', deleteToken: 'c' }, 'failed'],
    [201, { id: '../../other', code: 'b', deleteToken: 'c' }, 'failed'],
    [201, { id: 'a', code: '<b>', deleteToken: 'c' }, 'failed'],
    [201, { id: 'a', code: 'b' }, 'failed'],
    [201, null, 'failed'],
    [0, {}, 'failed'],
  ]) {
    answer = { status, body };
    assert.equal(await requests.send('full', {}), result, `${status}`);
  }
});

test('a run is deleted with its token', async () => {
  const requests = new StoreRequests(hosted('full'));
  for (const [status, gone] of [[204, true], [404, true], [403, false], [500, false], [0, false]]) {
    sent = [];
    answer = { status, body: {} };
    assert.equal(await requests.remove({ id: 'a1', code: 'C', token: 't' }), gone, `${status}`);
    assert.equal(sent[0].url.href, 'https://agent.example/base/api/traces/a1');
    assert.equal(sent[0].init.method, 'DELETE');
    assert.equal(sent[0].init.credentials, 'omit');
    assert.deepEqual({ ...sent[0].init.headers }, { authorization: 'Bearer t' });
  }
});

test('a schema’s marks are found wherever they stand', () => {
  const secret = { format: 'password' };
  const marked = { 'x-sensitive': true };
  for (const [schema, value, found] of [
    [{ properties: { a: secret, b: {} } }, { a: '1', b: '2' }, ['/a']],
    [{ properties: { a: marked } }, { a: { b: 1 } }, ['/a']],
    [{ properties: { a: marked } }, {}, []],
    ['{"properties":{"a":{"format":"password"}}}', { a: 'x' }, ['/a']],
    [{ properties: { a: { items: { properties: { p: secret } } } } }, { a: [{}, { p: 'x' }] }, ['/a/1/p']],
    [{ properties: { a: { prefixItems: [{}, secret] } } }, { a: ['x', 'y'] }, ['/a/1']],
    [{ $ref: '#/$defs/one', $defs: { one: { properties: { 'a/b~': secret } } } }, { 'a/b~': 'x' }, ['/a~1b~0']],
    [{ anyOf: [{}, { properties: { a: secret } }] }, { a: 'x' }, ['/a']],
    [{ if: true, then: { properties: { a: secret } } }, { a: 'x' }, ['/a']],
    [{ additionalProperties: secret }, { z: 'x' }, ['/z']],
    [{ patternProperties: { '^p': secret } }, { pin: 'x' }, ['/pin']],
    [{ properties: { a: { $ref: '#' }, p: secret } }, { a: { a: { p: 'x' } } }, ['/a/a/p']],
    [{ $ref: '#' }, { a: 'x' }, ['']],
    [{}, { a: 'x' }, []],
    [true, { a: 'x' }, []],
  ]) {
    assert.deepEqual(secretsIn(schema, value), found, JSON.stringify(schema));
  }
});

test('a secret is taken out wherever the run repeats it, and each call says where', () => {
  const run = {
    steps: [
      { type: 'user', text: 'log in with hunter22' },
      { type: 'tool-call', call: { id: 'call_1', name: 'log_in', arguments: { password: 'hunter22', pin: 12 } } },
      { type: 'tool-result', callId: 'call_1', text: 'hunter22 is right', meta: { was: ['hunter22'] } },
      { type: 'tool-call', call: { id: 'call_2', name: 'note', arguments: { of: ['a hunter22 b'] } } },
      { type: 'tool-call', call: { id: 'call_3', name: 'note', arguments: { of: 'x' } } },
      { type: 'tool-call', call: { id: 'call_4', name: 'gone', arguments: { of: 'x' } } },
    ],
  };
  const told = withoutSecrets(run, { call_1: ['/password', '/pin'], call_2: [], call_3: [] });
  assert.doesNotMatch(JSON.stringify(told), /hunter22/);
  assert.deepEqual(told.steps[1].call.arguments, { password: '[redacted:sensitive]', pin: '[redacted:sensitive]' });
  assert.deepEqual(told.steps[1].call.redacted, ['/password', '/pin']);
  assert.deepEqual(told.steps[3].call.redacted, ['/of/0']);
  assert.deepEqual(told.steps[4].call, { id: 'call_3', name: 'note', arguments: { of: 'x' } });
  // Of the last one nobody knows what its schema said.
  assert.deepEqual(told.steps[5].call, { id: 'call_4', name: 'gone' });
  assert.match(JSON.stringify(run), /hunter22/);
});
