/** The rows that hold the shim to Chromium's behaviour, where no browser could tell. */
import { expect, shows, test } from './fixture.ts';
import { tables } from '../tests/webmcp/tables.ts';
import { installProbe } from '../tests/webmcp/probe.ts';

/** Where an engine goes another way by itself. */
const OTHER_WAYS: Record<string, RegExp> = {
  // No such controls there; an event that looks like a submission is one; a document that left its
  // frame settles no promise.
  firefox: /type="(month|week)"|only looks like a submission|left its frame/,
  webkit: /^$/,
};

/** Without what only the wires differ in. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null).replaceAll('Uncaught ', ''));

test.beforeEach(async ({ customer, engine }) => {
  await engine.goto(`${customer.origin}/blank.html`);
  await shows(engine, () => 'modelContext' in document).toBe(true);
  await engine.evaluate(installProbe);
  await engine.evaluate(() => wm.outcome(() => wm.context.executeTool()));
});

for (const [table, rows] of Object.entries(tables)) {
  test.describe(table, () => {
    for (const [title, run, want] of rows) {
      test(title, async ({ engine, engineName }) => {
        test.skip(OTHER_WAYS[engineName]?.test(title) === true, `${engineName} differs here`);
        expect(plain(await engine.evaluate(run))).toEqual(plain(want));
      });
    }
  });
}
