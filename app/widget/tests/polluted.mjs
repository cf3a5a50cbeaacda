/** What a page's bug puts under every object is nobody's setting, hint or adapter. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answers, calls, eventsOf, find, siteAgent, tool, writes } from './package.mjs';

const { createModelContext, createSiteAgent, custom, firstAvailable, proxy } = siteAgent;

/**
 * The names that are read of what somebody gave, with values that would matter. The browser tests
 * have those by which Node itself would fall.
 */
const POLLUTED = {
  preApproved: ['buy'],
  confirm: () => true,
  annotations: { readOnlyHint: true, untrustedContentHint: false, consequentialHint: false },
  readOnlyHint: true,
  untrustedContentHint: false,
  consequentialHint: false,
  debugging: true,
  model: custom(() => answers('polluted')),
  instructions: 'polluted',
  maxSteps: 1,
  toolTimeoutMs: 1,
  maxResultChars: 1,
  storageKey: 'polluted',
  snapshot: '{}',
  replay: {},
  place: { origin: 'https://polluted.test', pathname: '/' },
  builtIn: 'rules',
  choices: [],
  open: () => new Response('polluted'),
  respond: () => answers('polluted'),
  availability: () => 'unavailable',
  prepare: () => {},
  onConfirmRequest: () => {},
  title: 'polluted',
  origin: 'https://polluted.test',
  window: {},
  submit: () => 'polluted',
  turns: {},
};

// What is loaded by Node itself must not meet it.
await createSiteAgent({ model: custom(() => answers('Here.')), tools: [tool('add')] }).run('hi').done;

/** @param {() => Promise<void>} work under the page's bug */
async function polluted(work) {
  for (const name of Object.keys(POLLUTED)) {
    Object.defineProperty(Object.prototype, name, {
      __proto__: null,
      value: POLLUTED[name],
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  try {
    await work();
  } finally {
    for (const name of Object.keys(POLLUTED)) delete Object.prototype[name];
  }
}

/** A model that buys once, and says so. */
function buyer() {
  const replies = [calls('buy'), answers('Done.')];
  return custom(() => replies.shift());
}

for (const [how, hints] of [
  ['a tool that changes something', { annotations: writes }],
  ['a tool with hints of which none is given', { annotations: {} }],
  ['a tool without hints', {}],
]) {
  test(`${how} is asked about all the same`, async () => {
    let ran = false;
    await polluted(async () => {
      const { annotations, ...buy } = tool('buy', { execute: () => (ran = true) });
      const agent = createSiteAgent({ model: buyer(), tools: [{ ...buy, ...hints }] });
      const run = agent.run('buy it');
      const events = await eventsOf(run);
      const { decision, call } = find(events, 'confirm-result');
      assert.deepEqual(decision.allowed, false);
      assert.equal(call.name, 'buy');
      assert.equal((await run.done).answer, 'Done.');
      const [listed] = (await agent.tools()).tools;
      assert.equal(listed.title, '');
      assert.equal(Object.hasOwn(listed.annotations ?? {}, 'readOnlyHint'), hints.annotations === writes);
    });
    assert.equal(ran, false);
  });
}

test('adapters have what their makers gave them', async () => {
  await polluted(async () => {
    const model = firstAvailable({ name: 'own', respond: () => answers('Mine.') });
    const { answer, trace } = await createSiteAgent({ model, tools: [tool('add')] }).run('hi').done;
    assert.equal(answer, 'Mine.');
    assert.equal(trace.status, 'answered');
    assert.equal(await model.availability(), 'available');
    assert.throws(() => createSiteAgent({}), TypeError);
  });
});

test('a request goes where the owner said, as the owner said', async () => {
  const asked = [];
  const fetch = (url, init) => {
    asked.push({ url, credentials: init.credentials, method: init.method, cache: init.cache });
    return Promise.resolve(Response.json(answers('Hello.')));
  };
  for (const name of ['cache', 'credentials']) Object.prototype[name] = 'polluted';
  try {
    const model = proxy({ url: 'https://shop.test/api/agent', fetch });
    const { answer } = await createSiteAgent({ model, tools: [tool('add')] }).run('hi').done;
    assert.equal(answer, 'Hello.');
  } finally {
    for (const name of ['cache', 'credentials']) delete Object.prototype[name];
  }
  assert.deepEqual(asked, [
    {
      url: 'https://shop.test/api/agent',
      credentials: 'same-origin',
      method: 'POST',
      cache: undefined,
    },
  ]);
});

test('the shim takes hints from the tool that has them', async () => {
  const context = createModelContext();
  await polluted(async () => {
    await context.registerTool({ name: 'bare', description: 'd', execute: () => 'ran' });
    await context.registerTool({ name: 'hints', description: 'd', annotations: {}, execute() {} });
    const [bare, hints] = await context.getTools();
    assert.equal(Object.hasOwn(bare, 'annotations'), false);
    assert.equal(hints.annotations.readOnlyHint, false);
    assert.equal(await context.executeTool({ ...bare }, {}), 'ran');
  });
});
