/** What holds on every page of the matrix, read from the browser's own logs. */
import type { CDPSession, Page, Request } from '@playwright/test';
import { expect, FramedAgent, isNative, test } from '../../fixtures/framed.ts';
import { Agent } from '../../fixtures/test.ts';
import { pageOf } from './row.ts';
import type { Row, Scene } from './row.ts';

const STANDARD = ['ModelContext', 'ToolActivatedEvent', 'ToolCancelEvent'];
const OURS = 'site-agent:';

/** Reads a page whose own language cannot be relied upon: by devtools, with what was kept first. */
class Gauge {
  readonly #devtools: CDPSession;

  constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<Gauge> {
    await page.addInitScript(() => {
      const { getOwnPropertyNames } = Object;
      const gauge = { shifts: [] as string[], names: () => getOwnPropertyNames(window) };
      (window as any)[Symbol.for('matrix')] = gauge;
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as any[];
        for (let at = 0; at < shifts.length; at += 1) {
          const { sources, value } = shifts[at];
          // What moves within our own tree names no node.
          let moved = '';
          for (let i = 0; i < sources.length; i += 1) moved += sources[i].node?.nodeName ?? '';
          if (moved) gauge.shifts[gauge.shifts.length] = `${value} ${moved}`;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    return new Gauge(await page.context().newCDPSession(page));
  }

  async #read(expression: string): Promise<any> {
    const { result, exceptionDetails } = await this.#devtools.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    expect(exceptionDetails, expression).toBeUndefined();
    return result.value;
  }

  names = (): Promise<string[]> => this.#read('window[Symbol.for("matrix")].names()');
  shifts = (): Promise<string[]> => this.#read('window[Symbol.for("matrix")].shifts');
  html = (): Promise<string> => this.#read('document.body.outerHTML');
}

/** What the browser's own logs have of a page. */
class Logs {
  readonly lines: string[] = [];
  readonly complaints: string[] = [];
  /** The addresses that were asked for: the program's as paths, those of others whole. */
  readonly asked: () => string[];

  constructor(page: Page, own: string, ours: string) {
    page.on('console', (message) => {
      const text = message.text();
      if (text.startsWith(OURS)) this.lines.push(text);
      else if (['error', 'warning'].includes(message.type())) this.complaints.push(text);
    });
    const asked = new Map<Request, string>();
    page.context().on('request', (request) => {
      // What a service worker of the page fetches for it is asked for once.
      if (request.serviceWorker()) return;
      const url = new URL(request.url());
      if (url.origin === ours) asked.set(request, url.pathname);
      else if (url.origin !== own && url.protocol.startsWith('http')) asked.set(request, url.href);
    });
    // What the page's policy forbade was never sent.
    page.context().on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') asked.delete(request);
    });
    this.asked = () => [...asked.values()];
  }
}

async function mainJob(row: Row, scene: Scene): Promise<void> {
  const { agent, page } = scene;
  await agent.open();
  await agent.ask(row.says ?? 'add a note "Buy milk"');
  const card = agent.card('Add a note');
  await expect(card).toContainText('Buy milk');
  await row.asked?.(scene);
  await agent.allowIt();
  const notes = agent.place.locator('#notes li');
  await expect(notes).toHaveText(['Buy milk']);
  await expect(card).toBeHidden();
  await expect(agent.log).toContainText('There are now 1 notes');
  await row.done?.(scene);
  await page.keyboard.press('Escape');
  await expect(agent.panel).toBeHidden();
}

async function leftAlone(row: Row, { agent }: Scene, logs: Logs): Promise<void> {
  if (!row.absent && (await agent.launcher.count())) {
    // Whoever cannot know before is told at the first sign of interest.
    await agent.launcher.hover();
  }
  await expect(agent.launcher).toHaveCount(0);
  const said = () => (row.absent ? logs.complaints : logs.lines);
  await expect.poll(said).toEqual([expect.stringMatching(row.untouched as RegExp)]);
}

/** One test for a row. */
export function judge(row: Row): void {
  test(row.name, async ({ context, customer, page, program }) => {
    test.skip(!!row.only && (row.only === 'native') !== isNative(), `only ${row.only}`);
    const place = row.frame ? page.frameLocator(row.frame) : page;
    const agent = row.framed ? new FramedAgent(page) : new Agent(page, place);
    const scene: Scene = { agent, context, customer, page, program };
    const path = `/matrix/${row.name.replace(/\W+/g, '-')}`;
    const origin = row.host ? `http://${row.host}:${customer.port}` : customer.origin;
    const headers = row.headers ?? {};
    customer.written.set(`${path}/without`, { body: pageOf(row, false), headers });
    customer.written.set(path, { body: pageOf(row, true), headers });
    const gauge = await Gauge.of(page);

    // The page as it is without us.
    await row.prepare?.(scene);
    await page.goto(`${origin}${path}/without`);
    const before = { names: await gauge.names(), html: await gauge.html() };

    const logs = new Logs(page, origin, program.origin);
    await page.goto(`${origin}${path}`);
    if (!row.untouched) await expect(scene.agent.launcher).toBeVisible();
    await page.waitForTimeout(300);
    const early = logs.asked().filter((path) => !(row.lists && /\/sa-tools-\w+\.js$/.test(path)));
    expect(early, 'asked for before any interest').toEqual(row.asksFor ?? ['/embed.js']);
    expect(await gauge.shifts(), 'layout shifts before any interest').toEqual([]);

    await row.loaded?.(scene);
    // What the page did to itself until now is its own affair.
    const own = (await gauge.shifts()).length;
    if (row.untouched) {
      await leftAlone(row, scene, logs);
      expect(await gauge.html()).toBe(before.html);
    } else {
      await mainJob(row, scene);
      expect(logs.lines).toEqual([]);
      const unexpected = logs.complaints.filter((text) => !row.complaints?.test(text));
      expect(unexpected, 'complaints in the console').toEqual([]);
    }
    expect((await gauge.shifts()).slice(own), 'layout shifts').toEqual([]);
    const known = (name: string) =>
      STANDARD.includes(name) || before.names.includes(name) || row.names?.test(name);
    expect((await gauge.names()).filter((name) => !known(name)), 'globals').toEqual([]);
  });
}

