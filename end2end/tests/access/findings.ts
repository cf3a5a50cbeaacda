/** axe, with the rules that the element is held to. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Findings {
  violations: string[];
  /** What it could not decide. */
  undecided: string[];
  /** The rules that something of ours has passed. */
  passed: string[];
}

/** What axe finds on the page, but for the page's own words. */
export async function findings(page: Page): Promise<Findings> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async (tags) => {
    // The page's own words are the page's own affair.
    const { violations, incomplete, passes } = await (globalThis as any).axe.run(
      { exclude: ['main'] },
      { runOnly: tags, rules: { 'target-size': { enabled: true } } },
    );
    const named = (found: any[]) =>
      found.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }: any) => {
          const why = [...any, ...all, ...none].map(({ message }) => message);
          return `${id}: ${target.flat().join(' ')}: ${why.join('; ')}`;
        }),
      );
    const ours = ({ nodes }: any) => nodes.some(({ target }: any) => target[0].length > 1);
    return {
      violations: named(violations),
      undecided: named(incomplete),
      passed: passes.filter(ours).map(({ id }: any) => id),
    };
  }, TAGS);
}
