/**
 * A customer's page on another origin with one tag: what asks, what does not, and what a no means.
 */
import type { Page } from '@playwright/test';
import { expect, isNative, test } from '../fixtures/test.ts';

const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

test("the tools are the browser's own where it has them", async ({ page, visit }) => {
  await visit('/notes.html');
  const native = await page.evaluate(() =>
    /native code/.test(
      String(Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext')?.get),
    ),
  );
  expect(native).toBe(isNative());
});

test('the main job: asked, allowed, done', async ({ page, visit, customer }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  const card = agent.card('Add a note');
  await expect(card).toBeVisible();
  await expect(card).toContainText('Buy milk');
  await expect(card).toContainText(new URL(customer.origin).host);
  await expect(notes(page)).toHaveCount(0);
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
  await expect(card).toBeHidden();
  await expect(agent.log).toContainText('There are now 1 notes');
});

test('what only reads does not ask', async ({ visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await expect(agent.allow).toBeHidden();
});

test('a denied call does not run, and the conversation goes on', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await agent.deny.click();
  await expect(agent.card('Add a note')).toBeHidden();
  await expect(agent.log).toContainText('Denied');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await expect(notes(page)).toHaveCount(0);
});

test('Allow is not taken in the first moment, nor from a script', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.allow).toBeVisible();
  await page.waitForTimeout(700);
  await page.evaluate(() => {
    const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
    (root.querySelector('.allow') as HTMLButtonElement).click();
  });
  await page.waitForTimeout(200);
  await expect(agent.card('Add a note')).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
});

test('Enter in the composer allows nothing', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.card('Add a note')).toBeVisible();
  await page.waitForTimeout(700);
  await agent.composer.focus();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(200);
  await expect(agent.card('Add a note')).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
});

test('closing while it asks denies', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.card('Add a note')).toBeVisible();
  await agent.button('Close').click();
  await expect(agent.panel).toBeHidden();
  await expect(agent.launcher).toBeFocused();
  await agent.open();
  await expect(agent.card('Add a note')).toBeHidden();
  await expect(agent.log).toContainText('Denied');
  await expect(notes(page)).toHaveCount(0);
});

test('Escape denies first, then closes', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.deny).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(agent.card('Add a note')).toBeHidden();
  await expect(agent.panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(agent.panel).toBeHidden();
  await expect(agent.launcher).toBeFocused();
});

test('Stop while it asks ends the run, and nothing runs', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.card('Add a note')).toBeVisible();
  await agent.button('Stop').click();
  await expect(agent.card('Add a note')).toBeHidden();
  await expect(agent.log).toContainText('Stopped');
  await expect(agent.button('Send')).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
});

test('pre-approved runs without asking, unless it cannot be taken back', async ({
  page,
  visit,
}) => {
  const agent = await visit('/trusted.html');
  await agent.ask('add a note "Buy milk"');
  await expect(notes(page)).toHaveText(['Buy milk']);
  await expect(agent.log).toContainText('There are now 1 notes');
  await agent.ask('remove all notes');
  const card = agent.card('Remove all notes');
  await expect(card).toBeVisible();
  await expect(card).toContainText('cannot be taken back');
  await expect(notes(page)).toHaveCount(1);
  await agent.allowIt();
  await expect(notes(page)).toHaveCount(0);
});

test('settings that change start a fresh conversation under the new ones', async ({
  page,
  visit,
}) => {
  const agent = await visit('/notes.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await page.evaluate(() =>
    document.querySelector('site-agent')?.setAttribute('pre-approved', 'add_note'),
  );
  await agent.ask('add a note "Buy milk"');
  await expect(notes(page)).toHaveText(['Buy milk']);
  await page.evaluate(() => document.querySelector('site-agent')?.removeAttribute('pre-approved'));
  await agent.ask('add a note "Buy bread"');
  await expect(agent.card('Add a note')).toBeVisible();
});

test('after text of strangers, pre-approved asks again, until the conversation starts over', async ({
  page,
  visit,
}) => {
  const agent = await visit('/trusted.html');
  await agent.ask('read letters');
  await expect(agent.log).toContainText('Dear agent');
  await expect(notes(page)).toHaveCount(0);
  await agent.ask('add a note "Buy milk"');
  const card = agent.card('Add a note');
  await expect(card).toBeVisible();
  await expect(card).toContainText('written by others');
  await agent.deny.click();
  await expect(agent.button('Send')).toBeVisible();
  await agent.button('Start over').click();
  await agent.ask('add a note "Buy bread"');
  await expect(notes(page)).toHaveText(['Buy bread']);
});

test('an open question comes back after a navigation as a question, never as a yes', async ({
  page,
  visit,
}) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.card('Add a note')).toBeVisible();
  await page.reload();
  await expect(agent.panel).toBeVisible();
  await expect(agent.card('Add a note')).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
});

test('the conversation is kept over a navigation', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add a note "Buy milk"');
  await agent.allowIt();
  await expect(agent.log).toContainText('There are now 1 notes');
  await page.reload();
  await expect(agent.log).toContainText('add a note "Buy milk"');
  await expect(agent.log).toContainText('There are now 1 notes');
});
