/** An answer that comes in pieces, from a provider's own stream to what a person reads. */
import { expect, test } from '../../fixtures/provider.ts';

/** Tests of a provider that a spec chose. */
export function streaming(): void {
  test.describe('an answer in pieces', () => {
    test.beforeEach(async ({ page }) => {
      await page.goto('/shop');
    });

    test('it grows as it comes in, and is whole in the end', async ({ agent }) => {
      await agent.ask('count as far as you can');
      await expect(agent.log).toContainText('1, 2, 3');
      const length = async () => (await agent.log.textContent())?.length ?? 0;
      const first = await length();
      await expect.poll(length).toBeGreaterThan(first + 50);
      const second = await length();
      await expect.poll(length).toBeGreaterThan(second + 50);
      await expect(agent.log, 'long before its end').not.toContainText('8000');
      await agent.button('Stop').click();
      await agent.ask('who are you?');
      await expect(agent.log).toContainText('Schöne Grüße 🍵');
      await expect(agent.button('Send')).toBeVisible();
    });

    test('Stop cuts it, at the provider too, and what was said stays', async ({ agent, fake }) => {
      const left = fake.left();
      await agent.ask('count as far as you can');
      await expect(agent.log).toContainText('1, 2, 3, 4, 5');
      await agent.button('Stop').click();
      await expect(agent.log).toContainText('Stopped');
      await expect(agent.button('Send')).toBeVisible();
      await expect.poll(() => fake.left()).toBe(left + 1);
      const said = await agent.log.textContent();
      expect(said).toContain('1, 2, 3, 4, 5');
      expect(said).not.toContain('8000');
      await agent.ask('what is in my cart?');
      await expect(agent.log).toContainText('The cart is empty');
      expect(fake.last()?.question, 'the model reads on').toBe('what is in my cart?');
    });
  });
}

/** What is shown of an answer: the same whoever said it. */
export function formatting(): void {
  test('paragraphs, lists, bold and code; never HTML, never pictures', async ({ agent, page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/shop');
    await agent.ask('who are you?');
    await expect(agent.log).toContainText('Schöne Grüße 🍵');
    const log = agent.log;
    await expect(log.locator('strong')).toHaveText(['helper', 'products']);
    await expect(log.locator('ul > li')).toHaveText(['find products for you', 'read their reviews', 'fill your cart']);
    await expect(log.locator('ol > li')).toHaveText(['You ask.', 'I look.']);
    await expect(log.locator('code')).toHaveText(['find mugs']);
    await expect(log.locator('p').filter({ hasText: 'What I can do:' })).toBeVisible();
    // As it was written.
    await expect(log).toContainText('<b>Not bold</b> <img src="/shop/picture.png" alt="no picture">');
    await expect(log.locator('b, img, picture, svg image, iframe')).toHaveCount(0);
    expect(asked.filter((url) => /picture\.png|y\.png|elsewhere/.test(url))).toEqual([]);
  });

  test('only links to the site itself can be followed, and they show where they lead', async ({ agent, page }) => {
    await page.goto('/shop');
    await agent.ask('who are you?');
    await expect(agent.log).toContainText('Schöne Grüße 🍵');
    await expect(agent.log).toContainText('elsewhere (https://elsewhere.example/x)');
    const links = agent.log.getByRole('link');
    await expect(links).toHaveText(['/shop?category=kitchen', '/y.png']);
    await links.first().click();
    await expect(page).toHaveURL(/\/shop\?category=kitchen$/);
    // The answer comes along, whole.
    await expect(agent.log).toContainText('Schöne Grüße 🍵');
  });
}
