/**
 * A trace made where the browser has WebMCP is the one that the shim makes, and replays there; and
 * the other way round.
 */
import type { Page } from '@playwright/test';
import { expect, isNative, test as base } from '../fixtures/test.ts';

const PAGE = '/replay.html';

/** The same page in the other kind of browser. */
const test = base.extend<{ elsewhere: Page }>({
  elsewhere: async ({ customer, playwright }, use) => {
    const { config, project } = base.info();
    const other = config.projects.find(({ name }) => name !== project.name);
    const browser = await playwright.chromium.launch(other?.use.launchOptions);
    const page = await browser.newPage();
    await page.goto(`${customer.origin}${PAGE}`);
    await page.waitForFunction('window.ready');
    await use(page);
    await browser.close();
  },
});

const record = (page: Page): Promise<any> => page.evaluate('record()');

/** What a trace says apart from when it was made, and by whose tools. */
function timeless(trace: any): any {
  const timed = ['at', 'endedAt', 'ms', 'source', 'startedAt', 'wait'];
  return JSON.parse(JSON.stringify(trace, (key, value) => (timed.includes(key) ? undefined : value)));
}

test('a trace replays without a difference on the other kind of tools', async ({ elsewhere, page, visit }) => {
  await visit(PAGE);
  await page.waitForFunction('window.ready');
  expect([await page.evaluate('isShim'), await elsewhere.evaluate('isShim')]).toEqual([!isNative(), isNative()]);

  const trace = await record(page);
  const report: any = await elsewhere.evaluate((trace) => (window as any).again(trace), trace);
  expect(report.steps.filter((step: any) => step.matches === false)).toEqual([]);
  expect(report.differences).toBe(0);

  const ran: string[] = report.steps.map(({ call, status }: any) => `${call.name} ${status}`);
  expect(ran).toContain('text ran');
  expect(ran.filter((step) => step.startsWith('add'))).toEqual(['add ran', 'add skipped', 'add skipped', 'add ran']);
  expect(ran.filter((step) => /^(order|subscribe|not_here|unhinted|reviews)/.test(step))).toEqual([
    'order skipped',
    'subscribe ran',
    'subscribe skipped',
    'subscribe skipped',
    'not_here skipped',
    'unhinted ran',
    'reviews ran',
  ]);
  // What was recorded is what a person would call the same words.
  const text = (name: string) => report.steps.find(({ call }: any) => call.name === name)?.text;
  expect(text('object')).toBe('{"sku":"MUG-BLUE","price":14,"tags":["a",null]}');
  expect(text('subscribe')).toBe('ada@example.com is told w');
});

test('both make the same trace', async ({ elsewhere, page, visit }) => {
  await visit(PAGE);
  await page.waitForFunction('window.ready');
  const [here, there] = [timeless(await record(page)), timeless(await record(elsewhere))];
  expect(here.steps.length).toBeGreaterThan(80);
  expect(here).toEqual(there);
  // Whoever the tools are of: what broke while it wrote may have written.
  const broken = here.steps.find(({ call }: any) => call?.name === 'breaks')?.call.id;
  const result = here.steps.find((step: any) => step.type === 'tool-result' && step.callId === broken);
  expect(result.outcome).toBe('unknown');
});
