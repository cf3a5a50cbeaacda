/** Tools that do not do as they should, and pages that change under a conversation. */
import { expect, test } from '../fixtures/test.ts';

test('a tool that throws ends in words, not in a broken page', async ({ visit }) => {
  const agent = await visit('/trouble.html');
  await agent.ask('water the plants');
  await expect(agent.log).toContainText('Water the plants');
  await expect(agent.log).toContainText(/Failed|Outcome unknown/);
  await expect(agent.button('Send')).toBeVisible();
  await agent.ask('hello');
  await expect(agent.button('Send')).toBeVisible();
});

test('a tool that never ends is given up, and nobody says that it failed', async ({
  page,
  visit,
}) => {
  const agent = await visit('/trouble.html');
  await agent.ask('ring the bell');
  await expect(page.getByLabel('Bell')).toHaveText('ringing');
  await expect(agent.log).toContainText('Outcome unknown', { timeout: 6_000 });
  await expect(page.getByLabel('Bell')).toHaveText('silent again');
  await expect(agent.button('Send')).toBeVisible();
});

test('Stop reaches the running tool', async ({ page, visit }) => {
  const agent = await visit('/trouble.html');
  await agent.ask('ring the bell');
  await expect(page.getByLabel('Bell')).toHaveText('ringing');
  await agent.button('Stop').click();
  await expect(page.getByLabel('Bell')).toHaveText('silent again');
  await expect(agent.log).toContainText('Stopped');
  await expect(agent.button('Send')).toBeVisible();
});

test('a tool that navigates: the next page goes on with the conversation', async ({
  page,
  visit,
}) => {
  const agent = await visit('/trouble.html');
  await agent.ask('visit the archive');
  await expect(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
  await expect(agent.panel).toBeVisible();
  await expect(agent.log).toContainText('visit the archive');
  await expect(agent.button('Send')).toBeVisible({ timeout: 10_000 });
  await agent.ask('list papers');
  await expect(agent.log).toContainText('A map and two letters.');
});

test('a route change swaps the tools in mid-conversation', async ({ page, visit }) => {
  const agent = await visit('/routes.html?view=apples');
  await agent.ask('count the apples');
  await expect(agent.log).toContainText('There are 12 apples');
  await page.getByRole('link', { name: 'Pears' }).click();
  await expect(page.getByRole('heading', { name: 'pears' })).toBeVisible();
  await expect(agent.panel).toBeVisible();
  await agent.ask('count the pears');
  await expect(agent.log).toContainText('There are 7 pears');
  await expect(agent.log).toContainText('There are 12 apples');
});

test('a tool that goes while its question is open does not run', async ({ page, visit }) => {
  const agent = await visit('/routes.html?view=apples');
  await agent.ask('sell the apples');
  await expect(agent.card('Sell the apples')).toBeVisible();
  await page.getByRole('link', { name: 'Pears' }).click();
  await agent.allowIt();
  await expect(agent.log).toContainText('Not on this page');
  await page.getByRole('link', { name: 'Apples' }).click();
  await agent.ask('count the apples');
  await expect(agent.log).toContainText('There are 12 apples');
});

test('a page without tools says so', async ({ visit }) => {
  const agent = await visit('/empty.html');
  await agent.ask('do something');
  await expect(agent.log).toContainText('This page offers nothing I could use');
});
