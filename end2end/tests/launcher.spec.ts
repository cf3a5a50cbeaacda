/** The element as a page meets it: how it opens and closes, and what it withstands. */
import type { Page } from '@playwright/test';
import { withHeaders } from '../fixtures/pages.ts';
import { expect, test } from '../fixtures/test.ts';

/** What the page asked the program for, as paths. */
function requests(page: Page, origin: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === origin) paths.push(url.pathname);
  });
  return paths;
}

const isMatcher = (path: string) => path.startsWith('/site-agent/sa-rules-');
const endOf = (path: string) => path.split('.').pop();

test('pointing at it fetches the rest, a click opens it with the focus in the composer', async ({
  page,
  program,
  visit,
}) => {
  const asked = requests(page, program.origin);
  const agent = await visit('/notes.html');
  await expect(agent.launcher).toHaveAttribute('aria-expanded', 'false');
  await expect(agent.launcher).toHaveAttribute('aria-haspopup', 'dialog');
  await agent.launcher.hover();
  // The rule matcher, too, since it is this page's model.
  await expect.poll(() => asked.filter(isMatcher).map(endOf)).toEqual(['js', 'wasm']);
  await expect(agent.panel).toBeHidden();
  await agent.launcher.click();
  await expect(agent.panel).toBeVisible();
  await expect(agent.composer).toBeFocused();
});

test('the rule matcher is loaded only where it is a model', async ({ page, program, visit }) => {
  const asked = requests(page, program.origin);
  const agent = await visit('/notes.html');
  await page.locator('site-agent').evaluate((element) => element.setAttribute('models', 'chrome'));
  await agent.launcher.click();
  await expect(agent.composer).toBeFocused();
  expect(asked.some((path) => path.endsWith('.wasm'))).toBe(true);
  expect(asked.filter(isMatcher)).toEqual([]);
});

test('Enter opens it, Escape closes it, and the focus goes back', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    document.addEventListener('keydown', (event) => heard.push(event.key), true);
  });
  await agent.launcher.focus();
  await page.keyboard.press('Enter');
  await expect(agent.composer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(agent.panel).toBeHidden();
  await expect(agent.launcher).toBeFocused();
  // The Escape was ours; a dialog of the page would have closed with it.
  expect(await page.evaluate(() => (globalThis as any).heard)).not.toContain('Escape');
});

test('the Close button closes it, and the focus goes back', async ({ visit }) => {
  const agent = await visit('/notes.html');
  await agent.open();
  await agent.button('Close').click();
  await expect(agent.panel).toBeHidden();
  await expect(agent.launcher).toBeFocused();
});

test("Escape elsewhere in the page is the page's", async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.open();
  await page.getByLabel('Search').focus();
  await page.keyboard.press('Escape');
  await expect(agent.panel).toBeVisible();
});

test('what is typed never reaches shortcuts of the page', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    for (const type of ['keydown', 'keypress', 'keyup']) {
      document.addEventListener(type, () => heard.push(type));
      window.addEventListener(type, () => heard.push(type));
    }
  });
  await agent.launcher.click();
  await expect(agent.composer).toBeFocused();
  await page.keyboard.type('j?/k');
  await expect(agent.composer).toHaveValue('j?/k');
  expect(await page.evaluate(() => (globalThis as any).heard)).toEqual([]);
});

test('a focus trap of the page cannot take the focus out of the composer', async ({
  page,
  visit,
}) => {
  const agent = await visit('/notes.html');
  await page.evaluate(() => {
    const field = document.querySelector('input') as HTMLInputElement;
    document.addEventListener(
      'focusin',
      (event) => {
        if (event.target !== field) field.focus();
      },
      true,
    );
    document.addEventListener('focusout', () => field.focus(), true);
  });
  await agent.launcher.click();
  await expect(agent.composer).toBeFocused();
  await page.keyboard.type('hello');
  await expect(agent.composer).toHaveValue('hello');
});

test('it is open again after a navigation, with the draft, and leaves the focus alone', async ({
  page,
  visit,
}) => {
  const agent = await visit('/notes.html');
  await agent.open();
  await agent.composer.fill('half a thought');
  await page.reload();
  await expect(agent.panel).toBeVisible();
  await expect(agent.composer).toHaveValue('half a thought');
  await expect(agent.composer).not.toBeFocused();
  await agent.button('Close').click();
  await page.reload();
  await expect(agent.launcher).toBeVisible();
  await expect(agent.panel).toBeHidden();
});

test('a second copy hands its settings to the first', async ({ page, visit }) => {
  const agent = await visit('/copies.html');
  await expect(page.locator('site-agent')).toHaveCount(1);
  await expect(agent.launcher).toHaveText('Ask the second tag');
});

test('placed by hand it takes its attributes, and survives being moved', async ({
  page,
  visit,
}) => {
  const agent = await visit('/placed.html');
  await expect(agent.launcher).toHaveText('Ask us');
  const box = await agent.launcher.boundingBox();
  expect(box?.x).toBeLessThan(100);
  await agent.launcher.click();
  await expect(page.getByRole('dialog', { name: 'Ask us anything' })).toBeVisible();
  await agent.composer.fill('still here');
  await page.evaluate(() => {
    const element = document.querySelector('site-agent') as HTMLElement;
    (document.getElementById('aside') as HTMLElement).append(element);
  });
  await page.waitForTimeout(100);
  await expect(agent.panel).toBeVisible();
  await expect(agent.composer).toHaveValue('still here');
  await page.evaluate(() =>
    document.querySelector('site-agent')?.setAttribute('heading', 'Ask away'),
  );
  await expect(page.getByRole('dialog', { name: 'Ask away' })).toBeVisible();
});

test('scripts can show, ask and hide, and hear what happens', async ({ page, visit }) => {
  const agent = await visit('/placed.html');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    document.addEventListener('site-agent-event', (event) =>
      heard.push((event as CustomEvent).detail.type),
    );
    document.addEventListener('site-agent-done', (event) =>
      heard.push((event as CustomEvent).detail.status),
    );
    void (document.querySelector('site-agent') as any).ask('hello there');
  });
  await expect(agent.panel).toBeVisible();
  await expect(agent.log).toContainText('hello there');
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).heard.slice(-2)))
    .toEqual(['done', expect.any(String)]);
  await page.evaluate(() => (document.querySelector('site-agent') as any).hide());
  await expect(agent.panel).toBeHidden();
  await page.evaluate(() => (document.querySelector('site-agent') as any).show());
  await expect(agent.composer).toBeFocused();
});

test('taken out of the page it is gone, put back it starts anew', async ({ page, visit }) => {
  const agent = await visit('/placed.html');
  await agent.launcher.click();
  await expect(agent.panel).toBeVisible();
  await page.evaluate(async () => {
    const element = document.querySelector('site-agent') as HTMLElement;
    element.remove();
    await new Promise((done) => setTimeout(done, 50));
    document.body.append(element);
  });
  await expect(agent.launcher).toHaveCount(1);
  await agent.launcher.click();
  await expect(agent.composer).toBeFocused();
});

test('hostile styles of the page do not reach it', async ({ page, visit }) => {
  await visit('/placed.html');
  await page.addStyleTag({
    content: `html { font-size: 62.5%; direction: rtl }
      *, :empty { opacity: .2 !important; display: none !important; transform: scale(3) !important;
        pointer-events: none !important; text-transform: uppercase !important }`,
  });
  const style = await page.evaluate(() => {
    const element = document.querySelector('site-agent') as HTMLElement;
    const button = element.shadowRoot?.querySelector('button') as HTMLElement;
    const [outer, inner] = [getComputedStyle(element), getComputedStyle(button)];
    return [
      outer.display,
      outer.opacity,
      outer.transform,
      inner.textTransform,
      inner.fontSize,
      inner.pointerEvents,
    ];
  });
  expect(style).toEqual(['block', '1', 'none', 'none', '15px', 'auto']);
});

test('it is not printed', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await expect(agent.launcher).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(agent.launcher).toBeHidden();
});

test('a fullscreen part of the page covers it', async ({ page, visit }) => {
  const agent = await visit('/notes.html');
  await agent.open();
  await page.evaluate(() => document.querySelector('h1')?.requestFullscreen());
  const onTop = await page.evaluate(
    () => document.elementFromPoint(innerWidth - 60, innerHeight - 60)?.tagName,
  );
  expect(onTop).toBe('H1');
});

test('a strict policy that allows what the README asks for is enough', async ({
  page,
  program,
  visit,
}) => {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${program.origin} 'wasm-unsafe-eval'`,
    `connect-src ${program.origin}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/i.test(message.text()))
      violations.push(message.text());
  });
  const agent = await visit(withHeaders({ 'content-security-policy': policy }, '/notes.html'));
  await agent.open();
  await agent.ask('hello');
  await expect(agent.panel).toContainText('Hello.');
  expect(violations).toEqual([]);
});

test('where the policy forbids wasm there is no dead button, and one line says what is missing', async ({
  page,
  program,
  visit,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('site-agent:')) lines.push(message.text());
  });
  const policy = `script-src 'self' ${program.origin}; connect-src ${program.origin}`;
  const agent = await visit(withHeaders({ 'content-security-policy': policy }, '/notes.html'));
  await agent.launcher.hover();
  await expect(agent.launcher).toHaveCount(0);
  expect(lines).toEqual([
    expect.stringContaining(`script-src ${program.origin} 'wasm-unsafe-eval'`),
  ]);
});

test('when the rest cannot be loaded the button says so, and works again later', async ({
  context,
  page,
  program,
  visit,
}) => {
  const agent = await visit('/notes.html');
  await context.route(`${program.origin}/site-agent/**`, (route) => route.abort());
  const button = page.locator('site-agent').getByRole('button');
  await button.click();
  // A sign, since the words of seventeen languages would weigh on every page that loads well.
  await expect(button).toHaveText('Ask this site!');
  await context.unroute(`${program.origin}/site-agent/**`);
  await button.click();
  await expect(agent.panel).toBeVisible();
});
