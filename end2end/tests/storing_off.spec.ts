/** A widget that stores nothing, whatever the page says of it. */
import { FramedAgent } from '../fixtures/framed.ts';
import { addNote, expect, FakeStore, networkLog, question, test } from '../fixtures/stored.ts';

test.use({ level: 'off' });

for (const mode of ['inline', 'frame'] as const) {
  test(`the owner’s attributes do not change that: ${mode}`, async ({ page, hosted }) => {
    const sent = await networkLog(page);
    const store = await FakeStore.on(page);
      const inPage = await hosted(`data-mode="${mode}" data-traces="full" data-traces-url="/api/traces"`);
    await page.evaluate(() => {
      (document.querySelector('site-agent') as any).configure({ traces: 'full', tracesUrl: '/api/traces' });
    });
    const agent = mode === 'frame' ? new FramedAgent(page) : inPage;
    await addNote(agent);
    await page.waitForTimeout(500);
    await expect(question(agent)).toBeHidden();
    expect(store.posted).toEqual([]);
    expect(sent.filter(({ url }) => /\/sa-(store|asks|aside)-/.test(url))).toEqual([]);
  });
}
