/**
 * The browser's own model in the element. Chromium here has the object and no model behind it, so a
 * stand-in takes its place that refuses what the true one refuses.
 */
import { expect, test } from '../fixtures/test.ts';
import { install, log } from './chrome/stand_in.ts';

test('it calls a tool after the card, answers in pieces, and no session is left', async ({ page, visit }) => {
  await install(page, { pace: 15 });
  const agent = await visit('/model.html');
  await agent.ask('add a note saying buy milk');
  const card = agent.card('Add a note');
  await expect(card).toContainText('buy milk');
  await agent.allowIt();
  await expect(page.locator('#notes li')).toHaveText(['buy milk']);
  await expect(agent.log).toContainText('The page says: Added. There are now 1 notes.');

  await agent.ask('tell me something');
  await expect(agent.log).toContainText('word word word');
  await expect(agent.log, 'it still speaks').not.toContainText('that is all');
  await expect(agent.log).toContainText('and that is all.', { timeout: 15_000 });
  await expect(agent.button('Send')).toBeVisible();
  const { created, alive, options } = await log(page);
  expect([created, alive]).toEqual([3, 0]);
  expect(options[0].initialPrompts[0].content).toContain('- add_note: ');
});

test('Stop reaches the model', async ({ page, visit }) => {
  await install(page, { pace: 60 });
  const agent = await visit('/model.html');
  await agent.ask('tell me something');
  await expect(agent.log).toContainText('word word');
  await agent.button('Stop').click();
  await expect(agent.log).toContainText('Stopped');
  await expect.poll(async () => (await log(page)).alive).toBe(0);
  expect((await log(page)).aborted).toBe(1);
});

test('where it is not ready the site’s own model answers, and it takes over when it is', async ({
  page,
  visit,
}) => {
  await install(page, { availability: 'downloadable' });
  const agent = await visit('/model.html');
  await page.evaluate(() => document.querySelector('site-agent')?.setAttribute('models', 'chrome rules'));
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes.');
  expect((await log(page)).prompts).toEqual([]);
  // Within a click, as everywhere.
  await page.getByRole('heading', { name: 'Notes' }).click();
  await page.evaluate(async () => void (await (globalThis as any).LanguageModel.create()).destroy());
  await agent.ask('add a note saying buy milk');
  await agent.allowIt();
  await expect(agent.log).toContainText('The page says: Added.');
});

test('a browser whose object has no model behind it says so', async ({ visit }) => {
  const agent = await visit('/model.html');
  await agent.ask('tell me something');
  await expect(agent.log).toContainText('No model can answer here');
  await expect(agent.button('Send')).toBeVisible();
});
