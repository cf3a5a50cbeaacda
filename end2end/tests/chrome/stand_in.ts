/** The stand-in for the browser's own model, in the pages of these tests. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** What the model of these tests says: a call for a wish it knows, else the last result. */
const REPLY = `(turns) => {
  const last = turns.at(-1).content;
  const note = /^add a note saying (.+)$/.exec(last)?.[1];
  if (note) return JSON.stringify({ tool: 'add_note', arguments: { text: note } });
  const result = /^Result of \\w+:\\n<untrusted-data[^>]*>\\n([^]*)\\n<\\/untrusted-data/.exec(last)?.[1];
  return JSON.stringify({ answer: result ? 'The page says: ' + result : 'word '.repeat(60) + 'and that is all.' });
}`;

const standIn = readFileSync(
  new URL('../../../app/widget/tests/language-model.mjs', import.meta.url),
  'utf8',
).replace('export function', 'function');

/** Puts the stand-in where the browser has its own. */
export async function install(page: Page, behaviour: object): Promise<void> {
  await page.addInitScript({
    content: `{
      ${standIn}
      globalThis.LanguageModel = makeLanguageModel({ ...${JSON.stringify(behaviour)}, reply: ${REPLY} });
    }`,
  });
}

export const log = (page: Page) => page.evaluate(() => (globalThis as any).LanguageModel.log);
