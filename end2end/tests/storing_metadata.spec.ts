/** A widget that stores metadata: nobody is asked, and no text leaves the page. */
import { FramedAgent } from '../fixtures/framed.ts';
import { addNote, CANARY, expect, FakeStore, networkLog, question, test } from '../fixtures/stored.ts';

test.use({ level: 'metadata' });

for (const mode of ['inline', 'frame'] as const) {
  test(`nobody is asked, and no text leaves: ${mode}`, async ({ page, hosted }) => {
    const sent = await networkLog(page);
    const store = await FakeStore.on(page);
    const inPage = await hosted(`data-mode="${mode}"`);
    const agent = mode === 'frame' ? new FramedAgent(page) : inPage;
    await addNote(agent);
    await expect.poll(() => store.posted.length).toBe(1);
    await expect(question(agent)).toBeHidden();
    const [{ level, trace, text }] = store.posted as [any];
    expect(level).toBe('metadata');
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain('There are now');
    expect(trace.steps.map(({ type }: any) => type)).toEqual(
      ['user', 'tools', 'model', 'tool-call', 'decision', 'tool-result', 'model', 'answer'],
    );
    expect(trace.steps[4]).toMatchObject({ allowed: true, by: 'visitor' });
    // Refused, offline: the visitor is not bothered with it.
    store.answers.post = 500;
    await addNote(agent, 'another');
    await expect.poll(() => store.posted.length).toBe(2);
    await page.waitForTimeout(300);
    await expect(agent.panel.locator('.kept')).toHaveCount(0);
    expect(sent.filter(({ url, body }) => `${url}${body}`.includes(CANARY))).toEqual([]);
  });
}

test('the true program takes it', async ({ page, hosted }) => {
  const answered = page.waitForResponse((response) => response.url().includes('/api/traces'));
  await addNote(await hosted());
  expect((await answered).status()).toBe(201);
});
