/** The demo shop with the customer's own tag on it: the main job, as a person would do it. */
import type { Page } from '@playwright/test';
import { expect, isNative, test } from '../fixtures/test.ts';

/** The link to the cart, named by what is in it. */
const cart = (page: Page, items: string) =>
  page.getByRole('banner').getByRole('link', { name: `Cart ${items}` });

test.beforeEach(async ({ page }) => {
  await page.goto('/shop');
});

test("the shop's tools are in the browser's own place", async ({ page }) => {
  const found = await page.evaluate(async () => {
    const context = (document as any).modelContext;
    while ((await context.getTools()).length === 0)
      await new Promise((done) => setTimeout(done, 50));
    const getter = Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext')?.get;
    return [
      /native code/.test(String(getter)),
      (await context.getTools()).map((tool: any) => tool.name),
    ];
  });
  expect(found[0]).toBe(isNative());
  expect(found[1]).toEqual(
    expect.arrayContaining([
      'add_to_cart',
      'get_cart',
      'get_page_context',
      'get_product',
      'read_reviews',
      'search_products',
      'set_quantity',
      'apply_coupon',
    ]),
  );
  expect(found[1]).not.toContain('place_order');
});

test('finding products answers with products', async ({ agent }) => {
  await agent.ask('find mugs under 20 euros');
  await expect(agent.log).toContainText('Blue enamel mug');
  await expect(agent.log).toContainText('14.00');
  await expect(agent.allow).toBeHidden();
});

test('two mugs, asked for in the first message: a card in plain words, Allow, and the badge', async ({
  agent,
  page,
}) => {
  await expect(cart(page, '0 items')).toBeVisible();
  await agent.ask('add two blue enamel mugs to my cart');
  const card = agent.card('Add to cart');
  await expect(card).toBeVisible();
  await expect(card).toContainText('Blue enamel mug', { ignoreCase: true });
  await expect(card).toContainText('Quantity');
  await expect(card).toContainText('2');
  await expect(card).toContainText(new URL(page.url()).host);
  await agent.allowIt();
  await expect(cart(page, '2 items')).toBeVisible();
  await expect(agent.log).toContainText(/2/);
  await expect(agent.button('Send')).toBeVisible();
  await page.reload();
  await expect(cart(page, '2 items')).toBeVisible();
});

test('Deny leaves the cart as it is', async ({ agent, page }) => {
  await agent.ask('add two blue enamel mugs to my cart');
  await expect(agent.card('Add to cart')).toBeVisible();
  await agent.deny.click();
  await expect(agent.log).toContainText('Denied');
  await page.reload();
  await expect(cart(page, '0 items')).toBeVisible();
});

test('closing while it asks leaves the cart as it is', async ({ agent, page }) => {
  await agent.ask('add a walnut board to my cart');
  await expect(agent.card('Add to cart')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(agent.card('Add to cart')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(agent.panel).toBeHidden();
  await page.reload();
  await expect(cart(page, '0 items')).toBeVisible();
});

test('placing the order asks even when it is pre-approved', async ({ agent, page }) => {
  await page.goto('/shop?pre=add_to_cart');
  await agent.ask('add a walnut board to my cart');
  await expect(cart(page, '1 item')).toBeVisible();
  await page.goto('/shop/checkout?pre=add_to_cart,place_order');
  await expect(agent.panel).toBeVisible();
  await agent.ask('place my order');
  const card = agent.card('Place the order');
  await expect(card).toBeVisible();
  await expect(card).toContainText('cannot be taken back');
  await agent.deny.click();
  await expect(page.getByRole('button', { name: /^Place the order/ })).toBeVisible();
  await agent.ask('place my order');
  await agent.allowIt();
  await expect(page.getByRole('main')).toContainText(/Order .+ is placed/);
});

test('after reviews a pre-approved tool asks again, and the injected review is only data', async ({
  agent,
  page,
}) => {
  await page.goto('/shop?pre=add_to_cart');
  await agent.ask('what do people say about the blue enamel mug');
  await expect(agent.button('Send')).toBeVisible();
  await expect(agent.log).toContainText('Read reviews');
  await expect(agent.allow).toBeHidden();
  await expect(cart(page, '0 items')).toBeVisible();
  await agent.ask('add two blue enamel mugs to my cart');
  const card = agent.card('Add to cart');
  await expect(card).toBeVisible();
  await expect(card).toContainText('written by others');
  await agent.allowIt();
  await expect(cart(page, '2 items')).toBeVisible();
});

test('the conversation goes along from page to page', async ({ agent, page }) => {
  await agent.ask('find mugs under 20 euros');
  await expect(agent.log).toContainText('Blue enamel mug');
  await page.getByRole('navigation', { name: 'Shelves' }).getByRole('link').first().click();
  await expect(agent.panel).toBeVisible();
  await expect(agent.log).toContainText('find mugs under 20 euros');
  await expect(agent.log).toContainText('Blue enamel mug');
});

test("this server's own endpoint answers, too", async ({ agent, page, context, program }) => {
  await context.addCookies([{ name: 'demo', value: 'proxy', url: program.origin }]);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/shop');
  await agent.ask('find mugs under 20 euros');
  await expect(agent.log).toContainText('Blue enamel mug');
  expect(asked).toContain('/api/agent');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('one can search, fill the cart and order', async ({ page }) => {
    await page.goto('/shop');
    await page.getByRole('searchbox').fill('blue enamel mug');
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Blue enamel mug/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(cart(page, '1 item')).toBeVisible();
    await page.goto('/shop/checkout');
    await page.getByRole('button', { name: /^Place the order/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/order/i);
  });
});
