/**
 * A stored run of the shop is replayed there from the dashboard: without a model, with every question
 * asked, and the differences come back.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/desk.ts';

/** Runs calls in the shop and stores the run; its id. The visitor allows all but what is `refused`. */
async function stored(page: Page, calls: object[], refused: string[] = []): Promise<string> {
  await page.goto('/shop');
  return page.evaluate(
    async ({ calls, refused }) => {
      const { createSiteAgent, custom } = await import(`${location.origin}/site-agent/index.js`);
      const left: object[] = [...calls];
      const respond = () => {
        const call = left.shift();
        return call ? { type: 'tool', arguments: {}, ...call } : { type: 'answer', text: 'Done.' };
      };
      const confirm = ({ call }: any) => !refused.includes(call.name);
      const agent = createSiteAgent({ model: custom(respond), confirm, maxSteps: 10 });
      while ((await agent.tools()).tools.length < 8) await new Promise((next) => setTimeout(next, 50));
      const { trace } = await agent.run('a question of the visitor').done;
      const kept = await fetch('/api/traces?widget=default', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ level: 'full', trace }),
      });
      return (await kept.json()).id;
    },
    { calls, refused },
  );
}

const SEARCH = { name: 'search_products', arguments: { query: 'mugs', max_price: 20 } };
const ADD = { name: 'add_to_cart', arguments: { product: 'MUG-BLUE', quantity: 2 } };

/** The run's page in a tab of its own, opened from the dashboard; the dashboard waits beside it. */
async function open(page: Page, run: string, calls: string): Promise<Page> {
  await page.goto(`/admin/traces/${run}`);
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page.getByText('Waiting for the page.')).toBeVisible();
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name: `Open the page and replay ${calls}` }).click();
  return tab;
}

const strip = (tab: Page) => tab.getByRole('region', { name: 'Site Agent' });

/** A press counts once the button has stood there for a while. */
async function press(tab: Page, name: string): Promise<void> {
  const button = strip(tab).getByRole('button', { name, exact: true });
  await expect(async () => {
    await button.click({ delay: 50, timeout: 2_000 });
    await expect(button).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

/** Everything that a page asked for. */
function asked(tab: Page): string[] {
  const paths: string[] = [];
  tab.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test('a run replays in the shop without a model and without a difference', async ({ page, program }) => {
  const run = await stored(page, [SEARCH, ADD]);
  // The visitor's cart is another one than that of whoever replays.
  await page.context().clearCookies({ name: 'cart' });
  const tab = await open(page, run, '2 calls');
  const paths = asked(tab);
  await expect(strip(tab).getByRole('button', { name: 'Replay 2 calls' })).toBeVisible();
  expect(new URL(tab.url()).hash, 'no script of the page finds the ticket').toBe('');
  await press(tab, 'Replay 2 calls');
  await expect(strip(tab).getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  await press(tab, 'Allow');
  await expect(strip(tab)).toContainText('Done.');
  await page.bringToFront();
  expect(paths).toContain('/api/fn/search_products');
  expect(paths).not.toContain('/api/agent');
  // It looks by itself.
  await expect(page.getByText('0 differences')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'add_to_cart' })).toContainText('same');
  expect(page.url()).toContain(`${program.origin}/admin/replays/`);
});

test('after a price was changed, that is the difference', async ({ page }) => {
  const run = await stored(page, [SEARCH]);
  await page.context().route('**/api/fn/search_products', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('14.00', '15.00').replaceAll('1400', '1500');
    await route.fulfill({ response, body });
  });
  const tab = await open(page, run, '1 call');
  await expect(strip(tab)).toBeVisible();
  await press(tab, 'Replay 1 call');
  await expect(strip(tab)).toContainText('Done.');
  await page.bringToFront();
  await expect(page.getByText('1 of 1 calls differs')).toBeVisible();
  const call = page.getByRole('listitem').filter({ hasText: 'search_products' });
  await expect(call).toContainText('it returned something else');
  await expect(call.getByRole('definition').first()).toContainText('Blue enamel mug (MUG-BLUE), €14.00');
  await expect(call.getByRole('definition').last()).toContainText('Blue enamel mug (MUG-BLUE), €15.00');
});

test('a call that was redacted or refused is shown and not run', async ({ page }) => {
  const secret = { name: 'search_products', arguments: { query: 'mugs for ada@example.com' } };
  const run = await stored(page, [secret, SEARCH, ADD], ['add_to_cart']);
  const tab = await open(page, run, '1 call');
  const paths = asked(tab);
  await expect(strip(tab)).toBeVisible();
  await press(tab, 'Replay 1 call');
  await expect(strip(tab)).toContainText('Done.');
  await page.bringToFront();
  await expect(page.getByText('0 differences')).toBeVisible();
  const calls = page.locator('.replayed').getByRole('listitem');
  await expect(calls.nth(0)).toContainText('not run, its arguments were redacted');
  await expect(calls.nth(1)).toContainText('same');
  await expect(calls.nth(2)).toContainText('not run, it was not allowed in the recording');
  expect(paths.filter((path) => path.startsWith('/api/fn/'))).toEqual(['/api/fn/search_products']);
});

test('a link from elsewhere does nothing', async ({ page, agent }) => {
  const paths = asked(page);
  await page.goto('/shop#sa-replay=AAAAAAAAAAAAAAAAAAAAAA');
  await expect(strip(page)).toContainText('no longer valid');
  await expect(agent.launcher).toBeVisible();
  expect(paths.filter((path) => path.startsWith('/api/fn/'))).toEqual([]);
});

test('a run becomes a test that the program replays', async ({ page }) => {
  const run = await stored(page, [SEARCH]);
  await page.goto(`/admin/traces/${run}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Make a test' }).click();
  expect((await download).suggestedFilename()).toMatch(/^site-agent-.+\.json$/);
});
