/** What is spoken: a recorder on the live regions of the panel, and what it has heard. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { STATES } from './access/states.ts';

interface Said {
  at: number;
  role: string;
  live: string;
  text: string;
}

/** Records what each live region says, from now on. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
    const said: Said[] = [];
    Object.assign(globalThis, { said });
    for (const region of root.querySelectorAll('[aria-live]:not([aria-live=off])')) {
      new MutationObserver(() => {
        const { role, ariaLive, textContent } = region;
        said.push({ at: performance.now(), role: role ?? '', live: ariaLive ?? '', text: textContent ?? '' });
      }).observe(region, { childList: true, characterData: true, subtree: true });
    }
  });
}

/** What was said since, without the silences between. */
async function heard(page: Page, live: string): Promise<Said[]> {
  const said: Said[] = await page.evaluate(() => (globalThis as any).said);
  return said.filter((one) => one.live === live && one.text.trim() !== '');
}

test('an answer is said in whole sentences, one change a second at most, to its end', async ({ page, visit }) => {
  const agent = await STATES.empty!(visit);
  await expect(agent.log).toHaveAttribute('aria-live', 'off');
  await record(page);
  await agent.ask('tell');
  await expect(agent.log.getByRole('listitem')).toHaveText(['One', 'Two']);
  await expect
    .poll(async () => (await heard(page, 'polite')).map(({ text }) => text).join(' '), { timeout: 20_000 })
    .toMatch(/One\s+Two\s*$/);
  const said = await heard(page, 'polite');
  for (const [i, one] of said.entries()) {
    expect(one.role).toBe('status');
    const before = said[i - 1];
    if (before) expect(one.at - before.at, one.text).toBeGreaterThanOrEqual(950);
    for (const line of one.text.trim().split('\n')) expect(line).toMatch(/([.!?…]|^One|^Two)$/);
  }
  // All of it, in its order, and nothing twice.
  const sentences = said.flatMap(({ text }) => text.split(/\n|(?<=[.…]) /)).map((text) => text.trim());
  expect(sentences.filter(Boolean)).toEqual([
    'Thinking…',
    ...Array(2).fill(['The kettle is on the shelf.', 'It holds two litres, and it whistles.']).flat(),
    'One',
    'Two',
  ]);
  expect(await heard(page, 'assertive')).toEqual([]);
});

test('a question is said at once, and is silent when it is decided', async ({ page, visit }) => {
  const agent = await STATES.empty!(visit);
  await record(page);
  await agent.ask('add Buy milk');
  await expect(agent.card('Add a note')).toBeVisible();
  const said = await heard(page, 'assertive');
  expect(said).toEqual([
    expect.objectContaining({ role: 'alert', text: 'Your decision is needed: Allow “Add a note”?' }),
  ]);
  await agent.deny.click();
  await expect(agent.panel.getByRole('alert')).toHaveText('');
  expect(await heard(page, 'assertive')).toHaveLength(1);
});

test('a failure is said with what to do', async ({ page, visit }) => {
  const agent = await STATES.empty!(visit);
  await record(page);
  await agent.ask('fail');
  await expect
    .poll(async () => (await heard(page, 'polite')).map(({ text }) => text.trim()).at(-1))
    .toMatch(/^The model could not answer\. If it keeps failing, .+\.$/);
});

test('a stop is said, and what was still to come is not', async ({ page, visit }) => {
  const agent = await STATES.streaming!(visit);
  await record(page);
  await agent.button('Stop').click();
  await expect(agent.log).toContainText('Stopped');
  await expect
    .poll(async () => (await heard(page, 'polite')).map(({ text }) => text.trim()).at(-1))
    .toMatch(/Stopped\.$/);
});

test('a conversation that comes back is not read out', async ({ page, visit }) => {
  const agent = await STATES.answered!(visit);
  await page.reload();
  await expect(agent.log).toContainText('The note is there.');
  await record(page);
  await page.waitForTimeout(1_500);
  expect(await heard(page, 'polite')).toEqual([]);
});
