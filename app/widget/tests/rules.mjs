/** The built-in matcher of words, which never leaves the wasm. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { eventsOf, find, siteAgent, tool } from './package.mjs';

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
