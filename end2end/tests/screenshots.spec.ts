/**
 * Pictures of the shop and of every state of the panel, light and dark, phone and desktop, in
 * `shots/`. They are test output: made on each run, looked at by people.
 */
import type { Page } from '@playwright/test';
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Agent } from '../fixtures/test.ts';
import { expect, test } from '../fixtures/test.ts';

const folder = fileURLToPath(new URL('../shots/', import.meta.url));

/** The README's: kept in the repository, and made anew where README_PICTURES is set. */
const pictures = fileURLToPath(new URL('../pictures/', import.meta.url));
const README = ['panel-asking-desktop-light', 'panel-answered-desktop-dark'];
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 860 } };
const pages = {
  home: '/shop',
  search: '/shop/search?q=mug',
  product: '/shop/products/MUG-BLUE',
  cart: '/shop/cart',
  checkout: '/shop/checkout',
  missing: '/shop/nothing-here',
};

type Open = (path: string) => Promise<Agent>;

/** Each leads to the state from nothing. `here` is the shop, `there` the customer's page. */
const states: Record<string, (here: Open, there: Open) => Promise<unknown>> = {
  closed: async (here) => expect((await here('/shop')).launcher).toBeVisible(),
  empty: async (here) => (await here('/shop')).open(),
  running: async (_, there) => {
    const agent = await there('/trouble.html');
    await agent.ask('ring the bell');
    await expect(agent.page.getByLabel('Bell')).toHaveText('ringing');
  },
  asking: async (here) => {
    const agent = await here('/shop');
    await agent.ask('add two blue enamel mugs to my cart');
    await expect(agent.card('Add to cart')).toBeVisible();
  },
  answered: async (here) => {
    const agent = await here('/shop');
    await agent.ask('find mugs under 20 euros');
    await expect(agent.log).toContainText('Blue enamel mug');
    await expect(agent.button('Send')).toBeVisible();
  },
  denied: async (here) => {
    const agent = await here('/shop');
    await agent.ask('add two blue enamel mugs to my cart');
    await agent.deny.click();
    await expect(agent.log).toContainText('Denied');
    await expect(agent.button('Send')).toBeVisible();
  },
  error: async (here) => {
    const agent = await here('/shop');
    await agent.page
      .context()
      .addCookies([{ name: 'demo', value: 'proxy', url: agent.page.url() }]);
    await agent.page.route('**/api/agent*', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '42' },
        json: { error: { code: 'rate-limited', message: 'Too many requests.' } },
      }),
    );
    await agent.page.reload();
    await agent.ask('find mugs under 20 euros');
    await expect(agent.log).toContainText(/\d+ s/);
  },
  stopped: async (_, there) => {
    const agent = await there('/trouble.html');
    await agent.ask('ring the bell');
    await expect(agent.page.getByLabel('Bell')).toHaveText('ringing');
    await agent.button('Stop').click();
    await expect(agent.log).toContainText('Stopped');
  },
  unknown: async (_, there) => {
    const agent = await there('/trouble.html');
    await agent.ask('ring the bell');
    await expect(agent.log).toContainText('Outcome unknown');
  },
  'no-tools': async (_, there) => {
    const agent = await there('/empty.html');
    await agent.ask('do something');
    await expect(agent.log).toContainText('offers nothing');
  },
};

const shoot = async (page: Page, name: string) => {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
  await page.screenshot({ path: `${folder}${name}.png` });
  if (process.env.README_PICTURES && README.includes(name)) {
    copyFileSync(`${folder}${name}.png`, `${pictures}${name}.png`);
  }
};

test.beforeAll(() => void mkdirSync(folder, { recursive: true }));
test.skip(() => test.info().project.name !== 'shim', 'the pictures are the same in both');

for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, reducedMotion: 'reduce' });

      for (const [name, reach] of Object.entries(states)) {
        test(`the panel: ${name}`, async ({ agent, page, visit }) => {
          const here: Open = async (path) => (await page.goto(path), agent);
          await reach(here, visit);
          await shoot(page, `panel-${name}-${size}-${colorScheme}`);
        });
      }
      for (const [name, path] of Object.entries(pages)) {
        test(`the shop: ${name}`, async ({ page }) => {
          if (path === pages.cart || path === pages.checkout) {
            await page.goto(pages.product);
            await page.getByRole('button', { name: 'Add to cart' }).click();
          }
          await page.goto(path);
          await shoot(page, `shop-${name}-${size}-${colorScheme}`);
        });
      }
    });
  }
}
