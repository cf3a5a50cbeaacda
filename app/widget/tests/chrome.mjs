/** The browser's own model, played by a stand-in that refuses what the true one refuses. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { makeLanguageModel } from './language-model.mjs';
import { answers, eventsOf, find, siteAgent, tool } from './package.mjs';

const { chromeBuiltIn, createSiteAgent, custom, firstAvailable } = siteAgent;

afterEach(() => {
  assert.equal(globalThis.LanguageModel?.log?.alive ?? 0, 0, 'every session is freed');
  delete globalThis.LanguageModel;
});

/** @returns {any} the log of what the stand-in was asked */
function install(behaviour) {
  globalThis.LanguageModel = makeLanguageModel(behaviour);
  return globalThis.LanguageModel.log;
}

const say = (value) => JSON.stringify(value);
/** Says these things, one a prompt. */
const script =
  (...replies) =>
  () =>
    replies.shift();
const agent = (more = {}) =>
  createSiteAgent({ model: chromeBuiltIn(), tools: [tool('add')], ...more });

test('a call, then an answer: each step has a session of its own', async () => {
  const log = install({
    reply: script(say({ tool: 'add', arguments: { a: 2 } }), say({ answer: 'Two it is.' })),
  });
  const done = await agent({ instructions: 'Speak like a pirate.' }).run('add two').done;
  assert.equal(done.answer, 'Two it is.');
  assert.equal(log.created, 2);
  const [{ initialPrompts, expectedInputs, expectedOutputs }] = log.options;
  assert.deepEqual(expectedInputs, [{ type: 'text', languages: ['en'] }]);
  assert.deepEqual(expectedOutputs, [{ type: 'text', languages: ['en'] }]);
  assert.match(initialPrompts[0].content, /untrusted-data/);
  assert.match(initialPrompts[0].content, /Speak like a pirate\./);
  assert.match(initialPrompts[0].content, /- add: does add/);
  const [first, second] = log.prompts;
  assert.deepEqual(first.turns, [{ role: 'user', content: 'add two' }]);
  assert.deepEqual(
    second.turns.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
  assert.deepEqual(JSON.parse(second.turns[1].content), { tool: 'add', arguments: { a: 2 } });
  assert.match(second.turns[2].content, /^Result of add:\n<untrusted-data[^]+add got \{"a":2\}/);
});

test('the reply is held to an answer or a call of a listed tool', async () => {
  const log = install({});
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1 } },
    required: ['n'],
  };
  await agent({ tools: [tool('add', { inputSchema: schema })] }).run('hi').done;
  const { responseConstraint, omitResponseConstraintInput } = log.prompts[0].options;
  assert.equal(omitResponseConstraintInput, true, 'the tools are in the system prompt already');
  const [answer, add] = responseConstraint.anyOf;
  assert.deepEqual(answer.properties, { answer: { type: 'string' } });
  assert.deepEqual(add.properties.tool, { const: 'add' });
  const { n } = add.properties.arguments.properties;
  assert.deepEqual(n, { type: 'integer' }, 'in words that every browser knows');
  for (const { additionalProperties } of [answer, add]) assert.equal(additionalProperties, false);
});

test('a schema of any kind becomes a form', async () => {
  for (const [schema, expected] of [
    [
      { type: 'object', properties: null, required: 'n' },
      { type: 'object', properties: {} },
    ],
    [{ type: 'object', anyOf: {} }, { type: 'object' }],
    [
      {
        type: 'object',
        properties: { l: { type: 'array', items: { $ref: '#', enum: [1] } }, b: true },
      },
      { type: 'object', properties: { l: { type: 'array', items: { enum: [1] } }, b: {} } },
    ],
  ]) {
    const log = install({});
    const { answer, error } = await agent({ tools: [tool('add', { inputSchema: schema })] }).run(
      'hi',
    ).done;
    assert.equal(answer, 'Hello.', error?.message);
    const { required, ...form } =
      log.prompts[0].options.responseConstraint.anyOf[1].properties.arguments;
    assert.deepEqual(form, expected);
    delete globalThis.LanguageModel;
  }
});

test('a form that the browser does not know is loosened, and that is kept in mind', async () => {
  const model = chromeBuiltIn();
  for (const [unknown, kept] of [
    [['const'], { enum: ['add'] }],
    [['anyOf'], undefined],
  ]) {
    const log = install({ unknown });
    const one = unknown[0] === 'const' ? model : chromeBuiltIn();
    const mine = agent({ model: one });
    assert.equal((await mine.run('hi').done).answer, 'Hello.');
    assert.equal((await mine.run('again').done).answer, 'Hello.');
    assert.equal(log.prompts.length, 2, 'refused before it began, and not tried twice');
    for (const { options } of log.prompts) {
      assert.deepEqual(options.responseConstraint?.anyOf[1].properties.tool, kept);
    }
    delete globalThis.LanguageModel;
  }
});

test('a form too large to be worth it is loose from the start', async () => {
  const log = install({ window: 1e6 });
  const values = Array.from({ length: 1900 }, (_, at) => `value ${at}`);
  const inputSchema = { type: 'object', properties: { v: { enum: values } } };
  await agent({ tools: [tool('add', { inputSchema })] }).run('hi').done;
  const { responseConstraint } = log.prompts[0].options;
  assert.deepEqual(responseConstraint.anyOf[1].properties.arguments, { type: 'object' });
});

test('without a form, words are an answer, fenced JSON is read and half a call is none', async () => {
  for (const [reply, expected] of [
    ['Just words.', 'Just words.'],
    ['```json\n{"answer": "Fenced."}\n```', 'Fenced.'],
    ['{"tool": "add", "arg', 'bad-reply'],
    ['{"answer": " "}', 'bad-reply'],
    ['{}', 'bad-reply'],
    ['null', 'bad-reply'],
    ['', 'bad-reply'],
  ]) {
    install({ reply: () => reply });
    const { answer, error } = await agent().run('hi').done;
    assert.equal(answer ?? error.code, expected, reply);
  }
});

test('a reply that keeps to no form is asked for in a looser one', async () => {
  const log = install({
    reply: (_, { responseConstraint }) => {
      if (responseConstraint) throw new DOMException('no', 'SyntaxError');
      return say({ answer: 'At last.' });
    },
  });
  const mine = agent();
  assert.equal((await mine.run('hi').done).answer, 'At last.');
  assert.equal(log.prompts.length, 3);
});

test('an answer streams, whatever is split where', async () => {
  const text = 'Grüße 🍵 "quoted" \\ and\nlines \u{1F469}\u200D\u{1F373}';
  const escaped = say({ answer: text }).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  for (const json of [say({ answer: text }), escaped, ` {\n "answer" : ${say(text)} }`]) {
    install({ reply: () => json });
    const events = await eventsOf(agent().run('hi'));
    const deltas = events.filter(({ type }) => type === 'answer-delta').map((event) => event.text);
    assert.ok(deltas.length > 5, `${deltas.length} pieces`);
    assert.equal(deltas.join(''), text);
    for (const delta of deltas) assert.ok(delta.isWellFormed(), 'no half character');
    assert.equal(find(events, 'answer').text, text);
  }
});

test('a call never streams', async () => {
  install({
    reply: script(say({ tool: 'add', arguments: { answer: 'no' } }), say({ answer: 'ok' })),
  });
  const events = await eventsOf(agent().run('hi'));
  const at = events.findIndex(({ type }) => type === 'tool-call');
  assert.ok(!events.slice(0, at).some(({ type }) => type === 'answer-delta'));
});

test('the conversation is cut to the window, and the question stays', async () => {
  for (const legacy of [false, true]) {
    const log = install({ window: 1600, legacy, reply: () => say({ answer: 'word '.repeat(60) }) });
    const mine = agent({ model: chromeBuiltIn({ maxPromptChars: 1e6, maxHistory: 100 }) });
    for (let nth = 0; nth < 12; nth += 1) {
      const { status, error } = await mine.run(`question ${nth}: ${'why '.repeat(40)}`).done;
      assert.equal(status, 'answered', error?.message);
    }
    const { turns } = log.prompts.at(-1);
    assert.match(turns.at(-1).content, /^question 11/);
    assert.equal(turns[0].role, 'user', 'it begins with a question');
    assert.ok(turns.length < 23 && turns.length > 1, `${turns.length} turns`);
    assert.ok(log.measured > 12);
    delete globalThis.LanguageModel;
  }
});

test('only so many turns are sent', async () => {
  const log = install({});
  const mine = agent({ model: chromeBuiltIn({ maxHistory: 4 }) });
  for (let nth = 0; nth < 5; nth += 1) await mine.run(`question ${nth}`).done;
  const asked = log.prompts.at(-1).turns.map(({ content }) => content);
  assert.deepEqual(asked, ['question 3', say({ answer: 'Hello.' }), 'question 4']);
});

test('a long result is shortened and its fence stays closed', async () => {
  const log = install({
    window: 1500,
    reply: script(say({ tool: 'add', arguments: {} }), say({ answer: 'Long.' })),
  });
  const long = tool('add', { execute: () => 'data '.repeat(700) });
  const done = await agent({ tools: [long] }).run('read it').done;
  assert.equal(done.answer, 'Long.', done.error?.message);
  const { content } = log.prompts.at(-1).turns.at(-1);
  assert.match(content, /\(The rest was left out\.\)\n<\/untrusted-data nonce="[0-9a-f]{32}">$/);
});

test('tools that are too much for the window are told in brief', async () => {
  const log = install({ window: 2400 });
  const description = 'tells much '.repeat(40);
  const inputSchema = {
    type: 'object',
    properties: { a: { type: 'string', description } },
    required: ['a'],
  };
  const tools = Array.from({ length: 20 }, (_, at) =>
    tool(`tool_${at}`, { inputSchema, description }),
  );
  assert.equal((await agent({ tools }).run('hi').done).answer, 'Hello.');
  assert.match(log.options[0].initialPrompts[0].content, /- tool_0\(a\): tells much/);
  const small = install({ window: 300 });
  const { error } = await agent({ tools }).run('hi').done;
  assert.equal(error.code, 'model-error');
  assert.equal(small.created, 0);
});

test('a question is cut to what fits; where nothing does, that is said', async () => {
  const wide = install({ window: 900 });
  const model = () => chromeBuiltIn({ maxPromptChars: 1e6 });
  const first = await agent({ model: model() }).run(`why ${'x'.repeat(9000)}`).done;
  assert.equal(first.answer, 'Hello.', first.error?.message);
  const [{ content }] = wide.prompts[0].turns;
  assert.ok(content.startsWith('why xxx') && content.length < 4000, `${content.length} characters`);
  const { length } = wide.options[0].initialPrompts[0].content;
  const narrow = install({ window: Math.ceil(length / 4) + 8 });
  const { error } = await agent({ model: model() }).run('why is that so?').done;
  assert.deepEqual([error.code, narrow.prompts.length], ['model-error', 0]);
  assert.match(error.message, /too much/);
});

test('abort stops the prompt and frees the session', async () => {
  const log = install({ pace: 5, reply: () => say({ answer: 'on and on '.repeat(500) }) });
  const run = agent().run('talk');
  for await (const { type } of run) if (type === 'answer-delta') run.abort();
  assert.equal((await run.done).status, 'aborted');
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(log.aborted, 1);
  assert.equal(log.alive, 0);
});

test('availability decides, not the object', async () => {
  for (const [behaviour, languages, expected] of [
    [{}, ['en'], 'available'],
    [{ availability: 'downloadable' }, ['en'], 'downloadable'],
    [{ availability: 'downloading' }, ['en'], 'downloading'],
    [{ availability: 'unavailable' }, ['en'], 'unavailable'],
    [{}, ['de-AT', 'fr'], 'available'],
    [{}, ['tlh'], 'unavailable'],
  ]) {
    install(behaviour);
    assert.equal(await chromeBuiltIn({ languages }).availability(), expected);
  }
  globalThis.LanguageModel = {};
  assert.equal(await chromeBuiltIn().availability(), 'unavailable');
  globalThis.LanguageModel = {
    availability: () => {
      throw new Error('broken');
    },
  };
  assert.equal(await chromeBuiltIn().availability(), 'unavailable');
  assert.throws(() => chromeBuiltIn({ languages: ['no tag'] }), RangeError);
});

test('a model that is gone between two looks makes room for the next', async () => {
  install({});
  globalThis.LanguageModel.create = async () => {
    throw new DOMException('The service is not running.', 'NotSupportedError');
  };
  const model = firstAvailable(
    chromeBuiltIn(),
    custom(() => answers('The next one.')),
  );
  assert.equal((await agent({ model }).run('hi').done).answer, 'The next one.');
});

test('a model that is not there yet is not downloaded by a run', async () => {
  const log = install({ availability: 'downloadable' });
  const { error } = await agent().run('hi').done;
  assert.equal(error.code, 'model-download-required');
  assert.equal(log.created, 0);
});

test('prepare() downloads with progress, and only from a click', async () => {
  const log = install({ availability: 'downloadable', download: 20, active: () => true });
  const model = chromeBuiltIn();
  const seen = [];
  await model.prepare({ onProgress: (loaded) => seen.push(loaded) });
  assert.deepEqual(seen, [0, 0.25, 0.5, 0.75, 1]);
  assert.equal(await model.availability(), 'available');
  assert.deepEqual([log.created, log.alive], [1, 0]);

  install({ availability: 'downloadable', active: () => false });
  await assert.rejects(model.prepare(), {
    name: 'SiteAgentError',
    code: 'model-download-required',
  });
  install({ availability: 'unavailable' });
  await assert.rejects(model.prepare(), { code: 'model-unavailable' });
  delete globalThis.LanguageModel;
  await assert.rejects(model.prepare(), { code: 'model-unavailable' });
});

test('a download can be stopped, and can fail', async () => {
  install({ availability: 'downloadable', download: 40 });
  const aborter = new AbortController();
  const seen = [];
  const waiting = chromeBuiltIn().prepare({
    signal: aborter.signal,
    onProgress: (loaded) => {
      seen.push(loaded);
      if (loaded === 0.25) aborter.abort();
    },
  });
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.deepEqual(seen, [0, 0.25]);
  install({ availability: 'downloadable', fails: 'NetworkError' });
  await assert.rejects(chromeBuiltIn().prepare(), { code: 'model-error', message: /downloaded/ });
});

test('firstAvailable() says what its models say and prepares the one that can be', async () => {
  install({ availability: 'downloadable', download: 4 });
  const away = custom(() => answers('never'), { availability: () => 'unavailable' });
  const model = firstAvailable(away, chromeBuiltIn());
  assert.equal(await model.availability(), 'downloadable');
  const seen = [];
  await model.prepare({ onProgress: (loaded) => seen.push(loaded) });
  assert.equal(seen.at(-1), 1);
  assert.equal(await model.availability(), 'available');
  assert.equal(await firstAvailable(away).availability(), 'unavailable');
  await assert.rejects(firstAvailable(away).prepare(), { code: 'model-unavailable' });
});

test('a tool that nobody offered is not run', async () => {
  install({
    reply: script(say({ tool: 'constructor', arguments: {} }), say({ answer: 'No such.' })),
  });
  const events = await eventsOf(agent().run('hi'));
  assert.equal(find(events, 'tool-result').outcome, 'missing');
  assert.equal(find(events, 'answer').text, 'No such.');
});
