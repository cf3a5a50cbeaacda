/**
 * What the element costs in milliseconds and megabytes, on this machine and on one four times as
 * slow. It prints and judges nothing: times are the machine's, and a busy one is no fault of ours.
 */
import type { CDPSession, Page } from '@playwright/test';
import { Agent, test } from '../fixtures/test.ts';

const SLOW = 4;
const ROUNDS = 5;

const rows: [what: string, here: string, slow: string][] = [];

/** Of each stream: time, time of the processor, long tasks, memory when opened and after. */
const streams: string[][] = [];

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const mb = (bytes: number) => `+${(bytes / 2 ** 20).toFixed(2)} MB`;

/** A page of its own on a processor that is `slowdown` times slower. */
async function open(page: Page, slowdown: number): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return devtools;
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? NaN;
}

/** Has the page's wasm memories told: the browser's figures for the heap leave them out. */
async function countWasm(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const memories = new Set<WebAssembly.Memory>();
    const { prototype } = WebAssembly.Memory;
    const read = Object.getOwnPropertyDescriptor(prototype, 'buffer')?.get as () => ArrayBuffer;
    Object.defineProperty(prototype, 'buffer', {
      get(this: WebAssembly.Memory) {
        memories.add(this);
        return read.call(this);
      },
    });
    Object.assign(globalThis, {
      wasmBytes: () => [...memories].reduce((sum, memory) => sum + read.call(memory).byteLength, 0),
    });
  });
}

/** Bytes of JavaScript that are still needed, and those of the wasm's memory. */
async function heap(page: Page, devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await metric(devtools, 'JSHeapUsedSize')) + (await page.evaluate<number>('wasmBytes()'));
}

/** Counts tasks over 50 ms from now on. */
async function watchLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(globalThis, { longTasks: found });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(duration);
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (globalThis as any).longTasks);
}

/** Milliseconds from the click to the focus in the composer, by the page's own clock. */
async function timeToComposer(page: Page): Promise<number> {
  await page.evaluate(() => {
    const focused = new Promise<number>((done) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () => {
            const inside = document.querySelector('site-agent')?.shadowRoot?.activeElement;
            if (inside?.matches('textarea')) done(performance.now() - timeStamp);
            else setTimeout(look);
          };
          look();
        },
        { capture: true, once: true },
      );
    });
    Object.assign(globalThis, { focused });
  });
  await new Agent(page).launcher.click();
  return page.evaluate(() => (globalThis as any).focused);
}

/** Measures a thing here and on the slow machine, each time in a fresh browser profile. */
function measured(what: string, measure: (page: Page, devtools: CDPSession) => Promise<number>) {
  test(what, async ({ browser, customer }) => {
    const found: string[] = [];
    for (const slowdown of [1, SLOW]) {
      const values: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext({ baseURL: customer.origin });
        const page = await context.newPage();
        values.push(await measure(page, await open(page, slowdown)));
        await context.close();
      }
      found.push(ms(median(values)));
    }
    rows.push([what, found[0] ?? '', found[1] ?? '']);
  });
}

measured('script at load', async (page, devtools) => {
  await page.goto('/alone.html');
  await new Agent(page).launcher.waitFor();
  return (await metric(devtools, 'ScriptDuration')) * 1_000;
});

measured('click to composer, cold', async (page) => {
  await page.goto('/notes.html');
  await new Agent(page).launcher.waitFor();
  return timeToComposer(page);
});

measured('click to composer, after hovering', async (page) => {
  await page.goto('/notes.html');
  await new Agent(page).launcher.hover();
  await page.waitForFunction(() => document.querySelector('site-agent')?.shadowRoot?.querySelector('.layer'));
  await page.mouse.move(0, 0);
  return timeToComposer(page);
});

for (const slowdown of [1, SLOW]) {
  test(`a stream of 1,000 deltas at ${slowdown}x`, async ({ agent, page, visit }) => {
    const devtools = await open(page, slowdown);
    await countWasm(page);
    await visit('/stream.html');
    await page.waitForFunction(() => document.title === 'Ready');
    const closed = await heap(page, devtools);
    await agent.open();
    const opened = await heap(page, devtools);
    const longTasks = await watchLongTasks(page);
    const before = await metric(devtools, 'TaskDuration');
    const started = Date.now();
    await agent.ask('go on');
    await agent.button('Send').waitFor({ timeout: 60_000 });
    const took = Date.now() - started;
    const busy = (await metric(devtools, 'TaskDuration')) - before;
    const tasks = await longTasks();
    const after = await heap(page, devtools);
    streams.push([ms(took), ms(busy * 1_000), `${tasks.length}`, mb(opened - closed), mb(after - closed)]);
  });
}

test.afterAll(() => {
  const parts = ['a stream of 1,000 deltas', 'of it, busy', 'long tasks:', 'memory, opened', 'memory, after the stream'];
  parts.forEach((what, at) => rows.push([what, streams[0]?.[at] ?? '', streams[1]?.[at] ?? '']));
  rows.unshift([`median of ${ROUNDS}`, 'here', `at ${SLOW}x CPU throttle`]);
  const width = Math.max(...rows.map(([what]) => what.length));
  const lines = rows.map(
    ([what, here, slow]) => `${what.padEnd(width)}  ${here.padStart(12)}  ${slow.padStart(24)}`,
  );
  console.log(['', ...lines, ''].join('\n'));
});
