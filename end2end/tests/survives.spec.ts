/** Pages that take away what the element stands on. */
import { expect, test } from '../fixtures/test.ts';

test('a page that writes itself anew keeps its launcher', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await expect(agent.launcher).toBeVisible();
  await page.evaluate(() => {
    document.open();
    document.write('<!doctype html><title>Anew</title><h1>Written anew</h1>');
    document.close();
  });
  await expect(page.getByRole('heading', { name: 'Written anew' })).toBeVisible();
  await expect(agent.launcher).toHaveCount(1);
  await agent.open();
});

test('a body that is exchanged, hidden or moved about does not matter', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.open();
  await agent.composer.fill('half a thought');
  await page.evaluate(() => {
    const body = document.createElement('body');
    body.style.transform = 'translateY(400px)';
    body.inert = true;
    body.append('Another page');
    document.body.replaceWith(body);
  });
  await expect(agent.composer).toHaveValue('half a thought');
  await expect(agent.composer).toBeFocused();
  await agent.button('Close').click();
  await expect(agent.launcher).toBeFocused();
  await expect(agent.launcher).toBeInViewport({ ratio: 1 });
});

test('blocked storage only means that nothing is remembered', async ({ page, visit }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const agent = await visit('/notes.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await agent.button('Close').click();
  await expect(agent.panel).toBeHidden();
});

test('a page that patches its globals afterwards is served all the same', async ({
  page,
  visit,
}) => {
  const agent = await visit('/notes.html');
  await expect(agent.launcher).toBeVisible();
  // What Prototype.js and MooTools left behind, and what analytics like to wrap.
  await page.evaluate(() => {
    const arrays = Array.prototype as any;
    arrays.toJSON = () => '[object Object]';
    (Object.prototype as any).each = () => {};
    (String.prototype as any).toJSON = () => 'broken';
    Array.from = (() => []) as any;
    arrays.reduce = () => undefined;
  });
  await agent.ask('add a note "Buy milk"');
  await expect(agent.card('Add a note')).toContainText('Buy milk');
  await agent.allowIt();
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveText([
    'Buy milk',
  ]);
});

test('an unknown widget shows no launcher, and one line says why', async ({
  page,
  program,
  visit,
}) => {
  await page.route(`${program.origin}/api/widgets/*`, (route) =>
    route.fulfill({ status: 404, json: {} }),
  );
  const line = page.waitForEvent('console', (message) => message.text().startsWith('site-agent:'));
  const agent = await visit('/hosted.html');
  expect((await line).text()).toContain('/api/widgets/default');
  await expect(agent.launcher).toHaveCount(0);
});

test('in a frame the tag gives tools and shows nothing', async ({ page, visit, customer }) => {
  await visit('/archive.html');
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.append(frame);
  }, `${customer.origin}/notes.html`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(frame.locator('site-agent')).toHaveCount(0);
});

test('a second page of the tab has one conversation, whatever its address', async ({ visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await visit('/archive.html');
  await expect(agent.panel).toBeVisible();
  await expect(agent.log).toContainText('There are no notes');
});
