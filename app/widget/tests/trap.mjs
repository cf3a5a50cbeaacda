/** A trap in wasm ends a run with an error, and the next one begins in a fresh instance. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answers, eventsOf, scripted, siteAgent, tool, typesOf } from './package.mjs';

/** The export under which the first instance traps, as a bug in it would. */
let trapIn = '';
const { Instance } = WebAssembly;
const begun = new WeakSet();
WebAssembly.Instance = function (module, imports) {
  const made = new Instance(module, imports);
  if (begun.has(module)) return made;
  begun.add(module);
  const exports = { ...made.exports };
  for (const name of ['send', 'respond']) {
    const call = exports[name];
    if (call === undefined) continue;
    exports[name] = (...args) => {
      if (trapIn === name) throw new WebAssembly.RuntimeError('unreachable');
      return call(...args);
    };
  }
  return { exports };
};

test('the conversation outlives a trap', async () => {
  const error = console.error;
  const said = [];
  console.error = (...words) => said.push(words);
  const trap = () => {
    trapIn = 'send';
    return answers('This reply traps.');
  };
  const model = scripted(answers('One.'), trap, answers('Three.'));
  const agent = siteAgent.createSiteAgent({ model, tools: [tool('add')] });
  assert.equal((await agent.run('first').done).answer, 'One.');

  const events = await eventsOf(agent.run('second'));
  assert.deepEqual(typesOf(events), ['thinking', 'error', 'done']);
  assert.equal(events.at(-1).result.status, 'error');
  assert.equal(agent.running, false);
  assert.ok(said.length > 0, 'the owner can read of it in the console');

  assert.equal((await agent.run('third').done).answer, 'Three.');
  const texts = model.asked[2].messages.map(({ text }) => text);
  assert.deepEqual([texts[0], texts[1], texts.at(-1)], ['first', 'One.', 'third']);
  console.error = error;
});

test('a rule matcher that traps fails its run, and a fresh one answers the next', async (t) => {
  const logged = t.mock.method(console, 'error', () => {});
  const agent = siteAgent.createSiteAgent({ model: siteAgent.rules(), tools: [tool('add')] });
  trapIn = 'respond';
  const { error } = await agent.run('hello').done;
  assert.equal(error.code, 'model-error');
  assert.equal(error.message, 'The rule matcher stopped unexpectedly.');
  assert.equal(logged.mock.callCount(), 1);
  assert.match((await agent.run('hello').done).answer, /^Hello\./);
});
