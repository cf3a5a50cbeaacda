/** Forms that are tools, as a visitor meets them: the agent fills, the visitor submits. */
import type { Page } from '@playwright/test';
import type { Agent } from '../fixtures/test.ts';
import { expect, isNative, test } from '../fixtures/test.ts';

const WISH = 'subscribe me to the newsletter with ada@example.com';
const WAITS = 'Waiting for you to submit the form on the page.';

/** The scripts that make tools of forms, as the page asked for them. */
function formScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/site-agent/sa-forms-')) asked.push(pathname);
  });
  return asked;
}

/** Asks, reads the card as a person would, and allows. */
async function wish(agent: Agent): Promise<void> {
  await agent.ask(WISH);
  await expect(agent.card('Subscribe to the newsletter')).toContainText('ada@example.com');
  await agent.allowIt();
}

test("the shop's newsletter: filled by the agent, submitted by the visitor", async ({
  agent,
  page,
}) => {
  await page.goto('/shop');
  await wish(agent);
  const field = page.getByLabel('Email address for the newsletter');
  await expect(field).toHaveValue('ada@example.com');
  await expect(agent.log).toContainText(WAITS);
  await expect(agent.button('Cancel')).toBeVisible();
  const next = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await next;
  // The page that the form leads to: the conversation goes on there.
  await expect(agent.log).toContainText('The page moved on');
  await expect(agent.log).toContainText('Done');
  await expect(field).toHaveValue('');
});

test('what the page answers to the submission is the result', async ({ page, visit }) => {
  const asked = formScripts(page);
  const agent = await visit('/letter.html');
  await expect(agent.launcher).toBeVisible();
  expect(asked).toEqual([]);
  await wish(agent);
  await expect(agent.log).toContainText(WAITS);
  expect(asked.length).toBe(isNative() ? 0 : 1);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(agent.log).toContainText('ada@example.com is on the list now.');
});

test('Cancel ends the wait, and leaves the form to the visitor', async ({ page, visit }) => {
  const agent = await visit('/letter.html');
  await wish(agent);
  await agent.button('Cancel').click();
  await expect(agent.log).not.toContainText(WAITS);
  await expect(agent.button('Send')).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveValue('ada@example.com');
  const invoked = page.evaluate(
    () =>
      new Promise((heard) => {
        addEventListener('submit', (event) => heard((event as any).agentInvoked), true);
      }),
  );
  await page.getByRole('button', { name: 'Subscribe' }).click();
  expect(await invoked).toBe(false);
});

test('a form that comes later is a tool too, and costs nothing before', async ({ page, visit }) => {
  const asked = formScripts(page);
  const agent = await visit('/notes.html');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes');
  expect(asked).toEqual([]);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form toolname="subscribe_newsletter" tooltitle="Subscribe to the newsletter"
        tooldescription="Subscribes an email address to the newsletter."
        onsubmit="event.preventDefault(); event.respondWith('On the list.')">
        <label>Email address <input name="email" type="email"></label><button>Subscribe</button></form>`,
    );
  });
  await wish(agent);
  await expect(agent.log).toContainText(WAITS);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(agent.log).toContainText('On the list.');
});
