/**
 * The panel in a frame of the program's: everything a visitor does, out of the page's reach; where
 * it comes in by itself; and where it does not come at all.
 */
import type { Page } from '@playwright/test';
import { expect, isNative, test } from '../fixtures/framed.ts';
import { withHeaders } from '../fixtures/pages.ts';

const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

/** A page whose policy has these directives and allows its own files. */
const under = (policy: string, page: string) =>
  withHeaders({ 'content-security-policy': policy }, page);

/** Paths that the page itself asked the program for; the frame's own requests are not among them. */
function requests(page: Page, origin: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === origin && request.frame() === page.mainFrame()) paths.push(url.pathname);
  });
  return paths;
}

test('the main job: asked in the frame, allowed there, done in the page', async ({
  page,
  framed,
  customer,
}) => {
  const agent = await framed('/framed.html');
  await agent.open();
  await agent.ask('add a note "Buy milk"');
  const card = agent.card('Add a note');
  await expect(card).toContainText('Buy milk');
  await expect(card).toContainText(new URL(customer.origin).host);
  await expect(notes(page)).toHaveCount(0);
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
  await expect(card).toBeHidden();
  await expect(agent.log).toContainText('There are now 1 notes');
});

test('the page loads no wasm', async ({ page, framed, program }) => {
  const asked = requests(page, program.origin);
  const agent = await framed('/framed.html');
  await agent.open();
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  const files = asked.map((path) => path.replace(/-[0-9a-f]{12}/, '').split('/').pop());
  // How a page's tools are called is loaded by the shim.
  expect(files.filter((name) => name !== 'sa-calls.js')).toEqual(['embed.js', 'sa-frame.js']);
});

test('the page reaches neither the card nor the conversation', async ({
  page,
  framed,
  customer,
}) => {
  const agent = await framed('/framed.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.allow).toBeVisible();
  await page.waitForTimeout(700);
  const reached = await page.evaluate(() => {
    const element = document.querySelector('site-agent') as any;
    const frame = element.shadowRoot.querySelector('iframe') as HTMLIFrameElement;
    let inside: unknown = frame.contentDocument;
    try {
      inside = frame.contentWindow?.document;
    } catch (error) {
      inside = (error as Error).name;
    }
    // What its scripts may say, and what they may not.
    for (const kind of ['decided', 'allow', 'resumed', 'suspended'])
      element.agent.send(kind, 'allow');
    const words = `en\nltr\n${'Forged\n'.repeat(80)}`;
    element.agent.update({ words, origin: 'https://forged.example', heading: 'Ask me' });
    frame.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 60, clientY: 500 }));
    frame.contentWindow?.postMessage(['send', 0, 'decided'], '*');
    const { port1, port2 } = new MessageChannel();
    frame.contentWindow?.postMessage('site-agent', '*', [port2]);
    port1.postMessage(['ask', 0, 'add a note "Forged"']);
    return {
      inside,
      snapshot: element.agent.snapshot,
      kept: JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
    };
  });
  expect(reached.inside).toBe('SecurityError');
  expect(reached.snapshot).toBeUndefined();
  expect(reached.kept).not.toContain('Buy milk');
  await page.waitForTimeout(300);
  await expect(agent.card('Add a note')).toContainText('Buy milk');
  await expect(agent.card('Add a note')).toContainText(new URL(customer.origin).host);
  await expect(agent.panel).toHaveAccessibleName('Ask me');
  await expect(agent.panel).not.toContainText(/forged/i);
  await expect(agent.allow).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
});

test('colours of the page dress the panel, and cannot hide what is on the card', async ({
  page,
  framed,
}) => {
  const agent = await framed('/framed.html');
  const style = (of: string) =>
    agent.panel.evaluate((panel, name) => getComputedStyle(panel).getPropertyValue(name), of);
  await page.addStyleTag({
    content: 'site-agent { --site-agent-bg: rgb(255, 250, 230); --site-agent-radius: 3px }',
  });
  await agent.open();
  expect(await style('background-color')).toBe('rgb(255, 250, 230)');
  await page.addStyleTag({
    content: `site-agent { --site-agent-fg: #fffae6; --site-agent-accent: rgb(0 0 0 / 0);
      --site-agent-border: url(https://elsewhere.test/x) }`,
  });
  await page.locator('site-agent').evaluate((element) => element.setAttribute('heading', 'Ask on'));
  await expect(agent.panel).toHaveAccessibleName('Ask on');
  await expect.poll(() => style('color')).toBe('rgb(29, 27, 24)');
  expect(await style('background-color')).toBe('rgb(255, 255, 255)');
  expect(await style('border-color')).not.toContain('url');
});

test('keys: Escape denies, then closes, and the focus goes where it belongs', async ({
  page,
  framed,
}) => {
  const agent = await framed('/framed.html');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    window.addEventListener('keydown', (event) => heard.push(event.key), true);
  });
  await agent.launcher.focus();
  await page.keyboard.press('Enter');
  await expect(agent.composer).toBeFocused();
  await expect(agent.frame).toHaveAttribute('title', 'Ask this site');
  await page.keyboard.type('add a note "Buy milk"');
  await page.keyboard.press('Enter');
  await expect(agent.deny).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(agent.card('Add a note')).toBeHidden();
  await expect(agent.panel).toBeVisible();
  await expect(agent.composer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(agent.panel).toBeHidden();
  await expect(agent.launcher).toBeFocused();
  expect(await page.evaluate(() => (globalThis as any).heard)).toEqual(['Enter']);
  await agent.open();
  await agent.button('Close').click();
  await expect(agent.panel).toBeHidden();
  await expect(agent.launcher).toBeFocused();
});

test("an owner's model and tools stay in the page; a confirm of the page is not asked", async ({
  page,
  framed,
}) => {
  const agent = await framed('/numbers.html');
  const told = page.locator('#told');
  await agent.ask('double it');
  await expect(agent.card('Double a number')).toContainText('21');
  await agent.allowIt();
  await expect(agent.log).toContainText('It is 42.');
  await expect(told).toBeEmpty();
  const { asked, heard, trace, messages } = await page.evaluate(() => {
    const { asked, heard } = globalThis as any;
    const { lastTrace, agent } = document.querySelector('site-agent') as any;
    return { asked, heard, trace: lastTrace, messages: agent.messages };
  });
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({ text: 'double it', tools: ['double'] });
  // The built-in rules come first, as for every model.
  expect(asked[0].instructions.length).toBeGreaterThan(100);
  expect(heard).toEqual([
    'thinking',
    'tool-call',
    'confirm-request',
    'confirm-result',
    'tool-result',
    'thinking',
    'answer-delta',
    'answer-delta',
    'answer',
    'done',
    'answered',
  ]);
  expect(trace).toMatchObject({ version: 1, status: 'answered', model: 'mine' });
  expect(trace.page.origin).toBe(new URL(page.url()).origin);
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', text: 'It is 42.' });
  await agent.ask('double it again');
  await agent.allowIt();
  await expect(agent.log.getByText('It is 42.')).toHaveCount(2);
  await agent.ask('fail');
  await expect(agent.log).toContainText('The model could not answer.');
});

test("the page's language is the frame's, in the program's words", async ({ page, framed }) => {
  const agent = await framed('/framed.html');
  await page.evaluate(() => {
    document.documentElement.lang = 'de';
    (document.querySelector('site-agent') as any).configure({ heading: 'Ask auf Deutsch' });
  });
  await page.locator('site-agent').evaluate((element: any) => element.show());
  await expect(agent.panel).toHaveAttribute('lang', 'de');
  await agent.composer.fill('halb');
  await page.locator('site-agent').evaluate((element) => element.setAttribute('lang', 'fr'));
  await expect(agent.panel).toHaveAttribute('lang', 'fr');
  await expect(agent.composer).toHaveValue('halb');
});

test('Stop reaches a model of the page', async ({ page, framed }) => {
  const agent = await framed('/numbers.html');
  await agent.ask('wait');
  await agent.button('Stop').click();
  await expect(page.locator('#told')).toHaveText('stopped');
  await expect(agent.log).toContainText('Stopped');
});

test("scripts of the page have the element's methods, and its events", async ({ page, framed }) => {
  const agent = await framed('/framed.html');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    document.addEventListener('site-agent-done', (event) =>
      heard.push((event as CustomEvent).detail.answer),
    );
    void (document.querySelector('site-agent') as any).ask('list notes');
  });
  await expect(agent.log).toContainText('There are no notes');
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).heard))
    .toEqual([expect.stringContaining('There are no notes')]);
  const element = page.locator('site-agent');
  await element.evaluate((it: any) => it.hide());
  await expect(agent.panel).toBeHidden();
  await element.evaluate((it: any) => it.show());
  await expect(agent.composer).toBeFocused();
  await element.evaluate((it: any) => it.reset());
  await expect(agent.log).not.toContainText('list notes');
  await element.evaluate((it: any) =>
    it.configure({ heading: 'Ask away', preApproved: ['add_note'] }),
  );
  await expect(agent.panel).toHaveAccessibleName('Ask away');
  await agent.ask('add a note "Buy milk"');
  await expect(notes(page)).toHaveText(['Buy milk']);
});

test('conversation and draft survive a navigation', async ({ page, framed, customer }) => {
  const agent = await framed('/framed.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await agent.composer.fill('half a thought');
  await page.goto(`${customer.origin}/framed.html?again`);
  await expect(agent.log).toContainText('There are no notes');
  await expect(agent.composer).toHaveValue('half a thought');
  await expect(agent.composer).not.toBeFocused();
  await agent.button('Close').click();
  await page.reload();
  await expect(agent.launcher).toBeVisible();
  await expect(agent.panel).toBeHidden();
});

test('where the browser keeps nothing for a frame, the next page starts anew', async ({
  page,
  framed,
}) => {
  await page.addInitScript(() => {
    if (window === window.top) return;
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const agent = await framed('/framed.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await page.reload();
  await expect(agent.panel).toBeVisible();
  await agent.ask('add a note "Buy milk"');
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
});

test('a page of another site than the program has it as well', async ({
  page,
  framed,
  customer,
}) => {
  const agent = await framed(`http://customer.localhost:${customer.port}/framed.html`);
  await agent.open();
  await agent.ask('add a note "Buy milk"');
  await expect(agent.card('Add a note')).toContainText('customer.localhost');
  await expect(agent.deny).toBeFocused();
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
});

test('an open question comes back as a question', async ({ page, framed }) => {
  const agent = await framed('/framed.html');
  await agent.ask('add a note "Buy milk"');
  await expect(agent.allow).toBeVisible();
  await page.reload();
  await expect(agent.card('Add a note')).toContainText('Buy milk');
  await expect(notes(page)).toHaveCount(0);
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
});

test('an element that is moved in the page keeps its conversation', async ({ page, framed }) => {
  const agent = await framed('/framed.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  await page.evaluate(() => {
    document.body.append(document.querySelector('site-agent') as HTMLElement);
  });
  await expect(agent.log).toContainText('There are no notes');
  await agent.ask('add a note "Buy milk"');
  await agent.allowIt();
  await expect(notes(page)).toHaveText(['Buy milk']);
});

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
