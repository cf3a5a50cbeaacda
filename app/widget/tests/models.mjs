/** What the JavaScript API makes of its models: how they are asked, and what their replies and failures become. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { answers, calls, eventsOf, find, scripted, siteAgent, tool } from './package.mjs';

const { createSiteAgent, custom, firstAvailable, rules, SiteAgentError } = siteAgent;

test('the built-in rules come before the site’s own words', async () => {
  const model = scripted(answers('ok'));
  await createSiteAgent({ model, tools: [tool('add')], instructions: 'Speak like a pirate.' }).run(
    'hi',
  ).done;
  const [{ instructions, tools }] = model.asked;
  const source = new URL('../../core/src/instructions/built_in.txt', import.meta.url);
  assert.ok(instructions.startsWith(await readFile(source, 'utf8')));
  assert.ok(instructions.trimEnd().endsWith('Speak like a pirate.'));
  assert.deepEqual(tools[0].inputSchema, tool('add').inputSchema);
});

test('a page without tools says so, once it is sure', async () => {
  const started = Date.now();
  const run = createSiteAgent({ model: scripted(answers('never')), tools: [] }).run('hi');
  assert.equal((await run.done).error.code, 'no-tools');
  assert.ok(Date.now() - started >= 1_400, 'tools may come late');
});

test('the steps of a message are bounded', async () => {
  const model = custom(() => calls('look'));
  const run = createSiteAgent({ model, tools: [tool('look')], maxSteps: 2 }).run('look');
  const events = await eventsOf(run);
  assert.equal((await run.done).status, 'max-steps');
  assert.equal(events.filter(({ type }) => type === 'tool-result').length, 2);
});

test('deltas stream, and the answer is whole', async () => {
  const model = custom(async ({ onDelta }) => {
    for (const piece of ['Hel', 'lo', ' 🍵']) onDelta(piece);
    return answers('Hello 🍵');
  });
  const events = await eventsOf(createSiteAgent({ model, tools: [tool('add')] }).run('hi'));
  const deltas = events.filter(({ type }) => type === 'answer-delta').map(({ text }) => text);
  assert.equal(deltas.join(''), 'Hello 🍵');
  assert.equal(find(events, 'answer').text, 'Hello 🍵');
});

test('a reply that is none is a bad reply', async () => {
  for (const reply of [undefined, null, 7, {}, { type: 'answer' }, calls('add', [1])]) {
    const done = await createSiteAgent({ model: scripted(reply), tools: [tool('add')] }).run('hi')
      .done;
    assert.equal(done.error?.code, 'bad-reply', `${JSON.stringify(reply)} is no reply`);
  }
});

test('plain text is an answer', async () => {
  const done = await createSiteAgent({ model: custom(() => 'Hello.'), tools: [tool('add')] }).run(
    'hi',
  ).done;
  assert.equal(done.answer, 'Hello.');
});

test('an adapter that fails says why; its codes are kept', async () => {
  const fail = (error) =>
    custom(() => {
      throw error;
    });
  const rows = [
    [new Error('out of order'), 'model-error', /out of order/],
    [
      new SiteAgentError('model-download-required', 'click first'),
      'model-download-required',
      /click first/,
    ],
    [Object.assign(new Error('odd'), { code: 'ENOENT' }), 'model-error', /odd/],
    ['a word', 'model-error', /a word/],
  ];
  for (const [error, code, message] of rows) {
    const done = await createSiteAgent({ model: fail(error), tools: [tool('add')] }).run('hi').done;
    assert.equal(done.status, 'error');
    assert.equal(done.error.code, code);
    assert.match(done.error.message, message);
  }
});

test('what an adapter knows of an error is kept, and what is no detail is not', async () => {
  const detail = { status: 429, code: 'slow', retryAfter: 12, requestId: 'r1' };
  for (const [given, kept] of [
    [detail, detail],
    [{ status: 'bad', code: 7, retryAfter: -1, requestId: 'r2', more: {} }, { requestId: 'r2' }],
    ['words', undefined],
  ]) {
    const model = custom(() => {
      throw new SiteAgentError('model-error', 'no', given);
    });
    const { error } = await createSiteAgent({ model, tools: [tool('add')] }).run('hi').done;
    assert.deepEqual([error.message, error.detail], ['no', kept]);
  }
});

test('the first available model answers, looked up anew for each step', async () => {
  let ready = false;
  const late = custom(() => answers('from the late one'), {
    name: 'late',
    availability: () => (ready ? 'available' : 'unavailable'),
  });
  const model = firstAvailable(
    late,
    custom(() => ((ready = true), calls('add')), { name: 'early' }),
  );
  const events = await eventsOf(createSiteAgent({ model, tools: [tool('add')] }).run('hi'));
  assert.deepEqual(
    events.filter(({ type }) => type === 'thinking').map(({ model }) => model),
    ['early', 'late'],
  );
  assert.equal(find(events, 'answer').text, 'from the late one');
});

test('without an available model the run says what is missing', async () => {
  const with_ = (availability) =>
    custom(() => answers('never'), { availability: () => availability });
  const rows = [
    [with_('unavailable'), 'model-unavailable'],
    [firstAvailable(with_('unavailable'), with_('downloadable')), 'model-download-required'],
    [siteAgent.chromeBuiltIn(), 'model-unavailable'],
  ];
  for (const [model, code] of rows) {
    const done = await createSiteAgent({ model, tools: [tool('add')] }).run('hi').done;
    assert.equal(done.error.code, code);
  }
});
