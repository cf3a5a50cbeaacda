/** The built-in matcher of words, a wasm of its own that is loaded where it is asked. */

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { eventsOf, find, folder, siteAgent, tool } from './package.mjs';

const { createSiteAgent, rules } = siteAgent;

test('the rule matcher answers without any model', async () => {
  const search = tool('search_products', {
    title: 'Search products',
    description: 'Finds products of the shop by words',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    execute: async ({ query }) => `Found for ${query}: Blue enamel mug 14.00 EUR`,
  });
  const agent = createSiteAgent({ model: rules(), tools: [search] });
  const run = agent.run('search products "enamel mug"');
  const events = await eventsOf(run);
  assert.equal(find(events, 'thinking').model, 'rules');
  assert.equal(find(events, 'tool-call').call.name, 'search_products');
  assert.match((await run.done).answer, /Blue enamel mug/);
});

test('without its files rules() is unavailable, and the next model takes its place', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'site-agent-'));
  t.after(() => rm(copy, { recursive: true }));
  const isKept = (path) => !basename(path).startsWith('sa-rules-');
  await cp(fileURLToPath(folder), copy, { recursive: true, filter: isKept });
  const lacking = await import(pathToFileURL(join(copy, 'index.js')).href);
  const logged = t.mock.method(console, 'error', () => {});

  const ask = (model) => lacking.createSiteAgent({ model, tools: [tool('add')] }).run('hi').done;
  const { error } = await ask(lacking.rules());
  assert.equal(error.code, 'model-unavailable');
  assert.equal(error.message, 'The rule matcher could not be loaded.');
  assert.match(`${logged.mock.calls[0].arguments[1]}`, /sa-rules-/);

  const custom = lacking.custom(() => 'Hello.');
  const { answer } = await ask(lacking.firstAvailable(lacking.rules(), custom));
  assert.equal(answer, 'Hello.');
});
