/**
 * Where the panel comes in a frame by itself, and where it does not come at all.
 */
import type { Page } from '@playwright/test';
import { expect, isNative, test } from '../fixtures/framed.ts';
import { withHeaders } from '../fixtures/pages.ts';

const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

/** A page whose policy has these directives and allows its own files. */
const under = (policy: string, page: string) =>
  withHeaders({ 'content-security-policy': policy }, page);

test("where the page's policy forbids wasm the panel comes in a frame, and that is kept", async ({
  page,
  framed,
  program,
  lines,
}) => {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${program.origin}`,
    `frame-src ${program.origin}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/^violates|Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
      console.log(`violates: ${blockedURI}`),
    );
  });
  const agent = await framed(under(policy, '/notes.html'));
  await agent.ask('add a note "Buy milk"');
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
  // Finding out costs one report, once.
  expect(violations).toEqual(['violates: wasm-eval']);
  await page.reload();
  await expect(agent.log).toContainText('There are now 1 notes');
  expect(violations).toHaveLength(1);
  expect(lines).toEqual([]);
});

test('a page whose policy lets it fetch nothing gets the frame as well', async ({
  framed,
  program,
  lines,
}) => {
  const policy = `script-src 'self' ${program.origin} 'wasm-unsafe-eval'; connect-src 'none'`;
  const agent = await framed(under(policy, '/notes.html'));
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await expect(agent.frame).toHaveCount(1);
  expect(lines).toEqual([]);
});

test('where nothing forbids it the panel is in the page', async ({ framed }) => {
  const agent = await framed('/notes.html');
  await agent.launcher.click();
  await expect(agent.page.getByRole('dialog', { name: /^Ask/ })).toBeVisible();
  await expect(agent.frame).toHaveCount(0);
});

for (const policy of ['require-corp', 'credentialless']) {
  test(`a page that isolates itself by ${policy} can have it`, async ({ page, framed }) => {
    const isolated = {
      'cross-origin-embedder-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
    };
    const agent = await framed(withHeaders(isolated, '/framed.html'));
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await agent.ask('list notes');
    await expect(agent.log).toContainText('There are no notes');
  });
}

test('a site that is not listed gets neither panel nor answer', async ({
  page,
  framed,
  program,
  stranger,
  lines,
}) => {
  const agent = await framed(`${stranger.origin}/framed.html`);
  await expect(agent.launcher).toBeVisible();
  await agent.launcher.click();
  await expect(agent.launcher).toHaveCount(0);
  await expect(page.locator('site-agent')).toHaveCount(0);
  expect(lines).toEqual([
    `site-agent: ${program.origin} does not show its panel on ${stranger.origin}. ` +
      `It needs: allowed_origins = ["${stranger.origin}"]`,
  ]);
  // Not by framing it itself, nor by asking for itself.
  const status = await page.evaluate(async (address) => {
    const body = JSON.stringify({
      version: 1,
      messages: [{ role: 'user', text: 'hi' }],
      tools: [],
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/api/agent`, { method: 'POST', headers, body });
    const frame = document.createElement('iframe');
    frame.src = `${address}/site-agent/frame`;
    const spoke = new Promise((heard) => {
      window.addEventListener('message', ({ data }) => heard(data));
      setTimeout(() => heard('nothing'), 1_500);
    });
    document.body.append(frame);
    return [answer.status, await spoke];
  }, program.origin);
  expect(status).toEqual([403, 'nothing']);
});

test('a listed page inside of one that is not gets no panel either', async ({
  page,
  framed,
  customer,
  stranger,
}) => {
  await framed(`${stranger.origin}/archive.html`);
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    frame.allow = 'tools';
    document.body.append(frame);
  }, `${customer.origin}/nested.html`);
  const inner = page.frameLocator('iframe');
  await inner.locator('site-agent').getByRole('button').click();
  await expect(inner.locator('site-agent')).toHaveCount(0);
});

test('opened by itself the frame shows nothing and talks to nobody', async ({ page, program }) => {
  await page.goto(`${program.origin}/site-agent/frame`);
  await page.evaluate(() => {
    const { port2 } = new MessageChannel();
    window.postMessage('site-agent', '*', [port2]);
  });
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => document.body.childElementCount)).toBe(0);
});

for (const [mode, policy, needed] of [
  ['frame', "frame-src 'none'", 'frame-src ORIGIN'],
  ['auto', "script-src 'self' ORIGIN; frame-src 'none'", 'frame-src ORIGIN, or script-src ORIGIN'],
] as const) {
  test(`where ${mode} cannot work the launcher goes, and one line says what is missing`, async ({
    framed,
    program,
    lines,
  }) => {
    const page = mode === 'frame' ? '/framed.html' : '/notes.html';
    const agent = await framed(under(policy.replaceAll('ORIGIN', program.origin), page));
    await agent.launcher.hover();
    await expect(agent.launcher).toHaveCount(0);
    expect(lines).toEqual([expect.stringContaining(needed.replaceAll('ORIGIN', program.origin))]);
  });
}

for (const [what, policy] of [
  ['wasm', "script-src 'self' ORIGIN; frame-src ORIGIN"],
  ['requests', "connect-src 'none'; frame-src ORIGIN"],
] as const) {
  test(`mode="inline" stays in the page, and where ${what} may not be says what that takes`, async ({
    page,
    framed,
    program,
    lines,
  }) => {
    const agent = await framed(under(policy.replaceAll('ORIGIN', program.origin), '/notes.html'));
    await page.locator('site-agent').evaluate((it) => it.setAttribute('mode', 'inline'));
    await agent.launcher.hover();
    await expect(agent.launcher).toHaveCount(0);
    const { origin } = program;
    const needed = `script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}`;
    expect(lines).toEqual([expect.stringContaining(needed)]);
  });
}

test("tools are the browser's own where it has them", async ({ page, framed }) => {
  const agent = await framed('/framed.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  const source = await page.evaluate(() => {
    const { steps } = (document.querySelector('site-agent') as any).lastTrace;
    return steps.find((step: any) => step.type === 'tools' || step.kind === 'tools')?.tools[0]
      .source;
  });
  expect(source).toBe(isNative() ? 'native' : 'shim');
});
