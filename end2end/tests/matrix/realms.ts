/** Pages that changed the language and the platform: before we came, or after. */
import { inline, library, script, TAG } from './row.ts';
import type { Row } from './row.ts';

/** A page whose model is the program's: here it takes what says that it is JSON. */
const ASKING: Partial<Row> = {
  tag: TAG.replace('"rules"', '"proxy" data-proxy-url="__AGENT__/api/agent"'),
  prepare: ({ context, program }) => {
    const replies = [
      { type: 'tool', name: 'add_note', arguments: { text: 'Buy milk' } },
      { type: 'answer', text: 'There are now 1 notes.' },
    ];
    return context.route(`${program.origin}/api/agent*`, async (route) => {
      const isJson = (await route.request().headerValue('content-type')) === 'application/json';
      const headers = { 'access-control-allow-origin': '*' };
      await route.fulfill({ status: isJson ? 200 : 415, headers, json: replies.shift() });
    });
  },
};

/** The same patches twice: our script loads into them, or under them. */
function bothWays(name: string, patches: string, rest: Partial<Row> = {}): Row[] {
  return [
    { name, before: patches, ...rest },
    { name: `${name}, after us`, after: patches, ...rest },
  ];
}

export const REALMS: Row[] = [
  ...bothWays('Prototype.js', script('prototype.js')),
  // Where JSON is the page's, already registering a tool takes the part that lists them.
  ...bothWays('MooTools', script('mootools.js'), { lists: true }),
  ...bothWays('zone.js', library('zone.js/bundles/zone.umd.js'), {
    names: /^__zone_symbol__/,
  }),
  ...bothWays('core-js', library('core-js-bundle/minified.js')),
  ...bothWays('an AMD loader', script('amd.js')),
  ...bothWays('junk on every prototype', script('junk.js')),
  {
    name: 'methods that throw',
    before: script('broken.js'),
    untouched: /patched by the page/,
  },
  {
    name: 'shadow roots that are refused',
    before: inline(`Element.prototype.attachShadow = () => { throw new Error('no roots here'); }`),
    untouched: /no roots here/,
  },
  ...bothWays('a hardened realm (SES)', library('ses/dist/lockdown.umd.js') + inline('lockdown()'), {
    // What this browser has and SES does not know yet.
    complaints: /^Removing intrinsics/,
  }),
  ...bothWays('frozen intrinsics', script('frozen.js')),
  ...bothWays('wrapped elements, roots and listeners', script('elements.js')),
  ...bothWays('Event and other names taken', script('taken.js')),
  ...bothWays('names taken, and the program asked', script('taken.js'), ASKING),
  ...bothWays('fetch and crypto wrapped', script('network.js')),
  ...bothWays('methods that answer otherwise', script('otherwise.js'), { lists: true }),
  ...bothWays('JSON replaced', script('json2.js'), { lists: true }),
  ...bothWays('another iteration protocol', script('iterators.js')),
  // Nobody said any of it for us: the question is asked all the same.
  ...bothWays('options on Object.prototype', script('polluted.js')),
  ...bothWays('an old browser and its polyfills', script('old.js')),
  ...bothWays('late timers', script('timers.js')),
  ...bothWays('timers that never run', script('stopped.js')),
];
