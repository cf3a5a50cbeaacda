/**
 * What rows against both implementations cannot show: how the shim stands to what is there already,
 * and where it differs from the browser's own object because a script in the page cannot do better.
 */
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { servePages } from '../fixtures/pages.ts';
import type { Pages } from '../fixtures/pages.ts';
import { beyond } from './webmcp/beyond.ts';
import { installProbe } from './webmcp/probe.ts';

const test = base.extend<{ open: (path: string) => Promise<Page> }, { pages: Pages }>({
  pages: [
    async ({}, use) => {
      const pages = await servePages('');
      await use(pages);
      await pages.stop();
    },
    { scope: 'worker' },
  ],
  open: async ({ page, pages }, use) => {
    await page.addInitScript(installProbe);
    await use(async (path) => {
      await page.goto(`${pages.origin}${path}`);
      return page;
    });
  },
});

const isNative = () => test.info().project.name === 'native';

test('the first copy stays, and no copy replaces the native object', async ({ open }) => {
  const page = await open('/twice.html');
  const native = isNative();
  await expect(page.locator('#result')).toHaveText(/./);
  expect(JSON.parse((await page.locator('#result').textContent()) ?? '')).toEqual({
    native,
    keptNative: true,
    same: true,
    isShim: [!native, !native, true, false, false],
    nativeAfter: native,
  });
});

test("somebody else's object is left alone, and is not taken for native", async ({ open }) => {
  const page = await open('/foreign.html');
  await expect(page.locator('#result')).toHaveText('true false false');
});

test('a page that patches its globals later does not break it', async ({ open }) => {
  test.skip(isNative(), 'the native object has no primitives of the page to lose');
  const page = await open('/hostile.html');
  await expect(page.locator('#result')).toHaveText('a object {"n":1} InvalidStateError');
});

test('a tool gets no user activation', async ({ open, page }) => {
  // Not by looking at the page: what looks is taken for a visitor's doing.
  const said = page.waitForEvent('console', (message) => message.text().startsWith('active'));
  await open('/activation.html');
  expect((await said).text()).toBe('active: false');
});

test('there is none in an insecure context', async ({ page, pages }) => {
  await page.goto(`http://insecure.test:${pages.port}/blank.html`);
  expect(
    await page.evaluate(() => [
      isSecureContext,
      'modelContext' in document,
      'ModelContext' in window,
    ]),
  ).toEqual([false, false, false]);
});

test('a frame of the same origin has tools of its own in the shim, and shares them natively', async ({
  open,
}) => {
  const page = await open('/blank.html');
  const names = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = location.href;
    await new Promise((loaded) => {
      frame.onload = loaded;
      document.body.append(frame);
    });
    const inner = (frame.contentDocument as any).modelContext;
    await inner.registerTool({ name: 'inner', description: 'd', execute() {} });
    await wm.register();
    return [await wm.names(), (await inner.getTools()).map((tool: any) => tool.name)];
  });
  expect(names).toEqual(
    isNative()
      ? [
          ['a', 'inner'],
          ['a', 'inner'],
        ]
      : [['a'], ['inner']],
  );
});

test('events are trusted only when the browser makes them', async ({ open }) => {
  const page = await open('/blank.html');
  const trusted = await page.evaluate(async () => {
    const changes = wm.count('toolchange');
    await wm.register();
    return changes.events[0].isTrusted;
  });
  expect(trusted).toBe(isNative());
});

test('a symbol for a result is a failed tool', async ({ open }) => {
  test.skip(isNative(), 'Chromium 156 crashes the tab on it');
  const page = await open('/blank.html');
  expect(await page.evaluate(() => wm.result(() => Symbol('s')))).toBe('UnknownError 0');
});

test('a document without a window has none', async ({ open }) => {
  test.skip(isNative(), 'Chromium 156 crashes the tab on reading it');
  const page = await open('/blank.html');
  expect(
    await page.evaluate(() => [
      String((document.implementation.createHTMLDocument('') as any).modelContext),
      String((new DOMParser().parseFromString('', 'text/html') as any).modelContext),
    ]),
  ).toEqual(['undefined', 'undefined']);
});

test.describe('what a script in the page cannot do, or does better', () => {
  for (const [title, run, natively, byScript] of beyond) {
    test(title, async ({ open }) => {
      const page = await open('/blank.html');
      expect(await page.evaluate(run)).toEqual(isNative() ? natively : byScript);
    });
  }
});
