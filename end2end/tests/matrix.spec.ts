/**
 * Customers' pages that are hostile to whatever is embedded in them. On each the main job is done
 * (asked, allowed, the page's own tool ran, answered), or the page is left as it was and one line
 * in the console says why. On each, too: one request before anybody is interested, nothing on
 * `window` but the standard's interfaces, nothing that moves, and no error that nobody caught.
 */
import { test } from '../fixtures/test.ts';
import { DIALOGS } from './matrix/dialogs.ts';
import { FRAMEWORKS } from './matrix/frameworks.ts';
import { judge } from './matrix/judge.ts';
import { POLICIES } from './matrix/policies.ts';
import { REALMS } from './matrix/realms.ts';
import { STYLES } from './matrix/styles.ts';
import { SURROUNDINGS } from './matrix/surroundings.ts';

for (const [kind, rows] of Object.entries({
  realms: REALMS,
  policies: POLICIES,
  frameworks: FRAMEWORKS,
  dialogs: DIALOGS,
  styles: STYLES,
  surroundings: SURROUNDINGS,
})) {
  test.describe(kind, () => rows.forEach(judge));
}
