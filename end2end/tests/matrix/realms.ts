/** Pages that changed the language and the platform: before we came, or after. */
import { inline, library, script } from './row.ts';
import type { Row } from './row.ts';

/** The same patches twice: our script loads into them, or under them. */
function bothWays(name: string, patches: string, rest: Partial<Row> = {}): Row[] {
  return [
    { name, before: patches, ...rest },
    { name: `${name}, after us`, after: patches, ...rest },
  ];
}

export const REALMS: Row[] = [
  ...bothWays('Prototype.js', script('prototype.js')),
  ...bothWays('zone.js', library('zone.js/bundles/zone.umd.js'), {
    names: /^__zone_symbol__/,
  }),
  ...bothWays('core-js', library('core-js-bundle/minified.js')),
  ...bothWays('an AMD loader', script('amd.js')),
  ...bothWays('a hardened realm (SES)', library('ses/dist/lockdown.umd.js') + inline('lockdown()'), {
    // What this browser has and SES does not know yet.
    complaints: /^Removing intrinsics/,
  }),
  { name: 'frozen intrinsics', after: script('frozen.js') },
  ...bothWays('wrapped elements, roots and listeners', script('elements.js')),
  ...bothWays('another iteration protocol', script('iterators.js')),
  // Nobody said any of it for us: the question is asked all the same.
  ...bothWays('options on Object.prototype', script('polluted.js')),
  ...bothWays('late timers', script('timers.js')),
  ...bothWays('timers that never run', script('stopped.js')),
];
