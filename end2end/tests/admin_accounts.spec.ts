/** Accounts as a person meets them: the first link, signing in, two steps, signing out; with no script at all. */
import { createHmac } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { startProgram } from '../fixtures/program.ts';
import type { Program } from '../fixtures/program.ts';
import { overflow, violations } from './access/document.ts';

const NAME = 'ada@shop.example';
const PASSWORD = 'correct horse battery';

test.describe.configure({ mode: 'serial' });

let program: Program;
test.beforeAll(async () => {
  program = await startProgram();
});
test.afterAll(async () => {
  await program.stop();
});

/** What an authenticator app would show, some steps from now. */
function code(secret: string, steps = 0): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** A page without scripts, of that size and theme. */
async function plain(browser: Browser, width = 1440, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width, height: 800 },
    colorScheme,
    baseURL: program.origin,
  });
  return context.newPage();
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/admin/settings');
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the link makes the first account, which signs in with a code from then on, without a script', async ({
  browser,
}) => {
  const page = await plain(browser);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'No account yet' })).toBeVisible();

  const link = new URL(await program.setUpLink);
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('New password').fill('too short');
  await page.getByLabel('The same again').fill('too short');
  await page.getByRole('button', { name: 'Make the account' }).click();
  await expect(page.getByRole('alert')).toContainText('at least 12 characters');
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.goto('/admin/settings');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();

  // A second step.
  await page.locator('#codes').getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set it up' }).click();
  await expect(page.getByRole('img', { name: 'The secret as a QR code' })).toBeVisible();
  const secret = (await page.locator('#codes code').innerText()).replaceAll(' ', '');
  await page.getByLabel('The code that the app shows now').fill(code(secret));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByRole('status')).toContainText('asks for a code from now on');
  await expect(page.locator('.recovery li')).toHaveCount(10);
  const recovery = await page.locator('.recovery li').first().innerText();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('status')).toContainText('signed out');
  await signIn(page);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('not valid');
  await page.getByLabel('Code').fill(code(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Back where it began.
  await expect(page).toHaveURL(/\/admin\/settings$/);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page);
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('9 recovery codes are left')).toBeVisible();
  await page.locator('#codes').getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Turn two-step sign-in off' }).click();
  await expect(page.getByRole('status')).toContainText('no code any more');
  await page.context().close();
});

test('an owner says how long runs are kept and takes a backup home, without a script', async ({ browser }) => {
  const page = await plain(browser);
  await signIn(page);
  await page.getByRole('link', { name: 'Stored data' }).click();
  await expect(page.getByText('Kept now: runs of 90 days, 1,000,000 at most.')).toBeVisible();
  await page.getByLabel('Days').fill('30');
  await page.getByLabel('Runs, the newest').fill('0');
  await page.getByRole('button', { name: 'Keep them so' }).click();
  await expect(page.getByRole('status')).toContainText('It holds from now on.');
  await expect(page.getByText('Kept now: all runs of 30 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the configuration' }).click();
  await expect(page.getByText('Kept now: runs of 90 days')).toBeVisible();

  const arrives = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download a backup' }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toBe('site-agent-backup.tar');
  expect(await download.failure()).toBeNull();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('row', { name: 'downloaded a backup' })).toHaveCount(1);
  await expect(page.getByRole('row', { name: 'changed how long runs are kept' })).toHaveCount(2);
  await page.context().close();
});

test('its pages are clean for axe and fit, in both themes, from 360 to 1440 px', async ({ browser }) => {
  test.slow();
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [360, 1440]) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: theme,
        baseURL: program.origin,
      });
      const page = await context.newPage();
      const look = async (path: string) => {
        await page.goto(path);
        expect(await violations(page), `${path} ${theme} ${width}`).toEqual([]);
        expect(await overflow(page), `${path} ${theme} ${width} scrolls sideways`).toBeLessThanOrEqual(0);
        const pictures = process.env.PICTURES;
        if (pictures) {
          const name = path.replaceAll(/[^a-z]+/g, '-');
          await page.screenshot({ path: `${pictures}/admin${name}-${theme}-${width}.png`, fullPage: true });
        }
      };
      await look('/admin/login?refused=wrong-login');
      await look('/admin/join');
      await signIn(page);
      await expect(page).toHaveURL(/\/admin\/settings$/);
      await look('/admin/settings');
      await look('/admin/settings/data');
      await look('/admin/settings/people');
      await look('/admin/settings/audit');
      await context.close();
    }
  }
});
