/**
 * The element in each of its languages: which one a visitor meets, what is loaded for it, and that
 * its words have room where a phone is small. `shots/` gets a picture of each.
 */
import type { Page } from '@playwright/test';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../fixtures/test.ts';

type Words = Record<string, string>;

const tables = fileURLToPath(new URL('../../app/widget/lang/', import.meta.url));
const shots = fileURLToPath(new URL('../shots/', import.meta.url));
const tags = readdirSync(tables).map((name) => name.replace('.json', ''));
const wordsOf = (tag: string): Words =>
  JSON.parse(readFileSync(`${tables}${tag}.json`, 'utf8')) as Words;
const fill = (template: string | undefined, value: string) => template?.replace('{}', value) ?? '';

const launcher = (page: Page) => page.locator('site-agent button.launcher');
const panel = (page: Page) => page.locator('site-agent section.panel');
const composer = (page: Page) => panel(page).getByRole('textbox');

/** Sets an attribute of the element, or of the page. */
const set = (page: Page, selector: string, name: string, value: string | null) =>
  page.evaluate(
    ([selector, name, value]) => {
      const element = document.querySelector(selector);
      if (value === null) element?.removeAttribute(name);
      else element?.setAttribute(name, value);
    },
    [selector, name, value] as const,
  );

/** The files of words that were asked for. */
function wordsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const tag = /\/sa-words-[0-9a-f]{12}-(.+)\.js$/.exec(request.url())?.[1];
    if (tag) asked.push(tag);
  });
  return asked;
}

test('the language is the closest one that there are words in', async ({ page, visit }) => {
  await visit('/notes.html');
  const meets = async (asked: string | null, tag: string) => {
    await set(page, 'site-agent', 'lang', asked);
    await expect(launcher(page), `${asked}`).toHaveText(wordsOf(tag).heading ?? '');
  };
  for (const tag of tags) await meets(tag, tag);
  for (const [asked, tag] of Object.entries({
    'de-AT': 'de',
    'DE-ch': 'de',
    'pt-BR': 'pt',
    'sr-Latn': 'en',
    'en-US': 'en',
    iw: 'he',
    'he-IL': 'he',
    zh: 'zh-Hans',
    'zh-CN': 'zh-Hans',
    'zh-SG': 'zh-Hans',
    'zh-Hans-HK': 'zh-Hans',
    'zh-TW': 'zh-Hant',
    zh_TW: 'zh-Hant',
    'zh-HK': 'zh-Hant',
    'zh-MO': 'zh-Hant',
    'zh-hant-cn': 'zh-Hant',
    constructor: 'en',
    '-': 'en',
  })) {
    await meets(asked, tag);
  }
  await meets(null, 'en');
});

test("without a lang attribute it is the page's, of the part that it stands in", async ({
  page,
  visit,
}) => {
  await visit('/notes.html');
  await set(page, 'html', 'lang', 'fr-CA');
  await expect(launcher(page)).toHaveText(wordsOf('fr').heading ?? '');
  await visit('/placed.html');
  await set(page, 'main', 'lang', 'nl');
  await set(page, 'site-agent', 'label', null);
  await expect(launcher(page)).toHaveText(wordsOf('nl').heading ?? '');
});

test('words are loaded when they are read, and English needs no file', async ({ page, visit }) => {
  const asked = wordsAsked(page);
  const agent = await visit('/notes.html');
  await set(page, 'html', 'lang', 'de');
  await expect(launcher(page)).toHaveText(wordsOf('de').heading ?? '');
  await page.waitForTimeout(300);
  expect(asked).toEqual([]);
  await launcher(page).click();
  await expect(composer(page)).toBeFocused();
  expect(asked).toEqual(['de']);
  await visit('/notes.html');
  await expect(agent.composer).toBeVisible();
  expect(asked).toEqual(['de']);
});

test('another language takes over a conversation as it stands', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.ask('add the note milk');
  await expect(agent.deny).toBeVisible();
  await agent.composer.fill('a draft');
  await set(page, 'site-agent', 'lang', 'ar');
  const arabic = wordsOf('ar');
  await expect(panel(page)).toHaveAttribute('dir', 'rtl');
  await expect(panel(page)).toHaveAttribute('lang', 'ar');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(arabic.heading ?? '');
  await expect(panel(page).getByRole('log')).toContainText('add the note milk');
  await expect(composer(page)).toHaveValue('a draft');
  // The question is asked again, and is still one question.
  await expect(panel(page).locator('.deny')).toHaveText(arabic.deny ?? '');
  await expect(panel(page).locator('.deny')).toBeFocused();
  await panel(page).locator('.deny').click();
  await expect(panel(page).getByRole('log')).toContainText(arabic.state_denied ?? '');
  await set(page, 'site-agent', 'lang', null);
  await expect(agent.log).toContainText('Denied');
});

test('words that cannot be had are English', async ({ page, visit }) => {
  await page.route('**/sa-words-*', (route) => route.abort());
  await visit('/notes.html');
  await set(page, 'site-agent', 'lang', 'ar');
  await launcher(page).click();
  await expect(composer(page)).toBeFocused();
  await expect(panel(page)).toHaveAttribute('lang', 'en');
  await expect(panel(page)).toHaveAttribute('dir', 'ltr');
  await expect(panel(page).getByRole('button', { name: 'Send' })).toBeVisible();
});

test('a panel that is lost says so in its own language', async ({ page, visit }) => {
  // An instance that traps when told to, as one with a fault of ours would.
  await page.addInitScript(() => {
    const breaking = { now: false };
    Object.assign(globalThis, { breaking });
    const wrapped = (call: Function) => (...given: unknown[]) => {
      if (breaking.now) throw new WebAssembly.RuntimeError('unreachable');
      return call(...given);
    };
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (module: WebAssembly.Module, imports: WebAssembly.Imports) {
      const exports: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(new Instance(module, imports).exports)) {
        exports[name] = typeof value === 'function' ? wrapped(value) : value;
      }
      return { exports };
    } as any;
  });
  await visit('/notes.html');
  await set(page, 'site-agent', 'lang', 'he');
  await launcher(page).click();
  await expect(composer(page)).toBeFocused();
  await page.evaluate(() => Object.assign((globalThis as any).breaking, { now: true }));
  await page.evaluate(() => (document.querySelector('site-agent') as any).reset());
  const hebrew = wordsOf('he');
  await expect(panel(page).getByRole('alert')).toHaveText(hebrew.crashed ?? '');
  await expect(panel(page)).toHaveAttribute('dir', 'rtl');
  await page.evaluate(() => Object.assign((globalThis as any).breaking, { now: false }));
  await panel(page).getByRole('button', { name: hebrew.start_again }).click();
  await expect(composer(page)).toHaveAttribute('placeholder', hebrew.placeholder ?? '');
});

/** Everything in the panel that does not fit it, and every button whose words do not fit on a line. */
const misfits = (page: Page, labels: string[]) =>
  panel(page).evaluate((panel, labels) => {
    const log = panel.querySelector('.log');
    // The buttons of states that this test does not reach, where they would stand.
    const probes = labels.map((label) => {
      const note = document.createElement('div');
      note.className = 'note';
      const button = document.createElement('button');
      button.className = 'small';
      button.textContent = label;
      note.append(button);
      log?.append(note);
      return note;
    });
    const found: string[] = [];
    const { left, right } = panel.getBoundingClientRect();
    for (const element of panel.querySelectorAll<HTMLElement>('*:not(.unseen)')) {
      if (!element.checkVisibility() || element.closest('svg')) continue;
      const name = `${element.tagName}.${element.className} “${element.textContent.slice(0, 40)}”`;
      const box = element.getBoundingClientRect();
      if (box.left < left - 0.5 || box.right > right + 0.5) found.push(`${name} stands out`);
      if (element.localName !== 'button') continue;
      if (element.scrollWidth > element.clientWidth + 1) found.push(`${name} is cut`);
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (!element.querySelector('svg') && lines.size > 1) found.push(`${name} takes two lines`);
    }
    const areas = [panel, log, panel.querySelector('.card')];
    for (const area of areas.filter((area) => area !== null)) {
      if (area.scrollWidth > area.clientWidth) found.push(`${area.className} scrolls sideways`);
    }
    for (const probe of probes) probe.remove();
    return found;
  }, labels);

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
  test.beforeAll(() => void mkdirSync(shots, { recursive: true }));
  test.skip(() => test.info().project.name !== 'shim', 'the words are the same in both');

  for (const tag of tags) {
    test(`${tag} has room, its direction and its own words`, async ({ page }) => {
      const words = wordsOf(tag);
      await page.goto('/shop');
      await set(page, 'site-agent', 'lang', tag);
      await launcher(page).click();
      await expect(composer(page)).toHaveAttribute('placeholder', words.placeholder ?? '');
      await expect(panel(page)).toHaveAttribute('dir', words.dir ?? '');
      await composer(page).fill('add two blue enamel mugs to my cart');
      await composer(page).press('Enter');
      const card = panel(page).locator('.card');
      await expect(card.locator('h3')).toHaveText(fill(words.question, 'Add to cart'));
      await expect(card.locator('.deny')).toHaveText(words.deny ?? '');
      await expect(card.locator('.allow')).toHaveText(words.allow ?? '');
      // What the page and the model say keeps its own direction; ours is the language's.
      await expect(card.locator('dd').first()).toHaveAttribute('dir', 'auto');
      const buttons = ['retry', 'proceed', 'cancel', 'new_reply', 'start_again', 'download'];
      expect(await misfits(page, buttons.map((key) => words[key] ?? ''))).toEqual([]);
      await page.screenshot({ path: `${shots}language-${tag}-card.png` });
      await card.locator('.deny').click();
      await expect(panel(page).getByRole('log')).toContainText(words.state_denied ?? '');
      await expect(panel(page).getByRole('button', { name: words.send })).toBeVisible();
      expect(await misfits(page, [])).toEqual([]);
      await page.screenshot({ path: `${shots}language-${tag}.png` });
    });
  }
});
