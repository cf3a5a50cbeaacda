/** The first model is down: the second answers, and the run's trace says which. */
import { anthropic } from '../fakes/anthropic.mjs';
import { openai } from '../fakes/openai.mjs';
import { KEY, startFake } from '../fakes/server.mjs';
import type { Fake } from '../fakes/server.mjs';
import { startProgram } from '../fixtures/program.ts';
import { expect, test as base } from '../fixtures/test.ts';

interface Shared {
  first: Fake;
  second: Fake;
}

const test = base.extend<object, Shared & { program: Awaited<ReturnType<typeof startProgram>> }>({
  first: [
    async ({}, use) => {
      const fake = await startFake(anthropic());
      await use(fake);
      await fake.stop();
    },
    { scope: 'worker' },
  ],
  second: [
    async ({}, use) => {
      const fake = await startFake(openai());
      await use(fake);
      await fake.stop();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ first, second }, use) => {
      const model = (place: string, fake: Fake, key: string) => ({
        [`SITE_AGENT_WIDGET_${place}PROVIDER`]: fake.provider,
        [`SITE_AGENT_WIDGET_${place}MODEL`]: `fake-${fake.provider}`,
        [`SITE_AGENT_WIDGET_${place}API_KEY`]: key,
        [`SITE_AGENT_WIDGET_${place}BASE_URL`]: fake.url,
      });
      const program = await startProgram({
        ...model('', first, 'sk-revoked-0123456789'),
        ...model('FALLBACK_', second, KEY),
        SITE_AGENT_WIDGET_ALLOW_PRIVATE_BASE_URL: 'true',
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 40_000 },
  ],
});

test('the trace names the model that stepped in', async ({ agent, page, context, program, first, second }) => {
  await context.addCookies([{ name: 'demo', value: 'proxy', url: program.origin }]);
  await page.goto('/shop');
  await agent.ask('find mugs under 20 euros');
  await expect(agent.log).toContainText('Blue enamel mug');
  await expect(agent.button('Send')).toBeVisible();

  // A call and an answer: each was asked of the first, refused there, and answered by the second.
  expect(first.refused).toHaveLength(2);
  expect(second.refused).toEqual([]);
  const trace: any = await page.evaluate(() => (document.querySelector('site-agent') as any).lastTrace);
  const turns = trace.steps.filter(({ type }: any) => type === 'model').map(({ answeredBy }: any) => answeredBy);
  expect(turns).toEqual(Array(2).fill('fake-openai-2026-10-01'));
});
