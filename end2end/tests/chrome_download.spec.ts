/**
 * The browser's own model where it is not on this machine yet: it is fetched at the visitor's press
 * and at nothing else, with its true progress, and what was asked is asked again when it is there.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import type { Agent } from '../fixtures/test.ts';
import { install, log } from './chrome/stand_in.ts';

const DOWNLOAD = 'Download the on-device model';
const MISSING = 'has not been downloaded';

async function asked(page: Page, visit: (path: string) => Promise<Agent>, behaviour = {}): Promise<Agent> {
  await install(page, { availability: 'downloadable', ...behaviour });
  const agent = await visit('/model.html');
  await agent.ask('tell me something');
  await expect(agent.log).toContainText(MISSING);
  return agent;
}

/** Records what a place of the panel shows, one after the other, from now on. */
async function record(page: Page, selector: string, attribute?: string): Promise<() => Promise<string[]>> {
  await page.evaluate(
    ([selector = '', attribute]) => {
      const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
      const seen: string[] = [];
      (globalThis as any).seen = seen;
      new MutationObserver(() => {
        const place = root.querySelector(selector);
        const now = (attribute ? place?.getAttribute(attribute) : place?.textContent)?.trim();
        if (now && now !== seen.at(-1)) seen.push(now);
      }).observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
    },
    [selector, attribute],
  );
  return () => page.evaluate(() => (globalThis as any).seen);
}

const availability = (page: Page) => page.evaluate(() => (globalThis as any).LanguageModel.availability());

test('it is never fetched by itself, nor at a press that no person made', async ({ page, visit }) => {
  const agent = await asked(page, visit);
  await expect(agent.button(DOWNLOAD)).toBeVisible();
  await expect(agent.button('Try again'), 'it would only fail again').toHaveCount(0);
  await page.evaluate((name) => {
    const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
    const button = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    // When what was typed is no recent doing of the visitor's any more.
    const wait = setInterval(() => {
      if (navigator.userActivation.isActive) return;
      clearInterval(wait);
      button?.click();
    }, 100);
  }, DOWNLOAD);
  // Whatever a test asks of the page counts there as the visitor's doing.
  await page.waitForTimeout(7_000);
  await expect(agent.log).toContainText('The download did not finish.');
  expect(await availability(page)).toBe('downloadable');
  expect((await log(page)).created).toBe(0);
});

test('a press fetches it, shows how far it is, and what was asked is answered', async ({ page, visit }) => {
  const agent = await asked(page, visit, { download: 1_200 });
  const shown = await record(page, 'progress', 'value');
  await agent.button(DOWNLOAD).click();
  const bar = agent.log.getByRole('progressbar', { name: DOWNLOAD });
  await expect(bar).toBeVisible();
  await expect(agent.log).toContainText('Downloading: 25%');
  await expect(agent.button(DOWNLOAD)).toHaveCount(0);
  await expect(agent.log).toContainText('and that is all.');
  expect(await shown()).toEqual(['0', '25', '50', '75', '100']);
  await expect(agent.log).not.toContainText(MISSING);
  await expect(agent.log.getByText('tell me something')).toHaveCount(1);
  const { created, alive } = await log(page);
  expect([created, alive]).toEqual([2, 0]);
});

test('with a keyboard the focus stays with it, from the button to the answer', async ({ page, visit }) => {
  const agent = await asked(page, visit, { download: 2_000 });
  await agent.button(DOWNLOAD).focus();
  await page.keyboard.press('Enter');
  await expect(agent.button('Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(agent.button(DOWNLOAD)).toBeFocused();
  await expect(agent.log).toContainText(MISSING);
  expect(await availability(page)).toBe('downloadable');
  await page.keyboard.press('Enter');
  await expect(agent.log).toContainText('and that is all.');
  await expect(agent.composer).toBeFocused();
});

test('one that fails says so, and can be tried again', async ({ page, visit }) => {
  const agent = await asked(page, visit, { download: 3_000, fails: 'NetworkError' });
  await agent.button(DOWNLOAD).focus();
  await page.keyboard.press('Enter');
  await expect(agent.log).toContainText('The download did not finish. Check your connection');
  await expect(agent.button(DOWNLOAD)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(agent.log).toContainText('Downloading: 25%');
});

test('a listener hears of each quarter, and of its end', async ({ page, visit }) => {
  const agent = await asked(page, visit, { download: 6_000, fails: 'NetworkError' });
  const said = await record(page, '[role=status]');
  await agent.button(DOWNLOAD).click();
  await expect
    .poll(said)
    .toEqual(expect.arrayContaining(['Downloading: 0%', 'Downloading: 25%', expect.stringMatching(/^The download did not/)]));
});

test('starting over gives it up', async ({ page, visit }) => {
  const agent = await asked(page, visit, { download: 60_000 });
  await agent.button(DOWNLOAD).click();
  await expect(agent.log).toContainText('Downloading: 0%');
  await agent.button('Start over').click();
  await expect.poll(() => availability(page)).toBe('downloadable');
  await agent.ask('tell me something');
  await expect(agent.log).toContainText(MISSING);
  await expect(agent.button(DOWNLOAD)).toBeVisible();
});

test('another question meanwhile waits for the same download', async ({ page, visit }) => {
  const agent = await asked(page, visit, { download: 3_000 });
  await agent.button(DOWNLOAD).click();
  await expect(agent.log).toContainText('Downloading: 0%');
  await agent.ask('add a note saying buy milk');
  await expect(agent.log.getByText(MISSING), 'of the first question').toBeVisible();
  await expect(agent.log.getByRole('progressbar')).toHaveCount(1);
  await expect(agent.card('Add a note')).toContainText('buy milk');
});
