/** Tools are listed without their windows and run once, in turn, whatever the source is. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inTurn } from '../js/locks.js';
import { openSource } from '../js/sources.js';
import { toJson } from '../js/json.js';

const never = () => new AbortController().signal;

function tool(name, more = {}) {
  return { name, description: `does ${name}`, execute: async () => 'ok', ...more };
}

/** A `modelContext` as the browser's: it knows windows, and runs a tool by its name. */
function context(tools, run) {
  const target = new EventTarget();
  return Object.assign(target, {
    async getTools() {
      return tools.map((one) => ({ ...one }));
    },
    async executeTool(descriptor, input, options) {
      return run(descriptor, input, options);
    },
  });
}

test('an array of descriptors is a source', async () => {
  const execute = async (input) => `got ${input.a}`;
  const source = openSource([
    tool('add', { title: 'Add', inputSchema: { type: 'object' }, execute }),
  ]);
  const { tools, dropped } = await source.list();
  assert.deepEqual(dropped, []);
  assert.equal(tools[0].source, 'array');
  assert.equal(tools[0].annotations, undefined);
  assert.equal(await source.call(tools[0].handle, '{"a":2}', never()), 'got 2');
});

test('results become text as the browser makes it', async () => {
  const rows = [
    ['text', 'text'],
    ['', ''],
    [undefined, 'undefined'],
    [null, 'null'],
    [42, '42'],
    [{ a: [1] }, '{"a":[1]}'],
    [Symbol('s'), 'null'],
  ];
  for (const [result, text] of rows) {
    const source = openSource([tool('give', { execute: () => result })]);
    const { tools } = await source.list();
    assert.equal(await source.call(tools[0].handle, '{}', never()), text);
  }
});

test('what cannot be offered is dropped with its reason', async () => {
  const source = openSource([
    tool('a'),
    tool('a'),
    tool('probe', { annotations: { debugging: true } }),
    { name: 'inert', description: 'has no execute' },
    { name: '', execute() {} },
    null,
  ]);
  const { tools, dropped } = await source.list();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['a'],
  );
  assert.deepEqual(dropped, [
    { name: 'a', reason: 'same name listed before' },
    { name: 'probe', reason: 'debugging' },
    { name: 'inert', reason: 'without execute()' },
    { name: '', reason: 'without a name' },
    { name: 'undefined', reason: 'not a tool' },
  ]);
});

test('the page itself wins over its frames, and no window leaves the source', async () => {
  const frame = { frame: true };
  globalThis.window = globalThis;
  try {
    const ran = [];
    const tools = [
      { name: 'buy', description: 'of a frame', window: frame, origin: 'https://shop.example' },
      {
        name: 'buy',
        description: 'of the page',
        window: globalThis,
        origin: 'https://shop.example',
      },
      { name: 'read', description: 'of a frame', window: frame, origin: 'https://shop.example' },
    ];
    const source = openSource(
      context(tools, (descriptor) => void ran.push(descriptor.window) ?? 'done'),
    );
    const listing = await source.list();
    assert.deepEqual(
      listing.tools.map(({ name, description, frame }) => [name, description, frame]),
      [
        ['buy', 'of the page', false],
        ['read', 'of a frame', true],
      ],
    );
    assert.deepEqual(listing.dropped, [{ name: 'buy', reason: 'same name in the top document' }]);
    assert.ok(!toJson(listing).includes('window'));
    await source.call(listing.tools[1].handle, '{}', never());
    assert.deepEqual(ran, [frame]);
  } finally {
    delete globalThis.window;
  }
});

test('a schema may be an object, text or absent, and a hint not given is unknown', async () => {
  const source = openSource([
    tool('object', {
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, consequentialHint: 'no' },
    }),
    tool('text', { inputSchema: '{"type":"object"}' }),
    tool('none', { inputSchema: 7 }),
  ]);
  const { tools } = await source.list();
  assert.deepEqual(
    tools.map(({ inputSchema }) => inputSchema),
    [{ type: 'object' }, '{"type":"object"}', undefined],
  );
  assert.deepEqual(tools[0].annotations, { readOnlyHint: true });
});

test('the input is an object whose text is its JSON, for all generations of browsers', async () => {
  const seen = [];
  const source = openSource(
    context([{ name: 'add', description: 'd' }], (_, input) => void seen.push(input) ?? 'ok'),
  );
  const { tools } = await source.list();
  await source.call(tools[0].handle, '{"a":[1,{"b":2}]}', never());
  assert.equal(`${seen[0]}`, '{"a":[1,{"b":2}]}');
  assert.equal(JSON.stringify(seen[0]), '{"a":[1,{"b":2}]}');
  assert.deepEqual(Object.keys(seen[0]), ['a']);
});

test('a toJSON that the page put on arrays does not reach the input', async () => {
  const seen = [];
  const source = openSource(
    context(
      [{ name: 'add', description: 'd' }],
      (_, input) => void seen.push(JSON.stringify(input)) ?? 'ok',
    ),
  );
  const { tools } = await source.list();
  Array.prototype.toJSON = () => 'array';
  try {
    await source.call(tools[0].handle, '{"a":[1,[2]]}', never());
  } finally {
    delete Array.prototype.toJSON;
  }
  assert.deepEqual(seen, ['{"a":[1,[2]]}']);
});

test('null of a context means navigated, undefined the word', async () => {
  const results = [null, undefined, { a: 1 }];
  const source = openSource(context([{ name: 'go', description: 'd' }], () => results.shift()));
  const { tools } = await source.list();
  const call = () => source.call(tools[0].handle, '{}', never());
  assert.deepEqual([await call(), await call(), await call()], [undefined, 'undefined', '{"a":1}']);
});

test('a stopped call ends at once, even when its tool never does', async () => {
  const hanging = openSource([tool('hang', { execute: () => new Promise(() => {}) })]);
  const { tools } = await hanging.list();
  const stop = new AbortController();
  const call = hanging.call(tools[0].handle, '{}', stop.signal);
  stop.abort();
  await assert.rejects(call, /stopped/);
});

test('a handle holds for the last listing only', async () => {
  const source = openSource([tool('a')]);
  const first = (await source.list()).tools[0].handle;
  await source.list();
  await assert.rejects(source.call(first, '{}', never()), /no longer there/);
});

test('looking at the tools does not disturb a call', async () => {
  const source = openSource([tool('a')]);
  const { handle } = (await source.list()).tools[0];
  await source.peek();
  assert.equal(await source.call(handle, '{}', never()), 'ok');
});

test('calls of one tool wait for each other across agents, other tools do not', async () => {
  const log = [];
  const open = [];
  const page = context(
    [
      { name: 'slow', description: 'd' },
      { name: 'other', description: 'd' },
    ],
    (descriptor) => {
      log.push(descriptor.name);
      return new Promise((resolve) => open.push(resolve));
    },
  );
  const one = openSource(page);
  const two = openSource(page);
  const slow = (await one.list()).tools[0].handle;
  const [again, other] = (await two.list()).tools.map(({ handle }) => handle);
  const first = one.call(slow, '{}', never());
  const second = two.call(again, '{}', never());
  const third = two.call(other, '{}', never());
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(log, ['slow', 'other']);
  open[0]('1');
  open[1]('3');
  assert.deepEqual([await first, await third], ['1', '3']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  open[2]('2');
  assert.equal(await second, '2');
});

test('work that failed does not hold the next one up', async () => {
  const owner = {};
  const failed = inTurn(owner, 'x', async () => {
    throw new Error('no');
  });
  const next = inTurn(owner, 'x', async () => 'yes');
  await assert.rejects(failed, /no/);
  assert.equal(await next, 'yes');
});

test('changes are heard until one stops listening', () => {
  const page = context([], () => 'ok');
  let heard = 0;
  const stop = openSource(page).onChange(() => {
    heard += 1;
  });
  page.dispatchEvent(new Event('toolchange'));
  stop();
  page.dispatchEvent(new Event('toolchange'));
  assert.equal(heard, 1);
});

/** A page with one form, whose browser runs form calls until the visitor submits. */
function pageWithForm(attributes) {
  const form = {
    getAttribute: (name) => attributes[name] ?? null,
    hasAttribute: (name) => name in attributes,
  };
  globalThis.window = { document: { querySelectorAll: () => [form] } };
  const seen = {};
  const page = context(
    [{ name: 'subscribe', description: 'd', window: globalThis.window }],
    (_, __, { signal }) => {
      seen.signal = signal;
      return new Promise(() => {});
    },
  );
  const activate = () =>
    page.dispatchEvent(Object.assign(new Event('toolactivated'), { toolName: 'subscribe' }));
  const leave = () => delete globalThis.window;
  return { source: openSource(page), seen, activate, leave };
}

test('a form waits for its visitor unless it submits by itself', async () => {
  for (const [attributes, waits] of [
    [{ toolname: 'subscribe' }, true],
    [{ toolname: 'subscribe', toolautosubmit: '' }, false],
    [{ toolname: 'other' }, false],
  ]) {
    const { source, leave } = pageWithForm(attributes);
    const { tools } = await source.list();
    assert.equal(tools[0].waitsForSubmit, waits);
    leave();
  }
});

test('a form call is stopped in the browser only while the form is surely still ours', async () => {
  for (const [activations, aborted] of [
    [1, true],
    [2, false],
  ]) {
    const { source, seen, activate, leave } = pageWithForm({ toolname: 'subscribe' });
    const { tools } = await source.list();
    const stop = new AbortController();
    const call = source.call(tools[0].handle, '{}', stop.signal);
    for (let at = 0; at < activations; at += 1) activate();
    stop.abort();
    await assert.rejects(call, /stopped/);
    assert.equal(seen.signal.aborted, aborted);
    leave();
  }
});
