/**
 * The question about storing and the codes of what was stored, as they look: in each language on a
 * small phone, in both themes, under axe, and in forced colours. `shots/` gets a picture of each.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { codeOf, expect, FakeStore, isNative, test } from '../fixtures/stored.ts';
import { findings } from './access/findings.ts';

const tables = fileURLToPath(new URL('../../app/widget/lang/', import.meta.url));
const shots = fileURLToPath(new URL('../shots/', import.meta.url));
const tags = readdirSync(tables).map((name) => name.replace('.json', ''));
const wordsOf = (tag: string): Record<string, string> =>
  JSON.parse(readFileSync(`${tables}${tag}.json`, 'utf8'));

test.skip(() => isNative(), 'it looks the same in both');
test.beforeAll(() => void mkdirSync(shots, { recursive: true }));

const panel = (page: Page) => page.locator('site-agent section.panel');

/** A run that only reads has ended, and the question stands. */
async function asked(page: Page, tag: string): Promise<Record<string, string>> {
  const words = wordsOf(tag);
  await page.evaluate((lang) => (document.querySelector('site-agent') as any).setAttribute('lang', lang), tag);
  await page.locator('site-agent button.launcher').click();
  const composer = panel(page).getByRole('textbox');
  await expect(composer).toHaveAttribute('placeholder', words.placeholder ?? '');
  await composer.fill('list notes');
  await composer.press('Enter');
  await expect(panel(page).getByRole('group', { name: words.store_question ?? '' })).toBeVisible();
  return words;
}

/** Two runs are stored; the codes stand in the line. */
async function stored(page: Page, words: Record<string, string>): Promise<void> {
  await page.waitForTimeout(700);
  await panel(page).getByRole('button', { name: words.store_yes ?? '', exact: true }).click();
  await expect(panel(page).locator('.kept')).toContainText(codeOf(1));
  const composer = panel(page).getByRole('textbox');
  await composer.fill('list notes');
  await composer.press('Enter');
  await expect(panel(page).locator('.kept')).toContainText(codeOf(2));
  await panel(page).locator('.kept summary').click();
}

/** What stands out of the panel, is cut, or scrolls sideways. */
const misfits = (page: Page) =>
  panel(page).evaluate((panel) => {
    const found: string[] = [];
    const { left, right } = panel.getBoundingClientRect();
    for (const element of panel.querySelectorAll<HTMLElement>(':is(.keep, .kept), :is(.keep, .kept) *')) {
      if (!element.checkVisibility()) continue;
      const name = `${element.tagName}.${element.className} “${element.textContent.slice(0, 40)}”`;
      const box = element.getBoundingClientRect();
      if (box.left < left - 0.5 || box.right > right + 0.5) found.push(`${name} stands out`);
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
        found.push(`${name} is cut`);
    }
    const about = panel.querySelector('.keep .about');
    if (about && about.scrollHeight > about.clientHeight + 1) found.push('the question has to be scrolled');
    return found;
  });

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });

  for (const tag of tags) {
    test(`${tag} has room and its own words`, async ({ page, hosted }) => {
      await FakeStore.on(page);
      await hosted();
      const words = await asked(page, tag);
      await expect(panel(page).locator('.keep')).toContainText(words.store_about ?? '');
      expect(await misfits(page)).toEqual([]);
      await page.screenshot({ path: `${shots}storing-${tag}-question.png` });
      await stored(page, words);
      await expect(panel(page).locator('.kept p').first()).toHaveText((words.store_code ?? '').replace('{}', codeOf(2)));
      expect(await misfits(page)).toEqual([]);
      await page.screenshot({ path: `${shots}storing-${tag}-codes.png` });
    });
  }

  test('a language that comes later takes the question over', async ({ page, hosted }) => {
    await FakeStore.on(page);
    await hosted();
    await asked(page, 'en');
    const arabic = wordsOf('ar');
    await page.evaluate(() => (document.querySelector('site-agent') as any).setAttribute('lang', 'ar'));
    await expect(panel(page).getByRole('group', { name: arabic.store_question ?? '' })).toBeVisible();
    await expect(panel(page).locator('.keep')).toHaveCount(1);
    await stored(page, arabic);
  });
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing: ${theme}`, async ({ page, hosted }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await FakeStore.on(page);
    // In the page's body: what is behind it can be told there.
    await hosted('', true);
    const words = await asked(page, 'en');
    for (const step of ['question', 'codes']) {
      if (step === 'codes') await stored(page, words);
      // What is empty has no contrast.
      await panel(page).getByRole('textbox').fill('a draft');
      const { passed, ...found } = await findings(page);
      expect(found, step).toEqual({ violations: [], undecided: [] });
      expect(passed).toEqual(expect.arrayContaining(['button-name', 'color-contrast', 'target-size']));
      await page.screenshot({ path: `${shots}storing-${theme}-${step}.png` });
    }
  });
}

test('a low window has the question and its buttons', async ({ page, hosted }) => {
  await page.setViewportSize({ width: 640, height: 420 });
  await FakeStore.on(page);
  await hosted();
  const words = await asked(page, 'en');
  for (const word of [words.store_no, words.store_yes]) {
    await expect(panel(page).getByRole('button', { name: word ?? '', exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.screenshot({ path: `${shots}storing-low.png` });
  await stored(page, words);
});

test('where there is no room nobody is asked, until there is', async ({ page, hosted }) => {
  await page.setViewportSize({ width: 640, height: 320 });
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await page.waitForTimeout(500);
  await expect(panel(page).locator('.keep')).toBeHidden();
  await page.setViewportSize({ width: 640, height: 640 });
  await expect(panel(page).locator('.keep')).toBeVisible();
  expect(store.posted).toEqual([]);
});

test('in forced colours the buttons have edges', async ({ page, hosted }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await FakeStore.on(page);
  await hosted();
  await asked(page, 'en');
  const style = await panel(page).locator('.keep button').first().evaluate((button) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(button);
    return `${borderTopStyle} ${borderTopWidth}`;
  });
  expect(style).toBe('solid 1px');
  await page.screenshot({ path: `${shots}storing-forced.png` });
});
