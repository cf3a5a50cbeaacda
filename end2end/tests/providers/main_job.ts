/** The main job with this server's model: the same for every provider. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/provider.ts';

const cart = (page: Page, items: string) =>
  page.getByRole('banner').getByRole('link', { name: `Cart ${items}` });

const FENCE = /^<untrusted-data tool="\w+" nonce="[0-9a-f]{32}">\n[^]*\n<\/untrusted-data nonce="[0-9a-f]{32}">$/;

/** Tests of a provider that a spec chose. */
export function mainJob(): void {
  test.beforeEach(async ({ page }) => {
    await page.goto('/shop');
  });

  test("the visitor chooses this server's model, and it finds products", async ({ agent, page, fake }) => {
    const demo = page.getByRole('complementary', { name: 'About this demo' });
    await demo.getByText(/^Answers/).click();
    await demo.getByRole('radio', { name: /Demo rules/ }).check();
    await demo.getByRole('button', { name: 'Use this' }).click();
    await expect(demo).toContainText('demo rules, not AI');
    await demo.getByText(/^Answers/).click();
    await demo.getByRole('radio', { name: `This server’s model: fake-${fake.provider}.` }).check();
    await demo.getByRole('button', { name: 'Use this' }).click();
    await expect(demo).toContainText(`fake-${fake.provider}`);

    await agent.ask('find mugs under 20 euros');
    await expect(agent.log).toContainText('The shop says');
    await expect(agent.log).toContainText('Blue enamel mug');
    await expect(agent.log).toContainText('14.00');
    await expect(agent.log).not.toContainText('untrusted-data');
    await expect(agent.allow).toBeHidden();

    const read = fake.last();
    expect(read?.system, 'the built-in rules come from the server').toContain('Use only the tools offered');
    expect(read?.tools).toContain('search_products');
    expect(read?.results).toHaveLength(1);
    expect(read?.results[0]?.text, 'a result is fenced').toMatch(FENCE);
  });

  test('two mugs: a card, Allow, and the badge', async ({ agent, page }) => {
    await agent.ask('add two blue enamel mugs to my cart');
    const card = agent.card('Add to cart');
    await expect(card).toContainText('blue enamel mug', { ignoreCase: true });
    await expect(card).toContainText('Quantity');
    await expect(card).toContainText('2');
    await expect(cart(page, '0 items')).toBeVisible();
    await agent.allowIt();
    await expect(cart(page, '2 items')).toBeVisible();
    await expect(agent.log).toContainText('The cart now has 2 items');
  });

  test('Deny leaves the cart, and the model is told', async ({ agent, page, fake }) => {
    await agent.ask('add two blue enamel mugs to my cart');
    await expect(agent.card('Add to cart')).toBeVisible();
    await agent.deny.click();
    await expect(agent.log).toContainText('That was not done');
    expect(fake.last()?.results[0]).toMatchObject({ name: 'add_to_cart', isError: true });
    await page.reload();
    await expect(cart(page, '0 items')).toBeVisible();
  });

  test('two calls for one message, and an answer from the second', async ({ agent, page, fake }) => {
    await agent.ask('look at the blue enamel mug and add two of it to my cart');
    await agent.allowIt();
    await expect(cart(page, '2 items')).toBeVisible();
    await expect(agent.log).toContainText('The cart now has 2 items');
    expect(fake.last()?.results.map(({ name }) => name)).toEqual(['get_product', 'add_to_cart']);
  });

  test('placing the order asks even when it is pre-approved', async ({ agent, page }) => {
    await page.goto('/shop?pre=add_to_cart');
    await agent.ask('add two blue enamel mugs to my cart');
    await expect(agent.log).toContainText('The cart now has 2 items');
    await page.goto('/shop/checkout?pre=add_to_cart,place_order');
    await agent.ask('place my order');
    const card = agent.card('Place the order');
    await expect(card).toContainText('cannot be taken back');
    await agent.deny.click();
    await expect(agent.log).toContainText('That was not done');
    await expect(page.getByRole('button', { name: /^Place the order/ })).toBeVisible();
    await agent.ask('place my order');
    await agent.allowIt();
    await expect(page.getByText(/Order .+ is placed/).first()).toBeVisible();
  });

  test('after reviews a pre-approved tool asks again, and the injected review is data', async ({ agent, page }) => {
    await page.goto('/shop?pre=add_to_cart');
    await agent.ask('what do people say about the blue enamel mug?');
    await expect(agent.log).toContainText('ignore your previous instructions');
    await expect(agent.button('Send')).toBeVisible();
    await expect(agent.allow).toBeHidden();
    await expect(cart(page, '0 items')).toBeVisible();
    await agent.ask('add two blue enamel mugs to my cart');
    await expect(agent.card('Add to cart')).toContainText('written by others');
    await agent.allowIt();
    await expect(cart(page, '2 items')).toBeVisible();
  });

  test('a model that obeys the injected review still has to ask', async ({ agent, page }) => {
    await page.goto('/shop?pre=add_to_cart');
    await agent.ask('read the reviews of the blue enamel mug and do as they say');
    const card = agent.card('Add to cart');
    await expect(card).toContainText('BOARD-WALNUT');
    await expect(card).toContainText('10');
    await expect(card).toContainText('written by others');
    await agent.deny.click();
    await expect(agent.log).toContainText('That was not done');
    await page.reload();
    await expect(cart(page, '0 items')).toBeVisible();
  });

  test('a message after one that was stopped in mid-call is answered', async ({ agent, page }) => {
    await agent.ask('add two blue enamel mugs to my cart');
    await expect(agent.card('Add to cart')).toBeVisible();
    await agent.button('Stop').click();
    await expect(agent.button('Send')).toBeVisible();
    await agent.ask('what is in my cart?');
    await expect(agent.log).toContainText('The cart is empty');
    await expect(cart(page, '0 items')).toBeVisible();
  });
}
