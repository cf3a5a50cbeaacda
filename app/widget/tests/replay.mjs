/** A trace is run again without a model, under the rules, and compared. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { answers, calls, folder, scripted, siteAgent, tool, writes } from './package.mjs';

const { createSiteAgent, replay } = siteAgent;

/** A shop whose cart counts. */
function shop() {
  const cart = { count: 0 };
  const look = tool('look', { execute: async () => 'a blue mug' });
  const add = tool('add', {
    annotations: writes,
    execute: async ({ a }) => `${(cart.count += a)} in the cart`,
  });
  return { cart, tools: [look, add] };
}

async function recorded(confirm) {
  const model = scripted(
    calls('look'),
    calls('add', { a: 2 }),
    calls('add', { a: 'x' }),
    answers('ok'),
  );
  const { trace } = await createSiteAgent({ model, tools: shop().tools, confirm }).run(
    'add two mugs',
  ).done;
  return trace;
}

const statuses = ({ steps }) => steps.map(({ status }) => status);

test('the recorded calls run again, with consent', async () => {
  const trace = await recorded(() => true);
  const { cart, tools } = shop();
  const questions = [];
  const onConfirmRequest = (request) => questions.push(request.call.name);
  const report = await replay(trace, { tools, confirm: () => true, onConfirmRequest });
  assert.deepEqual(statuses(report), ['ran', 'ran', 'skipped']);
  assert.deepEqual(
    report.steps.map(({ matches }) => matches),
    [true, true, undefined],
  );
  assert.equal(report.steps[1].text, '2 in the cart');
  assert.equal(report.differences, 0);
  assert.deepEqual(questions, ['add']);
  assert.equal(cart.count, 2);
});

test('without confirm nothing is changed', async () => {
  const trace = await recorded(() => true);
  const { cart, tools } = shop();
  const report = await replay(trace, { tools });
  assert.deepEqual(statuses(report), ['ran', 'denied', 'skipped']);
  assert.equal(cart.count, 0);
  assert.equal(report.differences, 1);
});

test('a call that was refused is skipped, whatever confirm says', async () => {
  const trace = await recorded(() => false);
  const { cart, tools } = shop();
  const report = await replay(trace, { tools, confirm: () => true });
  assert.deepEqual(statuses(report), ['ran', 'skipped', 'skipped']);
  assert.equal(cart.count, 0);
});

test('a tool that is gone is told', async () => {
  const trace = await recorded(() => true);
  const { tools } = shop();
  const report = await replay(trace, { tools: tools.slice(0, 1), confirm: () => true });
  assert.deepEqual(statuses(report), ['ran', 'missing-tool', 'skipped']);
});

test('a trace without calls is over at once', async () => {
  const trace = {
    version: 1,
    startedAt: 0,
    endedAt: 0,
    model: 'rules',
    status: 'answered',
    steps: [],
  };
  assert.deepEqual(await replay(trace, { tools: [] }), { steps: [], differences: 0 });
});

test('a signal stops it', async () => {
  const trace = await recorded(() => true);
  const stop = new AbortController();
  const hang = tool('look', {
    execute: () => {
      stop.abort();
      return new Promise(() => {});
    },
  });
  const report = await replay(trace, { tools: [hang], signal: stop.signal });
  assert.equal(report.steps[1].status, 'skipped');
});

test('what is no trace is refused', async () => {
  await assert.rejects(replay({ version: 2, steps: [] }, { tools: [] }), TypeError);
  await assert.rejects(replay(undefined, { tools: [] }), TypeError);
});

test('it runs on a wasm of its own, which has no panel and which the element does without', async () => {
  const names = await readdir(folder);
  const exportsOf = async (form) => {
    const name = names.find((file) => form.test(file));
    const module = await WebAssembly.compile(await readFile(new URL(name, folder)));
    return WebAssembly.Module.exports(module).map(({ name }) => name);
  };
  const [main, own] = [await exportsOf(/^sa-[^-]+\.wasm$/), await exportsOf(/^sa-replay-.*\.wasm$/)];
  assert.deepEqual([main.includes('mount'), own.includes('mount')], [true, false]);
  assert.deepEqual([main.includes('replay'), own.includes('replay')], [false, true]);
});
