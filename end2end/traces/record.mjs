/**
 * Makes the frozen traces beside it, by real runs in a shop that is running:
 *
 *     node traces/record.mjs http://localhost:3000
 *
 * The rule matcher is the model, and a function stands for the visitor.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const [origin = 'http://localhost:3000'] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** What the visitor says, on which page, and which tools are allowed. */
const RUNS = [
  { file: 'search.json', name: 'Mugs under 20 euros', say: ['find mugs under 20 euros'], allow: [] },
  {
    ...{ file: 'add_to_cart.json', name: 'Two blue mugs in the cart' },
    ...{ say: ['add two blue enamel mugs to my cart'], allow: ['add_to_cart'] },
  },
  {
    ...{ file: 'refused.json', name: 'A denied call, and a coupon that is none' },
    calls: [
      { name: 'set_quantity', arguments: { product: 'MUG-BLUE', quantity: 9 } },
      { name: 'add_to_cart', arguments: { product: 'BOARD-WALNUT', quantity: 1 } },
      { name: 'apply_coupon', arguments: { code: 'NO-SUCH-COUPON' } },
      { name: 'get_cart', arguments: {} },
    ],
    allow: ['set_quantity', 'apply_coupon'],
  },
];

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const { file, name, say: [message = 'do it'] = [], calls, allow } of RUNS) {
  const page = await browser.newPage();
  await page.goto(`${origin}/shop`);
  const trace = await page.evaluate(
    async ({ message, calls, allow }) => {
      const { createSiteAgent, custom, rules } = await import('/site-agent/index.js');
      const left = [...(calls ?? [])];
      const scripted = () => {
        const call = left.shift();
        return call ? { type: 'tool', ...call } : { type: 'answer', text: 'That was all.' };
      };
      const agent = createSiteAgent({
        model: calls ? custom(scripted) : rules(),
        confirm: ({ call }) => allow.includes(call.name),
        maxSteps: 10,
      });
      while ((await agent.tools()).tools.length < 8) await new Promise((next) => setTimeout(next, 50));
      return (await agent.run(message).done).trace;
    },
    { message, calls, allow },
  );
  // As the dashboard makes a test: what was said is left out.
  const steps = trace.steps.filter(({ type }) => !['user', 'model', 'answer'].includes(type));
  const { model, ...frozen } = trace;
  const test = { version: 1, kind: 'site-agent-test', name, trace: { ...frozen, steps } };
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(test, null, 2)}\n`);
  await page.close();
}
await browser.close();
