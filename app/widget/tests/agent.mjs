/** The JavaScript API over the true wasm: what a run yields, and what stops it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answers, calls, eventsOf, find, scripted, siteAgent, tool, typesOf, writes } from './package.mjs';

const { createModelContext, createSiteAgent, custom, rules, SiteAgentError } = siteAgent;

test('a run yields its events in order, and its result', async () => {
  const agent = createSiteAgent({
    model: scripted(calls('add', { a: 2 }), answers('Done.')),
    tools: [tool('add')],
  });
  const run = agent.run('add two');
  const events = await eventsOf(run);
  assert.deepEqual(typesOf(events), [
    'thinking',
    'tool-call',
    'confirm-result',
    'tool-result',
    'thinking',
    'answer',
    'done',
  ]);
  assert.deepEqual(events[0], { type: 'thinking', step: 1, model: 'custom' });
  assert.deepEqual(events[1].call.arguments, { a: 2 });
  assert.deepEqual(events[2].decision, { allowed: true, by: 'read-only' });
  const { call, ...result } = events[3];
  assert.equal(call.name, 'add');
  assert.deepEqual(result, {
    type: 'tool-result',
    text: 'add got {"a":2}',
    untrusted: false,
    isError: false,
    navigated: false,
    outcome: 'ok',
  });
  const done = await run.done;
  assert.equal(done.status, 'answered');
  assert.equal(done.answer, 'Done.');
  assert.equal(done.error, undefined);
  assert.equal(done.trace.version, 1);
  assert.equal(done.trace.status, 'answered');
  assert.deepEqual(events.at(-1).result, done);
});

test('iterating late, and twice, sees all', async () => {
  const agent = createSiteAgent({ model: scripted(answers('Hello.')), tools: [tool('add')] });
  const run = agent.run('hello');
  await run.done;
  const first = typesOf(await eventsOf(run));
  assert.deepEqual(first, ['thinking', 'answer', 'done']);
  assert.deepEqual(typesOf(await eventsOf(run)), first);
});

test('without confirm a call that must ask is denied, and the model is told', async () => {
  let ran = false;
  const model = scripted(calls('buy'), answers('I may not.'));
  const buy = tool('buy', { annotations: writes, execute: () => (ran = true) });
  const run = createSiteAgent({ model, tools: [buy] }).run('buy it');
  const events = await eventsOf(run);
  assert.deepEqual(find(events, 'confirm-result').decision, {
    allowed: false,
    by: 'no-confirm',
    reason: 'not-read-only',
  });
  assert.equal(find(events, 'tool-result').outcome, 'denied');
  assert.equal(find(events, 'confirm-request'), undefined);
  assert.equal(ran, false);
  assert.equal(model.asked[1].messages.at(-1).isError, true);
});

test('confirm gets everything a person should know, and only a strict true allows', async () => {
  const rows = [
    [true, true],
    [Promise.resolve(true), true],
    [1, false],
    ['true', false],
    [{}, false],
    [undefined, false],
    [Promise.reject(new Error('closed')), false],
  ];
  for (const [given, allowed] of rows) {
    let ran = 0;
    const questions = [];
    const confirm = (request, { signal }) => {
      questions.push([request, signal]);
      return given;
    };
    const buy = tool('buy', {
      title: 'Buy',
      annotations: writes,
      execute: async () => `bought ${(ran += 1)}`,
    });
    const model = scripted(calls('buy', { a: 3 }), answers('ok'));
    const events = await eventsOf(
      createSiteAgent({ model, tools: [buy], confirm }).run('buy three'),
    );
    const [[request, signal]] = questions;
    assert.equal(questions.length, 1);
    assert.ok(signal instanceof AbortSignal);
    assert.deepEqual(Object.keys(request), ['call', 'tool', 'reason', 'lines', 'origin']);
    assert.deepEqual(request.call.arguments, { a: 3 });
    assert.equal(request.reason, 'not-read-only');
    assert.deepEqual(
      request.lines.map(({ key, value }) => [key, value]),
      [['a', '3']],
    );
    assert.deepEqual(find(events, 'confirm-request').request, request);
    assert.deepEqual(find(events, 'confirm-result').decision, {
      allowed,
      by: 'visitor',
      reason: 'not-read-only',
    });
    assert.equal(ran, allowed ? 1 : 0, `${String(given)} must ${allowed ? '' : 'not '}allow`);
  }
});

test('a pre-approved name skips asking', async () => {
  const model = scripted(calls('buy'), answers('ok'));
  const agent = createSiteAgent({
    model,
    tools: [tool('buy', { annotations: writes })],
    preApproved: ['buy'],
  });
  const events = await eventsOf(agent.run('buy'));
  assert.deepEqual(find(events, 'confirm-result').decision, { allowed: true, by: 'pre-approved' });
});

test('arguments that do not fit never reach the tool', async () => {
  let ran = false;
  const model = scripted(calls('add', { a: 'two' }), answers('sorry'));
  const events = await eventsOf(
    createSiteAgent({ model, tools: [tool('add', { execute: () => (ran = true) })] }).run('add'),
  );
  const result = find(events, 'tool-result');
  assert.equal(result.outcome, 'invalid');
  assert.match(result.text, /\/a/);
  assert.equal(ran, false);
});

test('a pattern is checked by the browser’s own regular expressions', async () => {
  const schema = {
    type: 'object',
    properties: { sku: { type: 'string', pattern: '^\\p{Lu}+-\\d{2}$' } },
  };
  const model = scripted(
    calls('get', { sku: 'mug' }),
    calls('get', { sku: 'MUG-12' }),
    answers('ok'),
  );
  const events = await eventsOf(
    createSiteAgent({ model, tools: [tool('get', { inputSchema: schema })] }).run('get'),
  );
  assert.deepEqual(
    events.filter(({ type }) => type === 'tool-result').map(({ outcome }) => outcome),
    ['invalid', 'ok'],
  );
});

test('a tool that throws is an error for the model, not a failed run', async () => {
  const broken = tool('look', {
    execute: async () => {
      throw new Error('no stock');
    },
  });
  const run = createSiteAgent({
    model: scripted(calls('look'), answers('It failed.')),
    tools: [broken],
  }).run('look');
  const events = await eventsOf(run);
  assert.equal(find(events, 'tool-result').isError, true);
  assert.match(find(events, 'tool-result').text, /no stock/);
  assert.equal((await run.done).status, 'answered');
});

test('a tool that hangs is given up, and whether it took effect is unknown', async () => {
  let aborted = false;
  const hang = tool('buy', {
    annotations: writes,
    execute: (_, { signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => {});
    },
  });
  const model = scripted(calls('buy'), answers('I do not know.'));
  const options = { model, tools: [hang], confirm: () => true, toolTimeoutMs: 30 };
  const events = await eventsOf(createSiteAgent(options).run('buy'));
  assert.equal(find(events, 'tool-result').outcome, 'unknown');
  assert.equal(aborted, true);
});

test('abort stops the model', async () => {
  let signal;
  const model = custom((request) => {
    signal = request.signal;
    setTimeout(() => run.abort());
    return new Promise(() => {});
  });
  const run = createSiteAgent({ model, tools: [tool('add')] }).run('add');
  const done = await run.done;
  assert.equal(done.status, 'aborted');
  assert.equal(done.error.code, 'aborted');
  assert.equal(signal.aborted, true);
});

test('a signal stops the tool, and the open question', async () => {
  const stop = new AbortController();
  const hang = tool('look', { execute: () => new Promise(() => {}) });
  const run = createSiteAgent({ model: scripted(calls('look')), tools: [hang] }).run('look', {
    signal: stop.signal,
  });
  for await (const event of run)
    if (event.type === 'confirm-result') setTimeout(() => stop.abort(), 5);
  assert.equal((await run.done).status, 'aborted');

  let question;
  const confirm = (_, { signal }) => {
    question = signal;
    return new Promise(() => {});
  };
  const model = scripted(calls('buy'));
  const asking = createSiteAgent({
    model,
    tools: [tool('buy', { annotations: writes })],
    confirm,
  }).run('buy');
  const events = [];
  for await (const event of asking) {
    events.push(event);
    if (event.type === 'confirm-request') setTimeout(() => asking.abort(), 5);
  }
  assert.equal(question.aborted, true);
  assert.deepEqual(find(events, 'confirm-result').decision, {
    allowed: false,
    by: 'aborted',
    reason: 'not-read-only',
  });
});

test('a run that is stopped before it began says so', async () => {
  const model = scripted(answers('never'));
  const run = createSiteAgent({ model, tools: [tool('add')] }).run('hi', {
    signal: AbortSignal.abort(),
  });
  assert.deepEqual(typesOf(await eventsOf(run)), ['error', 'done']);
  assert.equal((await run.done).status, 'aborted');
  assert.equal(model.asked.length, 0);
});

test('a second run while one is on is refused, the first goes on', async () => {
  const agent = createSiteAgent({
    model: scripted(answers('one'), answers('two')),
    tools: [tool('add')],
  });
  const first = agent.run('one');
  assert.equal(agent.running, true);
  assert.throws(
    () => agent.run('two'),
    (error) => error instanceof SiteAgentError && error.code === 'busy',
  );
  assert.equal((await first.done).answer, 'one');
  assert.equal(agent.running, false);
  assert.equal((await agent.run('two').done).answer, 'two');
});

test('two agents do not disturb each other', async () => {
  const make = (word) =>
    createSiteAgent({ model: scripted(calls(word), answers(word)), tools: [tool(word)] });
  const done = await Promise.all(['left', 'right'].map((word) => make(word).run(word).done));
  assert.deepEqual(
    done.map(({ answer }) => answer),
    ['left', 'right'],
  );
});

test('the conversation goes on from run to run until it is reset', async () => {
  const model = scripted(answers('one'), answers('two'), answers('three'));
  const agent = createSiteAgent({ model, tools: [tool('add')] });
  assert.deepEqual(agent.messages, []);
  await agent.run('first').done;
  await agent.run('second').done;
  assert.deepEqual(model.asked[1].messages, [
    { role: 'user', text: 'first' },
    { role: 'assistant', text: 'one' },
    { role: 'user', text: 'second' },
  ]);
  assert.equal(agent.messages.length, 4);
  agent.reset();
  assert.deepEqual(agent.messages, []);
  await agent.run('third').done;
  assert.deepEqual(model.asked[2].messages, [{ role: 'user', text: 'third' }]);
});

test('tools can be looked at before anything is loaded', async () => {
  const agent = createSiteAgent({ model: rules(), tools: [tool('add'), tool('add')] });
  const { tools, dropped } = await agent.tools();
  assert.deepEqual(
    tools.map(({ name, source }) => [name, source]),
    [['add', 'array']],
  );
  assert.equal(dropped.length, 1);
  assert.equal(agent.running, false);
  assert.equal(agent.model, 'rules');
});

test('options that cannot be meant are refused at once', () => {
  const model = rules();
  assert.throws(() => createSiteAgent(), TypeError);
  assert.throws(() => createSiteAgent({}), TypeError);
  assert.throws(() => createSiteAgent({ model: {} }), TypeError);
  assert.throws(() => createSiteAgent({ model, confirm: true }), TypeError);
  assert.throws(() => createSiteAgent({ model, preApproved: 'buy' }), TypeError);
  for (const maxSteps of [0, 51, 1.5, '6'])
    assert.throws(() => createSiteAgent({ model, maxSteps }), RangeError);
  assert.throws(() => createSiteAgent({ model, toolTimeoutMs: 0 }), RangeError);
  assert.throws(() => createSiteAgent({ model }).run('  '), TypeError);
});

test('a page that puts toJSON on everything changes nothing', async () => {
  Array.prototype.toJSON = () => 'array';
  Object.prototype.toJSON = () => 'object';
  try {
    const seen = [];
    const model = custom(({ messages, tools }) => {
      seen.push([messages.length, tools.length]);
      return seen.length === 1 ? calls('list', { a: 1, deep: [{ b: [2] }] }) : answers('ok');
    });
    const list = tool('list', {
      inputSchema: undefined,
      execute: async (input) => ({ got: input.deep[0].b, more: [1] }),
    });
    const events = await eventsOf(createSiteAgent({ model, tools: [list] }).run('list'));
    assert.equal(find(events, 'tool-result').text, '{"got":[2],"more":[1]}');
    assert.deepEqual(seen, [
      [1, 1],
      [3, 1],
    ]);
  } finally {
    delete Array.prototype.toJSON;
    delete Object.prototype.toJSON;
  }
});

test('a change of the tools is heard, and the next listing has it', async () => {
  const context = createModelContext();
  const agent = createSiteAgent({ model: scripted(answers('ok')), tools: context });
  let heard = 0;
  const stop = agent.onToolsChange(() => (heard += 1));
  const names = async () => (await agent.tools()).tools.map(({ name }) => name);
  assert.deepEqual(await names(), []);
  const gone = new AbortController();
  await context.registerTool(tool('add'), { signal: gone.signal });
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([await names(), heard], [['add'], 1]);
  stop();
  gone.abort();
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([await names(), heard], [[], 1]);
});
