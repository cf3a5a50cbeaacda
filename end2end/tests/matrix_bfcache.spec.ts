/** A page that the browser keeps whole while its visitor is elsewhere, and shows again as it was. */
import { expect, test as base } from '../fixtures/test.ts';
import { pageOf } from './matrix/row.ts';

const test = base.extend<object, object>({
  // The test's browser does without it unless it is asked.
  launchOptions: [
    async ({}, use, { project }) => {
      const ignoreDefaultArgs = ['--disable-back-forward-cache'];
      await use({ ...project.use.launchOptions, ignoreDefaultArgs });
    },
    { scope: 'worker' },
  ],
});

test('the panel and its conversation are there on the way back', async ({ agent, customer, page }) => {
  const body = pageOf({ name: 'kept' }, true);
  customer.written.set('/matrix/kept', { body, headers: {} });
  customer.written.set('/matrix/elsewhere', { body: '<!doctype html><title>Elsewhere</title>', headers: {} });
  await page.goto(`${customer.origin}/matrix/kept`);
  await agent.open();
  await agent.ask('add a note "Buy milk"');
  await agent.allowIt();
  await expect(agent.log).toContainText('There are now 1 notes');
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => document.body.classList.toggle('kept', persisted));
  });

  await page.goto(`${customer.origin}/matrix/elsewhere`);
  // `goBack()` waits for a load that does not come.
  await page.evaluate(() => history.back());
  // Not loaded again: what the tool did is still there, and so are the page's listeners.
  await expect(page.locator('body')).toHaveClass('kept');
  await expect(page.locator('#notes li')).toHaveText(['Buy milk']);
  await expect(agent.log).toContainText('There are now 1 notes');
  await agent.ask('add a note "Buy bread"');
  await expect(agent.card('Add a note')).toContainText('Buy bread');
  await agent.allowIt();
  await expect(page.locator('#notes li')).toHaveText(['Buy milk', 'Buy bread']);
  await expect(agent.log).toContainText('There are now 2 notes');
});
