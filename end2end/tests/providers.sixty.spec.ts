/** A long conversation with the endpoint of this server: its history never becomes too much for it. */
import type { Response } from '@playwright/test';
import { startProgram } from '../fixtures/program.ts';
import { expect, test as base } from '../fixtures/test.ts';

const QUESTIONS = ['find mugs', 'what do people say about the blue enamel mug', 'find kitchen', 'what is in my cart'];

const test = base.extend<object, { program: Awaited<ReturnType<typeof startProgram>> }>({
  program: [
    async ({}, use) => {
      const program = await startProgram({ SITE_AGENT_WIDGET_RATE_LIMIT: 'false' });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 40_000 },
  ],
});

test('sixty questions are all answered', async ({ agent, page, context, program }) => {
  test.setTimeout(120_000);
  await context.addCookies([{ name: 'demo', value: 'proxy', url: program.origin }]);
  const statuses: number[] = [];
  let longest = 0;
  page.on('response', (response) => {
    if (!isAgent(response)) return;
    statuses.push(response.status());
    longest = Math.max(longest, response.request().postDataJSON().messages.length);
  });
  await page.goto('/shop');
  for (let nth = 0; nth < 60; nth += 1) {
    await agent.ask(QUESTIONS[nth % QUESTIONS.length] ?? '');
    // Each takes a call and an answer.
    await expect.poll(() => statuses.length).toBe(2 * nth + 2);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await expect(agent.button('Send')).toBeVisible();
  }
  // Of 239 messages, as many whole exchanges as 40 have room for.
  expect(longest).toBe(39);
});

const isAgent = (response: Response) => new URL(response.url()).pathname === '/api/agent';
