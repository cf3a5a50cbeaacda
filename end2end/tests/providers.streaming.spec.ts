/** An answer that comes in pieces, from a provider's own stream to what a person reads. */
import { expect, test } from '../fixtures/provider.ts';

for (const provider of ['openai', 'anthropic', 'gemini'] as const) {
  test.describe(provider, () => {
    test.use({ provider });

    test.beforeEach(async ({ page }) => {
      await page.goto('/shop');
    });

    test('an answer grows as it comes in', async ({ agent, page }) => {
      // Whoever watches sees more and more of it, before there is an end.
      await page.evaluate(() => {
        const seen: number[] = [];
        (window as any).seen = seen;
        const look = () => {
          const log = document.querySelector('site-agent')?.shadowRoot?.querySelector('[role=log]');
          const length = log?.textContent?.length ?? 0;
          if (length > (seen.at(-1) ?? 0)) seen.push(length);
          requestAnimationFrame(look);
        };
        look();
      });
      await agent.ask('who are you?');
      await expect(agent.log).toContainText("I am the *shop's* helper");
      await expect(agent.button('Stop')).toBeVisible();
      await expect(agent.log).toContainText('Schöne Grüße 🍵');
      await expect(agent.button('Send')).toBeVisible();
      const steps = await page.evaluate(() => (window as any).seen.length);
      expect(steps, 'lengths that the answer had').toBeGreaterThan(8);
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
      expect(said).not.toContain('2000');
      await agent.ask('what is in my cart?');
      await expect(agent.log).toContainText('The cart is empty');
      expect(fake.last()?.question, 'the model reads on').toBe('what is in my cart?');
    });
  });
}

test.describe('what is shown of it', () => {
  test.use({ provider: 'openai' });

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
});
