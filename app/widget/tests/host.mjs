/** What a host keeps over a navigation, and how it takes new settings. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { answers, calls, hostModule, scripted, siteAgent, tool, writes } from './package.mjs';

const { attach } = await hostModule();
const { custom } = siteAgent;

/** The browser's side of it: page events and the tab's storage. */
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);

let kept;
beforeEach(() => {
  kept = new Map();
  globalThis.sessionStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
});

const storageKey = 'site-agent:test';

/** All events of a host, and a way to wait for one. */
function listen(host) {
  const events = [];
  const waiting = [];
  host.on((event) => {
    events.push(event);
    for (const look of [...waiting]) look();
  });
  const until = (type, nth = 1) =>
    new Promise((resolve) => {
      const look = () => {
        const found = events.filter((event) => event.type === type);
        if (found.length >= nth) resolve(found[nth - 1]);
      };
      waiting.push(look);
      look();
    });
  return { events, until };
}

/** The page goes away: its host hears of it and is gone. */
function leave(host) {
  page.dispatchEvent(new Event('pagehide'));
  host.close();
}

test('a conversation waits in the tab for the next page', async () => {
  const first = await attach({
    model: scripted(answers('One.')),
    tools: [tool('add')],
    storageKey,
  });
  const { until } = listen(first);
  first.ask('hello');
  await until('done');
  leave(first);
  const model = scripted(answers('Two.'));
  const second = await attach({ model, tools: [tool('add')], storageKey });
  assert.deepEqual(
    second.messages.map(({ text }) => text),
    ['hello', 'One.'],
  );
  const next = listen(second);
  assert.equal(second.ask('and now?'), true);
  await next.until('done');
  assert.deepEqual(
    model.asked[0].messages.map(({ text }) => text),
    ['hello', 'One.', 'and now?'],
  );
  second.close();
});

test('an open question is asked anew on the next page, and never taken as answered', async () => {
  let bought = 0;
  const tools = [
    tool('buy', { annotations: writes, execute: async () => `bought ${(bought += 1)}` }),
  ];
  const first = await attach({
    model: scripted(calls('buy')),
    tools,
    storageKey,
    confirm: () => new Promise(() => {}),
  });
  const before = listen(first);
  first.ask('buy it');
  await before.until('confirm-request');
  leave(first);
  assert.equal(bought, 0);

  let asked = 0;
  const confirm = () => (asked += 1) > 0;
  const second = await attach({ model: scripted(answers('Bought.')), tools, storageKey, confirm });
  const after = listen(second);
  const { result } = await after.until('done');
  assert.deepEqual([asked, bought, result.answer], [1, 1, 'Bought.']);
  second.close();
});

test('a call that was cut off is unknown and is not run again', async () => {
  let bought = 0;
  const hang = () => {
    bought += 1;
    return new Promise(() => {});
  };
  const tools = [tool('buy', { annotations: writes, execute: hang })];
  const first = await attach({
    model: scripted(calls('buy')),
    tools,
    storageKey,
    confirm: () => true,
  });
  const before = listen(first);
  first.ask('buy it');
  await before.until('confirm-result');
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(bought, 1);
  leave(first);

  const model = scripted(answers('Please look at your cart.'));
  const second = await attach({ model, tools, storageKey, confirm: () => true });
  const after = listen(second);
  const { result } = await after.until('done');
  assert.equal(result.status, 'answered');
  assert.equal(bought, 1);
  assert.equal(model.asked[0].messages.at(-1).isError, true);
  second.close();
});

test('a page that comes back from the browser’s cache goes on', async () => {
  let [turn, asked] = [0, () => {}];
  const isAsked = new Promise((resolve) => (asked = resolve));
  const model = custom(() => {
    asked();
    return (turn += 1) === 1 ? new Promise(() => {}) : answers('Back.');
  });
  const host = await attach({ model, tools: [tool('add')], storageKey });
  const { until } = listen(host);
  host.ask('hello');
  await isAsked;
  page.dispatchEvent(new Event('pagehide'));
  assert.equal(host.running, false);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  assert.equal((await until('done')).result.answer, 'Back.');
  host.close();
});

test('storage that is blocked, full or nonsense breaks nothing', async () => {
  const blocked = () => {
    throw new Error('SecurityError');
  };
  const storages = [
    { getItem: blocked, setItem: blocked, removeItem: blocked },
    { getItem: () => '{"version":9}', setItem: blocked, removeItem() {} },
    { getItem: () => 'garbage', setItem() {}, removeItem() {} },
  ];
  for (const storage of storages) {
    globalThis.sessionStorage = storage;
    const host = await attach({
      model: scripted(answers('Fine.')),
      tools: [tool('add')],
      storageKey,
    });
    const { until } = listen(host);
    assert.deepEqual(host.messages, []);
    host.ask('hello');
    assert.equal((await until('done')).result.answer, 'Fine.');
    host.close();
  }
});

test('a conversation that is too large for the tab is not half kept', async () => {
  const long = 'x'.repeat(150_000);
  const host = await attach({
    model: scripted(answers(long), answers(long)),
    tools: [tool('add')],
    storageKey,
  });
  const { until } = listen(host);
  host.ask('one');
  await until('done');
  assert.ok(kept.has(storageKey));
  host.ask('two');
  await until('done', 2);
  assert.equal(kept.has(storageKey), false);
  host.close();
});

test('settings that change during a run wait for its end and start afresh', async () => {
  const second = scripted(answers('From the second.'));
  let [reply, asked] = [() => {}, () => {}];
  const isAsked = new Promise((resolve) => (asked = resolve));
  const answer = new Promise((resolve) => (reply = resolve));
  const first = custom(() => (asked(), answer), { name: 'first' });
  const host = await attach({ model: first, tools: [tool('add')] });
  const { until } = listen(host);
  host.ask('one');
  await isAsked;
  host.configure({ model: second, instructions: 'Anew.' });
  assert.equal(host.model, 'first');
  assert.equal(host.ask('too early'), false);
  reply(answers('From the first.'));
  assert.equal((await until('done')).result.answer, 'From the first.');
  host.ask('two');
  assert.equal((await until('done', 2)).result.answer, 'From the second.');
  assert.deepEqual(second.asked[0].messages, [{ role: 'user', text: 'two' }]);
  assert.match(second.asked[0].instructions, /Anew\.$/);
  host.close();
});

test('another model, other tools or another judge start afresh, and only those', async () => {
  const model = scripted(...Array.from({ length: 5 }, () => answers('Yes.')));
  const tools = [tool('add')];
  const host = await attach({ model, tools });
  const { events, until } = listen(host);
  const said = async (partial) => {
    host.configure(partial);
    host.ask('hello');
    await until('done', events.filter(({ type }) => type === 'done').length + 1);
    return host.messages.length;
  };
  assert.equal(await said({}), 2);
  assert.equal(await said({ tools, model }), 4, 'nothing has changed');
  assert.equal(await said({ confirm: () => true }), 2);
  assert.equal(await said({ tools: [tool('subtract')] }), 2);
  assert.equal(await said({ model: custom(() => 'No.') }), 2);
  host.close();
});

test('what a page sets up after the conversation came leaves it alone', async () => {
  const tools = [tool('add')];
  const first = await attach({ model: scripted(answers('One.')), tools });
  const heard = listen(first);
  first.ask('one');
  await heard.until('done');
  const snapshot = first.snapshot();
  first.close();
  const host = await attach({ model: scripted(answers('Nobody.')), tools, snapshot });
  const { until } = listen(host);
  host.configure({ model: scripted(answers('Two.')), confirm: () => true });
  assert.equal(host.messages.length, 2);
  host.ask('two');
  assert.equal((await until('done')).result.answer, 'Two.');
  host.configure({ model: scripted(answers('Three.')) });
  assert.equal(host.messages.length, 0);
  host.close();
});

test('a host that is closed is silent', async () => {
  const host = await attach({ model: scripted(answers('never heard')), tools: [tool('add')] });
  const { events } = listen(host);
  host.ask('hello');
  host.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(host.ask('again'), false);
  assert.equal(host.running, false);
  assert.deepEqual(
    events.filter(({ type }) => type === 'answer'),
    [],
  );
});

test('a listener that throws does not stop the others', async () => {
  const error = console.error;
  console.error = () => {};
  const host = await attach({ model: scripted(answers('Heard.')), tools: [tool('add')] });
  host.on(() => {
    throw new Error('mine');
  });
  const { until } = listen(host);
  host.ask('hello');
  assert.equal((await until('done')).result.answer, 'Heard.');
  console.error = error;
  host.close();
});
