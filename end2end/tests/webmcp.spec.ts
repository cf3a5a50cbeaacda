/**
 * One source for two implementations: each row runs in a page against `document.modelContext`, which
 * is the browser's own in the project `native` and ours in the project `shim`.
 */
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { servePages } from '../fixtures/pages.ts';
import { calls } from './webmcp/calls.ts';
import { events } from './webmcp/events.ts';
import { execute } from './webmcp/execute.ts';
import { formCalls } from './webmcp/form-calls.ts';
import { formFills } from './webmcp/form-fills.ts';
import { formList } from './webmcp/form-list.ts';
import { formSchemas } from './webmcp/form-schemas.ts';
import { formSubmits } from './webmcp/form-submits.ts';
import { shape } from './webmcp/interfaces.ts';
import { list } from './webmcp/list.ts';
import { installProbe } from './webmcp/probe.ts';
import type { Row } from './webmcp/probe.ts';
import { options, register } from './webmcp/register.ts';
import { results } from './webmcp/results.ts';
import { schemas } from './webmcp/schemas.ts';

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

const tables: Record<string, Row[]> = {
  registerTool: register,
  'schemas and annotations': schemas,
  'options of registerTool': options,
  getTools: list,
  interfaces: shape,
  executeTool: execute,
  results,
  calls,
  events,
  'forms that are tools': formList,
  'what forms ask for': formSchemas,
  'how forms are filled': formFills,
  'how forms are submitted': formSubmits,
  'calls of forms': formCalls,
};

for (const [table, rows] of Object.entries(tables)) {
  test.describe(table, () => {
    for (const [title, run, want] of rows) {
      test(title, async ({ blank }) => {
        expect(await blank.evaluate(run)).toEqual(want);
      });
    }
  });
}
