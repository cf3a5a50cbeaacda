/** `site-agent test`: frozen traces, replayed in a browser of the program's own. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { testCommand } from '../fixtures/command.ts';
import { expect, test } from '../fixtures/test.ts';

const traces = fileURLToPath(new URL('../traces/', import.meta.url));
const frozen = readdirSync(traces)
  .filter((name) => name.endsWith('.json'))
  .map((name) => join(traces, name));

/** A page that sells a plan, and tells in its title what was done to it. */
const plans = (price: string, more = '') => `<!doctype html><title>Plans</title>
<script type="module">
  import { installShim } from '__AGENT__/site-agent/shim.js';
  installShim();
  const tool = (name, hints, execute) =>
    document.modelContext.registerTool({ name, description: name + '.', annotations: hints, execute });
  await tool('find_plan', { readOnlyHint: true }, () => 'Team, ${price} a month');
  await tool('choose_plan', { readOnlyHint: false }, () => {
    const chosen = 1 + Number(sessionStorage.chosen ?? 0);
    sessionStorage.chosen = chosen;
    return 'chosen ' + chosen + ' times';
  });
  ${more}
</script>`;

/** A run of the page's tools, each call in its turn. */
async function record(page: Page, agent: string, calls: object[], refused: string[] = []): Promise<any> {
  return page.evaluate(
    async ({ agent, calls, refused }) => {
      const { createSiteAgent, custom } = await import(`${agent}/site-agent/index.js`);
      const left: object[] = [...calls];
      const respond = () => {
        const call = left.shift();
        return call ? { type: 'tool', arguments: {}, ...call } : { type: 'answer', text: 'Done.' };
      };
      const confirm = ({ call }: any) => !refused.includes(call.name);
      const made = createSiteAgent({ model: custom(respond), confirm, maxSteps: 10 });
      while ((await made.tools()).tools.length < 2) await new Promise((next) => setTimeout(next, 20));
      return (await made.run('choose a plan').done).trace;
    },
    { agent, calls, refused },
  );
}

const CALLS = [{ name: 'find_plan' }, { name: 'choose_plan' }];

/** Counts of a report that a browser's own parser has read. */
async function counted(page: Page, junit: string): Promise<Record<string, number>> {
  return page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'application/xml');
    if (read.querySelector('parsererror')) throw new Error(text);
    const tags = ['testsuite', 'testcase', 'failure', 'error', 'skipped'];
    return Object.fromEntries(tags.map((tag) => [tag, read.querySelectorAll(tag).length]));
  }, junit);
}

test("the shop's frozen traces come to the same", async ({ page, program }) => {
  const ended = await testCommand(frozen, '--url', program.origin);
  expect(ended.errors).toBe('');
  expect(ended.code, ended.out).toBe(0);
  expect(ended.out).toContain('✓ search_products');
  expect(ended.out).toContain('✓ add_to_cart');
  expect(ended.out).toContain('– add_to_cart: not run, it was not allowed in the recording');
  expect(await counted(page, ended.junit)).toEqual({
    ...{ testsuite: 3, testcase: 6, failure: 0, error: 0, skipped: 1 },
  });
});

test('without a yes nothing is put into the cart', async ({ program }) => {
  const [cart] = frozen.filter((path) => path.endsWith('add_to_cart.json'));
  const ended = await testCommand([cart ?? ''], '--url', program.origin, '--allow', 'none');
  expect(ended.code, ended.out).toBe(0);
  expect(ended.out).toContain('– add_to_cart: not run, it asks, and nothing is allowed');
});

test('a changed price is the one difference, and a missing tool is named', async ({ customer, page, program }) => {
  customer.written.set('/plans', { body: plans('14 EUR') });
  await page.goto(`${customer.origin}/plans`);
  const trace = await record(page, program.origin, CALLS);
  const url = ['--url', customer.origin];
  const same = await testCommand([trace], ...url);
  expect(same.code, same.out + same.errors).toBe(0);
  expect(same.out).toContain('trace-0');

  customer.written.set('/plans', { body: plans('15 EUR') });
  const dearer = await testCommand([trace], ...url);
  expect(dearer.code).toBe(1);
  expect(dearer.out).toMatch(/✗ find_plan \(\d+ ms\): it returned something else\n/);
  expect(dearer.out).toContain('recorded: Team, 14 EUR a month\n');
  expect(dearer.out).toContain('now:      Team, 15 EUR a month\n');
  expect(dearer.out).toContain('✓ choose_plan');
  expect(dearer.errors).toContain('1 of the recorded calls came to something else, in 1 of 1 tests');
  const counts = { testsuite: 1, testcase: 2, failure: 1, error: 0, skipped: 0 };
  expect(await counted(page, dearer.junit)).toEqual(counts);

  customer.written.set('/plans', { body: plans('14 EUR').replace("'choose_plan'", "'take_plan'") });
  const without = await testCommand([trace], ...url);
  expect(without.code).toBe(1);
  expect(without.out).toContain('✓ find_plan');
  expect(without.out).toMatch(/✗ choose_plan \(\d+ ms\): the page has no such tool\n/);

  const failing = plans('14 EUR').replace(/\(\) => 'Team[^']*'/, "() => { throw new Error('sold out'); }");
  customer.written.set('/plans', { body: failing });
  const failed = await testCommand([trace], ...url);
  expect(failed.code).toBe(1);
  expect(failed.out).toContain('it ended with error and not with ok');
});

test('a tool that begins to ask is not run: its own hint was nobody’s yes', async ({ customer, page, program }) => {
  customer.written.set('/plans', { body: plans('14 EUR') });
  await page.goto(`${customer.origin}/plans`);
  const trace = await record(page, program.origin, CALLS, ['choose_plan']);
  const asking = plans('14 EUR').replace('readOnlyHint: true', 'readOnlyHint: false');
  customer.written.set('/plans', { body: asking });
  const ended = await testCommand([trace], '--url', customer.origin);
  expect(ended.code).toBe(1);
  expect(ended.out).toContain('it asks, and nobody had allowed it');
  expect(ended.out).toContain('– choose_plan: not run, it was not allowed in the recording');
});

test('what was redacted or not stored is not run', async ({ customer, page, program }) => {
  customer.written.set('/plans', { body: plans('14 EUR') });
  await page.goto(`${customer.origin}/plans`);
  const trace = await record(page, program.origin, CALLS);
  const calls = trace.steps.filter(({ type }: any) => type === 'tool-call');
  delete calls[0].call.arguments;
  calls[1].call.redacted = ['/name'];
  const ended = await testCommand([trace], '--url', customer.origin);
  expect(ended.code, ended.out).toBe(0);
  expect(ended.out).toContain('– find_plan: not run, its arguments were not stored');
  expect(ended.out).toContain('– choose_plan: not run, its arguments were redacted');
});

test('the page’s policy need not allow the agent', async ({ customer, page, program }) => {
  customer.written.set('/plans', { body: plans('14 EUR') });
  await page.goto(`${customer.origin}/plans`);
  const trace = await record(page, program.origin, CALLS);
  const policy = "default-src 'none'; script-src 'unsafe-inline' __AGENT__; require-trusted-types-for 'script'";
  const headers = { 'content-security-policy': policy };
  customer.written.set('/plans', { body: plans('14 EUR'), headers });
  const ended = await testCommand([trace], '--url', customer.origin);
  expect(ended.code, ended.out).toBe(0);
  expect(ended.out).toContain('✓ choose_plan');
});

test('calls go on where the page has gone', async ({ customer, page, program }) => {
  const goes = `await tool('go_on', { readOnlyHint: true }, () => {
    setTimeout(() => location.assign('/plans/next'), 20);
    return 'going';
  });`;
  customer.written.set('/plans', { body: plans('14 EUR', goes) });
  customer.written.set('/plans/next', { body: plans('20 EUR') });
  await page.goto(`${customer.origin}/plans`);
  const trace = await record(page, program.origin, [{ name: 'choose_plan' }, { name: 'go_on' }]);
  await page.waitForURL('**/plans/next');
  const after = await record(page, program.origin, CALLS);
  // One run over two pages, as the panel makes it.
  const moved = { type: 'page', at: 1, origin: customer.origin, path: '/plans/next' };
  const renamed = JSON.parse(JSON.stringify(after.steps).replaceAll('call_', 'later_'));
  const whole = { ...trace, steps: [...trace.steps, moved, ...renamed] };
  const ended = await testCommand([whole], '--url', `${customer.origin}/`);
  expect(ended.code, ended.out).toBe(0);
  expect(ended.out.match(/✓/g)).toHaveLength(4);

  // A visitor who went there by a link is followed, too.
  const visited = { ...whole, steps: whole.steps.filter(({ call, callId }: any) => (call?.id ?? callId) !== 'call_2') };
  const followed = await testCommand([visited], '--url', customer.origin);
  expect(followed.code, followed.out).toBe(0);
  expect(followed.out.match(/✓/g)).toHaveLength(3);
});

test('what could not run ends with 2, and says why', async ({ customer, page, program }) => {
  customer.written.set('/plans', { body: plans('14 EUR') });
  await page.goto(`${customer.origin}/plans`);
  const trace = await record(page, program.origin, CALLS);
  const { page: place, ...placeless } = trace;
  for (const [file, url, reason] of [
    [trace, `${customer.origin}/elsewhere/`, '/elsewhere/plans answers 404'],
    [trace, 'http://127.0.0.1:9', 'cannot be opened: net::ERR_'],
    [placeless, customer.origin, 'the trace names no page'],
    [{ version: 2, steps: [] }, customer.origin, 'neither a test nor a trace'],
  ] as const) {
    const ended = await testCommand([file, trace], '--url', url);
    expect(ended.code, reason).toBe(2);
    expect(ended.out).toContain(reason);
    expect((await counted(page, ended.junit)).error, reason).toBeGreaterThan(0);
  }
  const without = await testCommand([trace], '--url', customer.origin, '--browser', '/nowhere/chromium');
  expect(without.code).toBe(2);
  expect(without.errors).toContain('/nowhere/chromium did not start');
  expect((await testCommand([trace], '--url', 'shop')).code).toBe(2);
  const single = await testCommand([placeless], '--url', `${customer.origin}/plans`);
  expect(single.code, single.out).toBe(0);
});
