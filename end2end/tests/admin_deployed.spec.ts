/**
 * The dashboard as it is deployed: below a path, behind a proxy that speaks TLS. All that a page asks
 * for lies below the path; cookies, origins and addresses are right on the way through the proxy.
 */
import { request } from 'node:http';
import type { Page } from '@playwright/test';
import { trace } from '../fixtures/desk.ts';
import type { Told } from '../fixtures/desk.ts';
import { servePages } from '../fixtures/pages.ts';
import type { Pages } from '../fixtures/pages.ts';
import { startProxied } from '../fixtures/proxied.ts';
import type { Proxied } from '../fixtures/proxied.ts';
import { Agent, expect, test } from '../fixtures/test.ts';

const NAME = 'ada';
const PASSWORD = 'correct horse battery staple';

test.describe.configure({ mode: 'serial' });
test.use({ ignoreHTTPSErrors: true });

let desk: Proxied;
let customer: Pages;
test.beforeAll(async () => {
  desk = await startProxied('/base', {
    SITE_AGENT_WIDGET_TRACES: 'full',
    SITE_AGENT_WIDGET_RATE_LIMIT: 'false',
  });
  customer = await servePages(desk.url);
});
test.afterAll(async () => {
  await customer.stop();
  await desk.stop();
});

/** Requests to the proxy that are not below the path, and those that found nothing. */
let lost: string[] = [];
test.beforeEach(async ({ context }) => {
  lost = [];
  context.on('response', (response) => {
    const url = response.url();
    const isOurs = url.startsWith(desk.host);
    const isBelow = url === desk.url || url.startsWith(`${desk.url}/`);
    if (isOurs && (!isBelow || response.status() === 404)) lost.push(`${response.status()} ${url}`);
  });
});
test.afterEach(() => expect(lost, 'nothing is asked for beside the path').toEqual([]));

/** The addresses that a page names are below the path, too, when nobody follows them. */
async function namesOnly(page: Page, base: string): Promise<void> {
  const named = await page.evaluate(() =>
    [...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((element) =>
      ['href', 'src', 'action', 'formaction'].flatMap((name) => element.getAttribute(name) ?? []),
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  const beside = named.filter((address) => address.startsWith('/') && !`${address}/`.startsWith(`${base}/`));
  expect(beside, page.url()).toEqual([]);
}

async function signIn(page: Page, path = '/admin'): Promise<void> {
  await page.goto(desk.url + path);
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(desk.url + path);
}

/** Stores a run as a page of the program's would, past the proxy. */
async function keep(told: Told = {}): Promise<string> {
  const reply = await fetch(`${desk.program.origin}/api/traces?widget=default`, {
    method: 'POST',
    headers: { origin: desk.host, 'content-type': 'application/json' },
    body: JSON.stringify({ level: 'full', trace: trace(told) }),
  });
  expect(reply.status, await reply.clone().text()).toBe(201);
  return ((await reply.json()) as { id: string }).id;
}

test('the set-up link makes the first account, whose cookie is for this host and TLS alone', async ({
  page,
  context,
}) => {
  await page.goto(`${desk.url}/admin`);
  await expect(page.getByRole('heading', { name: 'No account yet' })).toBeVisible();
  await namesOnly(page, '/base');
  const link = await desk.program.setUpLink;
  expect(link.startsWith(`${desk.url}/admin/set-up?`), link).toBe(true);
  await page.goto(link);
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await expect(page).toHaveURL(`${desk.url}/admin`);
  const cookies = await context.cookies(desk.url);
  expect(cookies.find(({ name }) => name === '__Host-sid')).toMatchObject({
    domain: 'desk.test',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  });

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${desk.url}/admin/login?done=signed-out`);
  expect(await context.cookies(desk.url)).toEqual([]);
  await page.goto(`${desk.url}/admin/traces?q=status:error`);
  await expect(page).toHaveURL(/\/base\/admin\/login\?to=\/admin\/traces/);
  await signIn(page, '/admin/traces?q=status:error');
});

test('runs arrive, are found, opened and taken along', async ({ page }) => {
  await signIn(page, '/admin/traces');
  const feed = page.waitForRequest('**/base/admin/files/traces/live*');
  await page.reload();
  await feed;
  const run = await keep();
  await page.getByRole('link', { name: '1 new run' }).click();
  await expect(page.locator('.run')).toHaveCount(1);
  await namesOnly(page, '/base');
  await page.getByRole('searchbox', { name: 'Find runs' }).fill('tool:add_to_cart');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page).toHaveURL(/\/base\/admin\/traces\?.*q=tool/);
  await page.getByLabel('Decisions').selectOption({ label: 'Something was allowed' });
  await page.getByRole('button', { name: 'Use these filters' }).click();
  await expect(page).toHaveURL(/\/base\/admin\/traces\?.*decision/);
  await page.locator('.run').getByRole('link').click();
  await expect(page).toHaveURL(`${desk.url}/admin/traces/${run}`);
  await expect(page.locator('.step')).toHaveCount(8);
  await namesOnly(page, '/base');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'JSON', exact: true }).click();
  expect((await saved).url()).toBe(`${desk.url}/admin/files/traces/${run}/trace.json`);

  const pages = ['', '/compare', '/traces/open', '/widgets', '/widgets/default', '/widgets/new'];
  for (const path of [...pages, '/settings', '/settings/people', '/settings/audit']) {
    await page.goto(`${desk.url}/admin${path}`);
    await namesOnly(page, '/base');
  }
});

test('a widget’s tag works on a customer’s page', async ({ page, context }) => {
  await signIn(page, '/admin/widgets');
  await page.getByRole('link', { name: 'New widget' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Garden shop');
  await page.getByLabel('Origins of your pages').fill(customer.origin);
  await page.getByRole('button', { name: 'Make the widget' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Garden shop');
  await expect(page).toHaveURL(/\/base\/admin\/widgets\/wk_\w+\?said=/);
  await namesOnly(page, '/base');
  const tag = await page.locator('.snippet code').first().innerText();
  expect(tag).toContain(`src="${desk.url}/embed.js"`);
  await expect(page.locator('.snippet code').nth(1)).toContainText(`script-src ${desk.host} `);

  customer.written.set('/garden.html', {
    body: `<!doctype html><html lang="en"><title>Notes</title><body><ul id="notes"></ul>
      ${tag.replace(' async', '')}<script type="module" src="/notes.js"></script></body></html>`,
  });
  const shop = await context.newPage();
  const agent = new Agent(shop);
  await shop.goto(`${customer.origin}/garden.html`);
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');

  await page.getByRole('link', { name: 'See it on an empty page' }).click();
  await expect(page).toHaveURL(/\/base\/admin\/widgets\/wk_\w+\/preview/);
  const preview = new Agent(page);
  await preview.ask('hello');
  await expect(preview.log).toContainText('hello');
});

test('a run is replayed on the page that it came from', async ({ page, context }) => {
  await signIn(page, '/admin');
  await page.goto(`${desk.url}/shop`);
  const run = await page.evaluate(async () => {
    const { createSiteAgent, custom } = await import(`${location.origin}/base/site-agent/index.js`);
    const left: object[] = [{ type: 'tool', name: 'search_products', arguments: { query: 'mugs' } }];
    const agent = createSiteAgent({ model: custom(() => left.shift() ?? { type: 'answer', text: 'Done.' }) });
    while ((await agent.tools()).tools.length < 8) await new Promise((next) => setTimeout(next, 50));
    const { trace } = await agent.run('a question of the visitor').done;
    const kept = await fetch('/base/api/traces?widget=default', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ level: 'full', trace }),
    });
    return (await kept.json()).id;
  });
  await page.goto(`${desk.url}/admin/traces/${run}`);
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page).toHaveURL(/\/base\/admin\/replays\//);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the page and replay 1 call' }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(`${desk.url}/shop`);
  const strip = tab.getByRole('region', { name: 'Site Agent' });
  const start = strip.getByRole('button', { name: 'Replay 1 call', exact: true });
  // A press counts once the button has stood there for a while.
  await expect(async () => {
    await start.click({ delay: 50, timeout: 2_000 });
    await expect(start).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(strip).toContainText('Done.');
  await page.bringToFront();
  await expect(page.getByText('0 differences')).toBeVisible();
});

test('a form that another site sends changes nothing, and the audit log has addresses as the proxy gives them', async ({
  page,
  browser,
}) => {
  await signIn(page, '/admin');
  // Another site's page sends a form with the visitor's browser.
  customer.written.set('/foreign.html', {
    body: `<form method="post" action="${desk.url}/api/fn/admin/own/erase_runs"><button>Go</button></form>`,
  });
  const foreign = await page.context().newPage();
  await foreign.goto(`${customer.origin}/foreign.html`);
  const [refused] = await Promise.all([
    foreign.waitForResponse(/erase_runs/),
    foreign.getByRole('button').click(),
  ]);
  expect(refused.status()).toBe(403);
  await expect(foreign.getByRole('heading', { level: 1 })).toHaveText('Not allowed');
  await expect(foreign.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/base/admin');

  // What a visitor writes into the header is in front of what the proxy knows.
  desk.client = '198.51.100.24';
  const liar = await browser.newContext({
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.66' },
  });
  await signIn(await liar.newPage());
  await liar.close();
  // Past the proxy from an address that is not trusted, nobody's word counts.
  expect(await signInPast('127.0.0.2', '192.0.2.99')).toBe(200);

  await page.goto(`${desk.url}/admin/settings/audit`);
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('127.0.0.2');
  await expect(rows.nth(2)).toContainText('198.51.100.24');
  await expect(rows.nth(3)).toContainText('203.0.113.7');
  await expect(page.getByText('192.0.2.')).toHaveCount(0);
});

/** Signs in at the program's own port; the reply's status. */
function signInPast(localAddress: string, forwarded: string): Promise<number> {
  const body = new URLSearchParams({ name: NAME, password: PASSWORD }).toString();
  return new Promise((answered, failed) => {
    const asked = request(`${desk.program.origin}/api/fn/admin/open/log_in`, {
      method: 'POST',
      localAddress,
      headers: {
        origin: desk.host,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': body.length,
        'x-forwarded-for': forwarded,
      },
    });
    asked.on('response', (reply) => {
      reply.resume();
      answered(reply.statusCode ?? 0);
    });
    asked.on('error', failed);
    asked.end(body);
  });
}
