/**
 * Widgets in the dashboard: one is made, its tag goes into a customer's page on another origin, the
 * page is refused, allowed with one click, and works. The pages need no script, and are looked at.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/owner.ts';
import { Agent } from '../fixtures/test.ts';
import { overflow, violations } from './access/document.ts';

const shots = fileURLToPath(new URL('../shots/', import.meta.url));

/** Makes a widget by its form, and gives the key of its page. */
async function make(page: Page, origin: string, name: string, origins = ''): Promise<string> {
  await page.goto(`${origin}/admin/widgets/new`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Origins of your pages').fill(origins);
  await page.getByRole('button', { name: 'Make the widget' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  return new URL(page.url()).pathname.split('/').pop() ?? '';
}

const notes = (tag: string) => `<!doctype html><html lang="en"><title>Notes</title>
  <body><h1>Notes</h1><ul id="notes" aria-label="Notes"></ul>${tag.replace(' async', '')}
  <script type="module" src="/notes.js"></script></body></html>`;

test('made, copied into a customer’s page, refused, allowed, at work', async ({
  page,
  context,
  owned: { program, customer },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: program.origin });
  const key = await make(page, program.origin, 'Garden shop');
  expect(key).toMatch(/^wk_[0-9a-f]{24}$/);
  await page.getByRole('button', { name: 'Copy the tag' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const tag = await page.evaluate(() => navigator.clipboard.readText());
  const { port } = new URL(program.origin);
  expect(tag).toBe(
    `<script src="http://localhost:${port}/embed.js" data-widget="${key}" async></script>`,
  );

  customer.written.set('/garden.html', { body: notes(tag) });
  const shop = await context.newPage();
  const agent = new Agent(shop);
  await shop.goto(`${customer.origin}/garden.html`);
  await agent.ask('list notes');
  await expect(agent.log).toContainText('origin-not-allowed');

  await page.reload();
  const refused = page.getByRole('row', { name: new RegExp(customer.origin) });
  await expect(refused.first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pages with the tag' })).toContainText(customer.origin);
  await page.getByRole('button', { name: `Allow ${customer.origin}` }).click();
  await expect(page.getByRole('status').first()).toContainText(customer.origin);
  await expect(page.getByText('No page was refused so far.')).toBeVisible();

  await shop.reload();
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');

  // What is changed is changed for the next page, without a start.
  await page.getByLabel('Label', { exact: true }).fill('Ask the gardener');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved, and in force.')).toBeVisible();
  const fresh = await context.newPage();
  // Routed pages have no cache: the settings may be kept for half a minute.
  await fresh.route('**/*', (route) => route.continue());
  await fresh.goto(`${customer.origin}/garden.html`);
  await expect(fresh.getByRole('button', { name: 'Ask the gardener' })).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('The widget is paused')).toBeVisible();
  await agent.ask('list notes');
  await expect(agent.log).toContainText('unknown-widget');
  const settings = fresh.waitForResponse(/\/api\/widgets\//);
  await fresh.reload();
  expect((await settings).status()).toBe(404);
  await expect(fresh.locator('site-agent').getByRole('button')).toHaveCount(0);
});

test('the saved widget stands on its preview', async ({ page, owned: { program } }) => {
  const key = await make(page, program.origin, 'Preview shop');
  await page.getByRole('link', { name: 'See it on an empty page' }).click();
  await expect(page).toHaveURL(`${program.origin}/admin/widgets/${key}/preview`);
  const agent = new Agent(page);
  await agent.ask('hello');
  await expect(agent.log).toContainText('hello');
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form says what is wrong at its fields and keeps what was typed', async ({
    page,
    owned: { program },
  }) => {
    await page.goto(`${program.origin}/admin/widgets/new`);
    await page.getByLabel('Name', { exact: true }).fill('Typed');
    await page.getByLabel('Origins of your pages').fill('https://shop.example/');
    await page.getByLabel('Provider', { exact: true }).selectOption('openai');
    await page.getByLabel('Provider key').fill('sk-typed');
    await page.getByRole('button', { name: 'Make the widget' }).click();
    const summary = page.getByRole('alert');
    await expect(summary).toContainText('Nothing was changed');
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: /^Model is missing/ }).click();
    await expect(page).toHaveURL(/#model$/);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed');
    await expect(page.getByLabel('Origins of your pages')).toHaveValue('https://shop.example/');
    await expect(page.getByLabel('Origins of your pages')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Model', { exact: true })).toHaveAccessibleDescription(/is missing/);
    await expect(page.getByLabel('Provider', { exact: true })).toHaveValue('openai');
    await expect(page.getByLabel('Provider key')).toHaveValue('');
    await page.getByLabel('Origins of your pages').fill('https://shop.example');
    await page.getByLabel('Model', { exact: true }).fill('a-model');
    await page.getByLabel('Provider key').fill('sk-canary-of-the-page-4711');
    await page.getByRole('button', { name: 'Make the widget' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed');

    // The key is told by its end alone; another host takes it away.
    await expect(page.getByText('It ends in …4711')).toBeVisible();
    expect(await page.content()).not.toContain('canary');
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('it is forgotten')).toBeVisible();
    await expect(page.getByText('No key is kept.')).toBeVisible();
    await page.getByLabel('The key').fill('sk-another-canary-0815');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByText('It ends in …0815')).toBeVisible();
    await page.getByRole('button', { name: 'Test' }).click();
    await expect(page.getByRole('alert')).toContainText('does not answer');
    expect(await page.content()).not.toContain('canary');

    await page.getByLabel('Add an origin').fill('shop.example');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByLabel('Add an origin')).toHaveAccessibleDescription(/is not an origin/);
    await page.getByRole('button', { name: 'Remove https://shop.example' }).click();
    await expect(page.getByText('No site is listed yet.')).toBeVisible();

    await page.getByRole('link', { name: 'Remove…' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remove Typed?');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(page).toHaveURL(/\/admin\/widgets\?said=/);
    await expect(page.getByRole('link', { name: 'Typed' })).toHaveCount(0);
  });

  test('what the configuration sets is shown and not asked for', async ({
    page,
    owned: { program },
  }) => {
    await page.goto(`${program.origin}/admin/widgets`);
    await page.getByRole('link', { name: 'Default' }).click();
    await expect(page.getByRole('row', { name: /max_tokens 1024/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expect(page.getByText('It is changed there')).toBeVisible();
  });

  test('a key that no widget has is not found', async ({ page, owned: { program } }) => {
    const reply = await page.goto(`${program.origin}/admin/widgets/wk_none`);
    expect(reply?.status()).toBe(404);
    await expect(page.getByText('No widget has this key.')).toBeVisible();
  });
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test(`the pages are sound to look at: ${theme}, ${width}`, async ({
      browser,
      page: maker,
      owned: { program, cookies, customer },
    }) => {
      const key = await make(maker, program.origin, `A shop, ${theme} at ${width}`, 'https://shop.example');
      const question = { version: 1, messages: [{ role: 'user', text: 'hello' }] };
      await fetch(`${program.origin}/api/agent?widget=${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://a-much-longer-name.shop.example' },
        body: JSON.stringify(question),
      });
      await fetch(`${program.origin}/api/widgets/${key}`, { headers: { origin: customer.origin } });
      const context = await browser.newContext({
        colorScheme: theme,
        viewport: { width, height: 900 },
      });
      await context.addCookies(cookies);
      const page = await context.newPage();
      const settings = `/admin/widgets/${key}`;
      for (const [name, path] of Object.entries({
        list: '/admin/widgets',
        new: '/admin/widgets/new',
        widget: settings,
        default: '/admin/widgets/default',
        remove: `${settings}/remove`,
      })) {
        await page.goto(program.origin + path);
        expect(await violations(page), name).toEqual([]);
        expect(await overflow(page), `${name} is wider than its window`).toBeLessThanOrEqual(0);
        await page.screenshot({ path: `${shots}admin-widgets-${name}-${width}-${theme}.png`, fullPage: true });
      }
      await page.goto(program.origin + settings);
      await page.getByText('What it may cost').click();
      await page.getByLabel('Tokens written in a step').fill('1');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByLabel('Tokens written in a step')).toHaveAccessibleDescription(/16 to 131072/);
      expect(await violations(page), 'wrong').toEqual([]);
      await page.screenshot({ path: `${shots}admin-widgets-wrong-${width}-${theme}.png`, fullPage: true });
      await context.close();
    });
  }
}
