/**
 * What the tag costs a page before anybody is interested, by the browser's own account: one small
 * script, no other request, nothing moved, nothing stored, nothing ticking, nothing left about.
 */
import { get } from 'node:http';
import type { CDPSession } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

/** Bytes of gzip that a page view may cost; `cargo xtask size` holds the released file to the same. */
const LOAD_LIMIT = 5 * 1024;

/** Everything that the page's process asks the network for, as its own log has it. */
async function networkLog(devtools: CDPSession): Promise<URL[]> {
  const asked: URL[] = [];
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    asked.push(new URL(request.url));
  });
  await devtools.send('Network.enable');
  return asked;
}

/** The bytes of a file as the program sends them to a browser that reads gzip. */
function servedBytes(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      if (response.headers['content-encoding'] !== 'gzip')
        reject(new Error(`${url} is not compressed: build the files as \`cargo xtask test browser\` does`));
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length)).on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

for (const path of ['/notes.html', '/alone.html', '/letter.html']) {
  test(`a page view is one small script: ${path}`, async ({ page, program, visit }) => {
    const devtools = await page.context().newCDPSession(page);
    const log = await networkLog(devtools);
    const agent = await visit(path);
    await expect(agent.launcher).toBeVisible();
    await page.waitForTimeout(1_000);
    const ours = log.filter(({ origin }) => origin === program.origin);
    expect(ours.map(({ pathname }) => pathname)).toEqual(['/embed.js']);
    const bytes = await Promise.all(ours.map(servedBytes));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(LOAD_LIMIT);
  });
}

test('a hosted tag asks for its settings and no more', async ({ page, program, visit }) => {
  const log = await networkLog(await page.context().newCDPSession(page));
  const agent = await visit('/hosted.html');
  await expect(agent.launcher).toBeVisible();
  await page.waitForTimeout(500);
  const ours = log.filter(({ origin }) => origin === program.origin);
  expect(ours.map(({ pathname }) => pathname)).toEqual(['/embed.js', '/api/widgets/default']);
});

test('it moves nothing, adds few nodes, and leaves nothing but the standard’s names', async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => {
    const members = () => Reflect.ownKeys(window).map(String);
    const cost = { members, shifts: 0, before: members() };
    Object.defineProperty(globalThis, 'cost', { value: cost });
    new PerformanceObserver((list) => {
      cost.shifts += list.getEntries().length;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const agent = await visit('/notes.html');
  await expect(agent.launcher).toBeVisible();
  await page.waitForTimeout(500);
  const cost = await page.evaluate(() => {
    const { before, members, shifts } = (globalThis as any).cost;
    const { shadowRoot } = document.querySelector('site-agent') as HTMLElement;
    return {
      shifts,
      nodes: 1 + (shadowRoot?.querySelectorAll('*').length ?? 0),
      left: members().filter((name: string) => !before.includes(name) && name !== 'cost'),
    };
  });
  expect(cost.shifts).toBe(0);
  expect(cost.nodes).toBeLessThanOrEqual(6);
  const standard = ['ModelContext', 'ToolActivatedEvent', 'ToolCancelEvent'];
  expect(cost.left.filter((name: string) => !standard.includes(name))).toEqual([]);
});

test('it stores nothing and starts no clock', async ({ page, program, visit }) => {
  await page.addInitScript(() => {
    const done: string[] = [];
    Object.defineProperty(globalThis, 'done', { value: done });
    // Whoever else is on the page may do so: only what our script does counts.
    const watch = (owner: any, name: string) => {
      const own = owner[name];
      owner[name] = function (this: unknown, ...given: unknown[]) {
        if (new Error().stack?.includes('/embed.js')) done.push(name);
        return Reflect.apply(own, this, given);
      };
    };
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
      watch(window, name);
    }
    for (const name of ['setItem', 'removeItem', 'clear']) watch(Storage.prototype, name);
    watch(IDBFactory.prototype, 'open');
    watch(CacheStorage.prototype, 'open');
  });
  const agent = await visit('/notes.html');
  await expect(agent.launcher).toBeVisible();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (globalThis as any).done)).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  expect(await page.context().cookies([page.url(), program.origin])).toEqual([]);
  // And it would be seen: opening keeps that the panel is open.
  await agent.open();
  expect(await page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0);
});

test('the launcher takes a few milliseconds of script', async ({ page, visit }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Infinity;
  };
  const times = [];
  for (let i = 0; i < 3; i++) {
    const agent = await visit('/alone.html');
    await expect(agent.launcher).toBeVisible();
    times.push(await spent());
  }
  // The best of three: other work on the machine can only add. The promise is 3 ms on a quiet one.
  expect(Math.min(...times)).toBeLessThan(0.012);
});
