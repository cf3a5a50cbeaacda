/** The dashboard's side of runs, as an owner uses it. */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test, trace } from '../fixtures/desk.ts';
import { overflow, violations } from './access/document.ts';

const shots = fileURLToPath(new URL('../shots/', import.meta.url));
const HOSTILE = '<script>document.title = "owned"</script><img src=x onerror="document.title=1"> \u202Egpj.exe';
const SIZES = { phone: { width: 360, height: 780 }, desktop: { width: 1440, height: 900 } };

const runs = (page: Page) => page.locator('.run');
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Find runs' });

test.beforeEach(async ({ desk }) => desk.clear());

test('a run that ends shows as new while the list is open, and opens with every step', async ({ desk, page }) => {
  await page.goto('/admin/traces');
  await expect(page.getByText('Here appears each run')).toBeVisible();
  const pill = page.getByRole('link', { name: '1 new run' });
  const feed = page.waitForRequest('**/admin/files/traces/live*');
  await page.reload();
  await feed;
  await desk.keep();
  await expect(pill).toBeVisible();
  await expect(runs(page)).toHaveCount(0);
  await pill.click();
  await page.getByRole('link', { name: 'Add two mugs to my cart' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add two mugs to my cart');
  await expect(page.locator('.step')).toHaveCount(8);
  const decision = page.locator('#step-5');
  await expect(decision).toContainText('Allowed');
  await expect(decision).toContainText('3.2 s');
  await expect(page.locator('#step-4')).toContainText('Blue enamel mug');
  const tools = page.getByRole('table');
  await expect(tools.getByRole('row', { name: /add_to_cart/ })).toContainText('Called ×1');
  await expect(tools.getByRole('row', { name: /get_cart/ })).toContainText('Not called');
  await expect(tools.getByRole('row', { name: /debug_everything/ })).toContainText('debugging');
});

test('the bar and the sidebar are two editors of one address', async ({ desk, page }) => {
  await desk.keep();
  await desk.keep({ question: 'Add a board', allowed: false });
  await page.goto('/admin/traces');
  await expect(page.getByText('2 runs found.')).toBeVisible();
  await page.getByLabel('Decisions').selectOption({ label: 'Something was denied' });
  await page.getByLabel('Tool that was called').fill('add_to_cart');
  await page.getByRole('button', { name: 'Use these filters' }).click();
  await expect(filter(page)).toHaveValue('decision:denied tool:add_to_cart');
  await expect(runs(page)).toHaveCount(1);
  await expect(runs(page)).toContainText('Add a board');
  await filter(page).fill('decison:denied');
  await filter(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText(/did you mean/i);
  await expect(runs(page)).toHaveCount(0);
  await page.goBack();
  await expect(runs(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(runs(page)).toHaveCount(2);
});

test('deleting asks first, and says how many', async ({ desk, page }) => {
  for (const question of ['One', 'Two', 'Three']) await desk.keep({ question });
  await page.goto('/admin/traces');
  for (const nth of [0, 1]) await runs(page).nth(nth).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete …' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete 2 runs?');
  await page.getByRole('button', { name: 'Delete 2 runs' }).click();
  await expect(page.getByText('2 runs deleted, for good.')).toBeVisible();
  await expect(runs(page)).toHaveCount(1);
  await expect(runs(page)).toContainText('One');
  await page.getByRole('link', { name: /Delete all 1 run/ }).click();
  await page.getByRole('link', { name: 'Keep' }).click();
  await expect(runs(page)).toHaveCount(1);
});

test('two runs are compared, and the first divergence is one press away', async ({ desk, page }) => {
  await desk.keep();
  await desk.keep({ product: 'Walnut board' });
  await page.goto('/admin/traces');
  for (const nth of [0, 1]) await runs(page).nth(nth).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Compare two' }).click();
  await page.getByRole('link', { name: 'First divergence' }).click();
  const row = page.locator('.compared-row:target');
  await expect(row).toContainText('First divergence');
  await expect(row.locator('del').first()).toHaveText('Walnut');
  await expect(row.locator('ins').first()).toContainText('Blue');
});

test('an exported file opens again, and nothing of it is stored', async ({ desk, page }) => {
  await desk.keep();
  await page.goto('/admin/traces');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export 1 run as JSONL' }).click();
  const path = await (await saved).path();
  await desk.clear();
  await page.goto('/admin/traces/open');
  await page.getByLabel('File').setInputFiles({
    name: 'runs.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: readFileSync(path),
  });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('The file is whole')).toBeVisible();
  await expect(page.locator('.step')).toHaveCount(8);
  await page.goto('/admin/traces');
  await expect(page.getByText('Here appears each run')).toBeVisible();
});

test('a hostile trace is shown as what it is, and the page stays quick', async ({ desk, page }) => {
  await desk.keep({ question: HOSTILE, product: HOSTILE });
  await page.goto('/admin/traces');
  await runs(page).getByRole('link').click();
  await expect(page.locator('#step-1')).toContainText('<script>');
  await expect(page.locator('.mark').first()).toHaveAttribute('data-code', 'U+202E');
  await expect(page).toHaveTitle(/^<script>.* · Site Agent$/);
  const steps = Array.from({ length: 10_000 }, (_, at) => ({ type: 'dream', at, of: HOSTILE }));
  const huge = [{ type: 'answer', at: 1, text: 'A word and a word\n'.repeat(120_000) }];
  for (const [name, content] of [['many', steps], ['huge', huge]] as const) {
    await page.goto('/admin/traces/open');
    const buffer = Buffer.from(JSON.stringify(trace({ steps: content as unknown[] })));
    await page.getByLabel('File').setInputFiles({ name, mimeType: 'application/json', buffer });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.locator('.step').first()).toBeVisible();
    if (name === 'many') await expect(page.getByText('of 10,000')).toBeVisible();
    if (name === 'huge') await page.getByText(/^Show all 2\.\d MB$/).click();
    // A page that froze would never get there.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
});

test('all of it can be done with keys alone', async ({ desk, page }) => {
  for (const question of ['First', 'Second']) await desk.keep({ question });
  await page.goto('/admin/traces');
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(filter(page)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('j');
  await expect(filter(page)).toHaveValue('j');
  await filter(page).fill('');
  await filter(page).blur();
  await page.keyboard.press('j');
  await expect(runs(page).nth(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await expect(runs(page).nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('x');
  await expect(runs(page).nth(1).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('k');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second');
});

test('a value is copied, and hovering a time tells the other zone', async ({ context, desk, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await desk.keep({ product: 'a\u202Eb' });
  await page.goto(`/admin/traces/${id}?tz=Asia/Kolkata`);
  await expect(page.locator('time').first()).toHaveAttribute('title', /Z · here /);
  await page.locator('#step-6').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied.')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Added 2 × a\u202Eb.');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('one can find, read, compare, open and delete', async ({ desk, page }) => {
    const one = await desk.keep();
    await desk.keep({ product: 'Walnut board' });
    await page.goto('/admin/traces');
    await filter(page).fill('tool:add_to_cart');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(runs(page)).toHaveCount(2);
    await runs(page).nth(1).getByRole('link').click();
    await expect(page.locator('.step')).toHaveCount(8);
    await page.getByPlaceholder('id or code of another run').fill(one);
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByText('The runs do not differ.')).toBeVisible();
    await page.goto(`/admin/traces/delete?id=${one}`);
    await page.getByRole('button', { name: 'Delete 1 run' }).click();
    await expect(page.getByText('1 run deleted, for good.')).toBeVisible();
  });
});

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing and nothing is too wide: ${size}, ${colorScheme}`, async ({ desk, page }) => {
      mkdirSync(shots, { recursive: true });
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const pages: Record<string, string> = { empty: '/admin/traces', nothing: '/admin' };
      const look = async () => {
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.screenshot({ path: `${shots}admin-${name}-${size}-${colorScheme}.png`, fullPage: true });
          expect(await overflow(page), `${name} is too wide`).toBeLessThanOrEqual(0);
          expect(await violations(page), name).toEqual([]);
        }
      };
      await look();
      const one = await desk.keep();
      const two = await desk.keep({ product: 'Walnut board with a rather long name', allowed: false });
      await desk.keep({ question: `${HOSTILE} ${'unbroken'.repeat(30)}`, product: 'x'.repeat(300) });
      await desk.keep({ question: 'أضف كوبين أزرقين إلى سلتي', product: 'كوب أزرق' });
      Object.assign(pages, {
        empty: '/admin/traces?q=status:aborted',
        overview: '/admin?days=7',
        list: '/admin/traces',
        wrong: '/admin/traces?q=staus:error',
        run: `/admin/traces/${one}`,
        compare: `/admin/compare?a=${one}&b=${two}`,
        choose: '/admin/compare',
        open: '/admin/traces/open',
        delete: `/admin/traces/delete?id=${two}`,
        refused: '/admin/files/traces/00000000-0000-7000-8000-000000000000/trace.json',
      });
      await look();
    });
  }
}
