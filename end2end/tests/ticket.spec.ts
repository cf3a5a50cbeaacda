/**
 * The dashboard's replay in a page: what its link does by itself (nothing), what is asked, what runs,
 * and what the program is told.
 */
import type { Page, Route } from '@playwright/test';
import type { Agent } from '../fixtures/test.ts';
import { expect, test } from '../fixtures/stored.ts';
import { findings } from './access/findings.ts';

test.use({ level: 'off' });

const TICKET = 'AbCdEfGhIjKlMnOpQrSt_-';
const CALLS = {
  version: 1,
  startedAt: 1,
  endedAt: 9,
  status: 'answered',
  steps: [
    { type: 'tool-call', at: 1, call: { id: 'call_1', name: 'list_notes', arguments: {} } },
    { type: 'decision', at: 1, callId: 'call_1', allowed: true, by: 'read-only' },
    { type: 'tool-result', at: 2, callId: 'call_1', outcome: 'ok' },
    { type: 'tool-call', at: 3, call: { id: 'call_2', name: 'add_note', arguments: { text: 'Buy milk' } } },
    { type: 'decision', at: 4, callId: 'call_2', allowed: true, by: 'visitor', reason: 'not-read-only' },
    { type: 'tool-result', at: 5, callId: 'call_2', outcome: 'ok' },
    // Neither of these is run again.
    { type: 'tool-call', at: 6, call: { id: 'call_3', name: 'remove_notes', arguments: {} } },
    { type: 'decision', at: 7, callId: 'call_3', allowed: false, by: 'visitor', reason: 'consequential' },
    { type: 'tool-result', at: 7, callId: 'call_3', outcome: 'denied' },
    { type: 'tool-call', at: 8, call: { id: 'call_4', name: 'add_note', arguments: { text: '[redacted:email]' }, redacted: ['/text'] } },
    { type: 'decision', at: 8, callId: 'call_4', allowed: true, by: 'visitor' },
    { type: 'tool-result', at: 9, callId: 'call_4', outcome: 'ok' },
  ],
};

/** The program's side of tickets; every request is as the contract has it, or the test fails. */
class FakeTickets {
  readonly redeemed: string[] = [];
  readonly reports: any[] = [];
  /** Every address that was asked, as the browser has it. */
  readonly asked: string[] = [];

  static async on(page: Page, answer: { status: number; body?: unknown } = { status: 200 }): Promise<FakeTickets> {
    const fake = new FakeTickets();
    page.on('request', (request) => fake.asked.push(new URL(request.url()).pathname));
    await page.context().route(/\/api\/replays/, (route) => fake.answer(route, answer));
    return fake;
  }

  private async answer(route: Route, { status, body }: { status: number; body?: unknown }): Promise<void> {
    const request = route.request();
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type, authorization',
      'access-control-allow-methods': 'POST',
    };
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    expect(request.method()).toBe('POST');
    expect(await request.headerValue('cookie')).toBeNull();
    expect(await request.headerValue('content-type')).toBe('application/json');
    const { pathname } = new URL(request.url());
    if (pathname === '/api/replays') {
      const { ticket, widget, ...rest } = request.postDataJSON();
      expect([widget, rest]).toEqual(['default', {}]);
      this.redeemed.push(ticket);
      if (status === 0) return route.abort('internetdisconnected');
      return route.fulfill({ status, headers, json: body ?? { calls: CALLS, replay: 'r-1', post: 'token' } });
    }
    expect(pathname).toBe('/api/replays/r-1/report');
    expect(await request.headerValue('authorization')).toBe('Bearer token');
    this.reports.push(request.postDataJSON());
    return route.fulfill({ status: 204, headers });
  }
}

const strip = (page: Page) => page.getByRole('region', { name: 'Site Agent' });
const press = (page: Page, name: string) => strip(page).getByRole('button', { name, exact: true });
const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

/** Follows the dashboard's link to the page. */
async function follow(page: Page, hosted: (attributes?: string, isPlaced?: boolean) => Promise<Agent>, ticket = TICKET, attributes = '', isPlaced = false): Promise<void> {
  await hosted(attributes, isPlaced);
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(`${address}#sa-replay=${ticket}`);
  await expect(strip(page)).toBeVisible();
  expect(page.url()).toBe(address);
}

/** A press by somebody who has read what it is about. */
async function pressRead(page: Page, name: string): Promise<void> {
  await expect(press(page, name)).toBeVisible();
  await page.waitForTimeout(800);
  await press(page, name).click();
}

test('the calls run after a press, each change asks, and the program learns what came of it', async ({ page, hosted }) => {
  const fake = await FakeTickets.on(page);
  await follow(page, hosted, TICKET, 'data-pre-approved="add_note"');
  expect(fake.redeemed).toEqual([TICKET]);
  await expect(strip(page).getByRole('status')).toContainText('Nothing runs before you press the button');
  await pressRead(page, 'Replay 2 calls');
  // Pre-approved on this page, and not here.
  await expect(strip(page).getByRole('group', { name: 'Allow “Add a note”?' })).toContainText('Buy milk');
  await expect(strip(page).locator('.card')).toContainText(new URL(page.url()).origin);
  await expect(press(page, 'Deny')).toBeFocused();
  await expect(notes(page)).toHaveCount(0);
  await pressRead(page, 'Allow');
  await expect(strip(page)).toContainText('Done. The dashboard shows the differences.');
  await expect(notes(page)).toHaveText(['Buy milk']);
  expect(fake.reports).toHaveLength(1);
  expect(fake.reports[0].steps.map(({ call, status, text }: any) => [call.id, status, text])).toEqual([
    ['call_1', 'ran', 'There are no notes.'],
    ['call_2', 'ran', 'Added. There are now 1 notes.'],
    ['call_3', 'skipped', undefined],
    ['call_4', 'not-recorded', undefined],
  ]);
  expect(fake.asked.filter((path) => path === '/api/agent')).toEqual([]);
  await press(page, 'Close').click();
  await expect(strip(page)).toBeHidden();
});

test('a link alone does nothing, whatever a script presses', async ({ page, hosted }) => {
  const fake = await FakeTickets.on(page);
  await follow(page, hosted);
  await page.waitForTimeout(800);
  await page.evaluate(() => {
    const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
    for (const button of root.querySelectorAll<HTMLButtonElement>('.replay button:last-child')) {
      for (const type of ['pointerdown', 'mousedown', 'mouseup']) {
        button.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
      }
      button.click();
    }
  });
  await page.waitForTimeout(500);
  await expect(press(page, 'Replay 2 calls')).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
  expect(fake.reports).toEqual([]);
  await press(page, 'Not now').click();
  await expect(strip(page)).toBeHidden();
  expect(fake.reports).toEqual([]);
});

test('a script cannot allow a call either, and a denied one does not run', async ({ page, hosted }) => {
  const fake = await FakeTickets.on(page);
  await follow(page, hosted);
  await pressRead(page, 'Replay 2 calls');
  await expect(press(page, 'Allow')).toBeVisible();
  await page.waitForTimeout(800);
  await page.evaluate(() => {
    const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
    (root.querySelector('.replay .choice button:last-child') as HTMLButtonElement).click();
  });
  await page.waitForTimeout(300);
  await expect(notes(page)).toHaveCount(0);
  await press(page, 'Deny').click();
  await expect(strip(page)).toContainText('Done.');
  await expect(notes(page)).toHaveCount(0);
  expect(fake.reports[0].steps.map(({ status }: any) => status)).toEqual(['ran', 'denied', 'skipped', 'not-recorded']);
});

test('stopped while it asks, the rest is not run and the program is told so', async ({ page, hosted }) => {
  const fake = await FakeTickets.on(page);
  await follow(page, hosted);
  await page.evaluate(() => {
    const execute = () => new Promise(() => {});
    const annotations = { readOnlyHint: true };
    const context = (document as any).modelContext;
    return context.registerTool({ name: 'never', description: 'Never ends.', annotations, execute });
  });
  await pressRead(page, 'Replay 2 calls');
  await expect(press(page, 'Allow')).toBeVisible();
  await press(page, 'Deny').click();
  await expect(strip(page)).toContainText('Done.');
  expect(fake.reports).toHaveLength(1);
});

test('a call that takes the page away is told as far as it is known', async ({ page, hosted }) => {
  const navigating = structuredClone(CALLS);
  navigating.steps.splice(3, 9, { type: 'tool-call', at: 3, call: { id: 'call_2', name: 'go', arguments: {} } } as any);
  await FakeTickets.on(page, { status: 200, body: { calls: navigating, replay: 'r-1', post: 'token' } });
  // What is sent while the page goes is not shown to tests.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (url, init) => {
      if (`${url}`.endsWith('/report')) sessionStorage.setItem('told', JSON.stringify([init?.keepalive, init?.body]));
      return fetch(url, init);
    };
  });
  await follow(page, hosted);
  await page.evaluate(() => {
    const execute = () => {
      location.href = '/blank.html';
      return new Promise(() => {});
    };
    const annotations = { readOnlyHint: true };
    return (document as any).modelContext.registerTool({ name: 'go', description: 'Goes.', annotations, execute });
  });
  await pressRead(page, 'Replay 2 calls');
  await page.waitForURL('**/blank.html');
  const [isKeptAlive, told] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('told') ?? '[]'));
  expect(isKeptAlive).toBe(true);
  expect(JSON.parse(told).steps.map(({ call, status }: any) => [call.id, status])).toEqual([
    ['call_1', 'ran'],
    ['call_2', 'unknown-outcome'],
  ]);
});

for (const [what, answer] of Object.entries({
  unknown: { status: 404, body: { error: { code: 'unknown-ticket', message: 'No.' } } },
  failing: { status: 500, body: {} },
  offline: { status: 0 },
  odd: { status: 200, body: { calls: { version: 2 }, replay: 'r', post: 't' } },
  hostile: { status: 200, body: { calls: CALLS, replay: '../../x', post: 't' } },
})) {
  test(`a ticket that is no good says so in a sentence: ${what}`, async ({ page, hosted }) => {
    const fake = await FakeTickets.on(page, answer);
    await follow(page, hosted);
    await expect(strip(page).getByRole('status')).toHaveText('This replay link is no longer valid.');
    await expect(strip(page).getByRole('button')).toHaveText(['Close']);
    await press(page, 'Close').click();
    await expect(strip(page)).toBeHidden();
    expect(fake.reports).toEqual([]);
    expect(fake.asked.filter((path) => /sa-replay-|api\/agent/.test(path))).toEqual([]);
  });
}

test('the strip keeps its looks when the settings come later than it', async ({ page, hosted }) => {
  await FakeTickets.on(page);
  await page.route('**/api/widgets/*', async (route) => {
    await new Promise((soon) => setTimeout(soon, 1_500));
    await route.continue();
  });
  await follow(page, hosted);
  await expect(page.locator('site-agent button.launcher')).toBeVisible();
  await expect(strip(page)).toHaveCSS('position', 'fixed');
  await expect(page.locator('site-agent button.launcher')).toHaveCSS('position', 'fixed');
});

test('what is no ticket is not even asked about', async ({ page, hosted }) => {
  const fake = await FakeTickets.on(page);
  await follow(page, hosted, '%3Cscript%3E');
  await expect(strip(page).getByRole('status')).toHaveText('This replay link is no longer valid.');
  expect(fake.redeemed).toEqual([]);
});

test('the page’s history keeps its state, and the fragment is gone from it', async ({ page, hosted }) => {
  await FakeTickets.on(page);
  await page.addInitScript(() => history.replaceState({ own: 1 }, ''));
  await follow(page, hosted);
  expect(await page.evaluate(() => [history.state, location.hash])).toEqual([{ own: 1 }, '']);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing: ${theme}`, async ({ page, hosted }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    await FakeTickets.on(page);
    await follow(page, hosted, TICKET, '', true);
    for (const step of ['offer', 'card']) {
      if (step === 'card') {
        await pressRead(page, 'Replay 2 calls');
        await expect(press(page, 'Allow')).toBeVisible();
      }
      const { passed, ...found } = await findings(page);
      expect(found, step).toEqual({ violations: [], undecided: [] });
      expect(passed).toEqual(expect.arrayContaining(['button-name', 'color-contrast', 'target-size']));
      await page.screenshot({ path: `shots/replay-${theme}-${step}.png` });
    }
  });
}
