/**
 * One source for two implementations: each row runs in a page against `document.modelContext`, which
 * is the browser's own in the project `native` and ours in the project `shim`.
 */
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { servePages } from '../fixtures/pages.ts';
import { installProbe } from './webmcp/probe.ts';
import { tables } from './webmcp/tables.ts';

/** One page a worker, loaded anew for each row: a fresh document is all the separation rows need. */
const test = base.extend<{ blank: Page }, { shared: { page: Page; origin: string } }>({
  shared: [
    async ({ browser }, use) => {
      const pages = await servePages('');
      const page = await browser.newPage();
      await page.addInitScript(installProbe);
      await use({ page, origin: pages.origin });
      await page.close();
      await pages.stop();
    },
    { scope: 'worker' },
  ],
  blank: async ({ shared }, use) => {
    await shared.page.goto(`${shared.origin}/blank.html`);
    // The shim loads what runs tools with the first call; rows are about what comes then.
    await shared.page.evaluate(() => wm.outcome(() => wm.context.executeTool()));
    await use(shared.page);
  },
});

for (const [table, rows] of Object.entries(tables)) {
  test.describe(table, () => {
    for (const [title, run, want] of rows) {
      test(title, async ({ blank }) => {
        expect(await blank.evaluate(run)).toEqual(want);
      });
    }
  });
}
