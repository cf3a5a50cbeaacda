import type { Row } from './probe.ts';

/** `registerTool`: arguments, in the order in which they are looked at. */
export const register: Row[] = [
  ['a tool registers to undefined', () => wm.register(), 'ok'],
  ['nothing at all', () => wm.registerRaw(), 'TypeError'],
  ['null', () => wm.registerRaw(null), 'TypeError'],
  ['undefined', () => wm.registerRaw(undefined), 'TypeError'],
  ['a number', () => wm.registerRaw(5), 'TypeError'],
  ['an empty object', () => wm.registerRaw({}), 'TypeError'],
  ['no name', () => wm.register({ name: undefined }), 'TypeError'],
  ['no description', () => wm.register({ description: undefined }), 'TypeError'],
  ['no execute', () => wm.register({ execute: undefined }), 'TypeError'],
  ['execute is an object', () => wm.register({ execute: { handleEvent() {} } }), 'TypeError'],
  ['execute is text', () => wm.register({ execute: 'alert()' }), 'TypeError'],
  ['a symbol for a name', () => wm.register({ name: Symbol('n') }), 'TypeError'],
  [
    'members are read by their names, tool before options',
    async () => {
      const read: string[] = [];
      const watched = (object: object) =>
        new Proxy(object, { get: (target: any, key) => (read.push(String(key)), target[key]) });
      await wm.registerRaw(
        watched(wm.tool('a', { annotations: {}, inputSchema: {}, title: 't' })),
        watched({}),
      );
      return read.join(' ');
    },
    'annotations description execute inputSchema name title exposedTo signal',
  ],
  [
    'a getter that throws is reported as it threw',
    () =>
      wm.registerRaw({
        ...wm.tool('a'),
        get annotations() {
          throw 'mine';
        },
      }),
    'reason "mine"',
  ],
  [
    'an earlier member fails before a later getter is read',
    () =>
      wm.registerRaw({
        annotations: 5,
        get description() {
          throw 'mine';
        },
      }),
    'TypeError',
  ],

  ['a name twice', async () => (await wm.register(), wm.register()), 'InvalidStateError 11'],
  [
    'a name twice wins over an empty description',
    async () => (await wm.register(), wm.register({ description: '' })),
    'InvalidStateError 11',
  ],
  [
    'a name twice wins over a bad schema',
    async () => (await wm.register(), wm.register({ inputSchema: { toJSON() {} } })),
    'InvalidStateError 11',
  ],
  [
    'a name twice wins over an aborted signal',
    async () => (await wm.register(), wm.register({}, { signal: AbortSignal.abort('no') })),
    'InvalidStateError 11',
  ],
  [
    'a failed second registration leaves the first',
    async () => {
      await wm.register({ execute: () => 'first' });
      await wm.register({ execute: () => 'second' });
      return wm.run('a');
    },
    'ok "first"',
  ],
  [
    'a failed second registration with a signal leaves the first when that aborts',
    async () => {
      const stop = new AbortController();
      await wm.register();
      await wm.register({}, { signal: stop.signal });
      stop.abort();
      return wm.names();
    },
    ['a'],
  ],

  ...['', 'a b', 'a/b', 'a:b', 'é', 'a\u0000', 'a\n', '\n', '😀', 'x'.repeat(129)].map(
    (name): Row => [
      `the name ${JSON.stringify(name).slice(0, 20)} is refused`,
      new Function(`return wm.register({ name: ${JSON.stringify(name)} })`) as () => unknown,
      'InvalidStateError 11',
    ],
  ),
  ...['-', '.', '_', '0', 'toString', '__proto__', 'constructor', 'x'.repeat(128)].map(
    (name): Row => [
      `the name ${name.slice(0, 20)} is taken as any other`,
      new Function(
        `return (async () => [await wm.registerRaw(wm.tool(${JSON.stringify(name)})), await wm.names(), await wm.run(${JSON.stringify(name)})])()`,
      ) as () => unknown,
      ['ok', [name], 'ok "done"'],
    ],
  ),
  ['a number for a name', async () => (await wm.register({ name: 12 }), wm.names()), ['12']],
  ['null for a name', async () => (await wm.register({ name: null }), wm.names()), ['null']],

  ['an empty description', () => wm.register({ description: '' }), 'InvalidStateError 11'],
  ['a description of one space', () => wm.register({ description: ' ' }), 'ok'],
  [
    'null for a description',
    async () => (await wm.register({ description: null }), (await wm.find('a')).description),
    'null',
  ],
  [
    'a description of 100,000 characters',
    async () => (
      await wm.register({ description: 'x'.repeat(1e5) }),
      (await wm.find('a')).description.length
    ),
    1e5,
  ],
  [
    'a description with half a character is listed as an empty one',
    async () => (await wm.register({ description: 'a\ud800' }), (await wm.find('a')).description),
    '',
  ],
  [
    'a number for a title',
    async () => (await wm.register({ title: 5 }), (await wm.find('a')).title),
    '5',
  ],
  [
    'null for a title',
    async () => (await wm.register({ title: null }), (await wm.find('a')).title),
    'null',
  ],
  [
    'a title with half a character is mended',
    async () => (await wm.register({ title: 'a\ud800b' }), (await wm.find('a')).title),
    'a\ufffdb',
  ],
  [
    'members that are not of the draft are dropped',
    async () => {
      await wm.register({ outputSchema: {}, icons: [], _meta: {} });
      return Object.keys(await wm.find('a'));
    },
    ['description', 'name', 'origin', 'title', 'window'],
  ],
];

/** The options of `registerTool`. */
export const options: Row[] = [
  ['null for options', () => wm.register({}, null), 'ok'],
  ['a number for options', () => wm.register({}, 5), 'TypeError'],
  ['null for a signal', () => wm.register({}, { signal: null }), 'TypeError'],
  ['an object for a signal', () => wm.register({}, { signal: {} }), 'TypeError'],
  [
    'a signal of another realm',
    () => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const stop = new (frame.contentWindow as any).AbortController();
      return wm.register({}, { signal: stop.signal });
    },
    'ok',
  ],
  [
    'a signal that is aborted already rejects with its reason',
    () => wm.register({}, { signal: AbortSignal.abort('why') }),
    'reason "why"',
  ],
  [
    'without a reason it is an AbortError',
    () => wm.register({}, { signal: AbortSignal.abort() }),
    'AbortError 20',
  ],
  [
    'a bad name wins over an aborted signal',
    () => wm.register({ name: '' }, { signal: AbortSignal.abort('why') }),
    'InvalidStateError 11',
  ],
  [
    'a bad schema wins over an aborted signal',
    () => wm.register({ inputSchema: { toJSON() {} } }, { signal: AbortSignal.abort('why') }),
    'TypeError',
  ],
  [
    'an aborted signal wins over a bad origin',
    () => wm.register({}, { signal: AbortSignal.abort('why'), exposedTo: ['*'] }),
    'reason "why"',
  ],
  [
    'abort before it settles: its reason, and two changes',
    async () => {
      const changes = wm.count('toolchange');
      const stop = new AbortController();
      const registered = wm.register({}, { signal: stop.signal });
      stop.abort('early');
      const outcome = await registered;
      await wm.rest();
      return [outcome, changes.events.length, await wm.names()];
    },
    ['reason "early"', 2, []],
  ],
  [
    'abort later removes at once',
    async () => {
      const stop = new AbortController();
      await wm.register({}, { signal: stop.signal });
      stop.abort();
      return wm.names();
    },
    [],
  ],
  [
    'the name is free again in the same tick',
    async () => {
      const stop = new AbortController();
      await wm.register({ execute: () => 'old' }, { signal: stop.signal });
      stop.abort();
      const again = wm.register({ execute: () => 'new' });
      return [await again, await wm.run('a')];
    },
    ['ok', 'ok "new"'],
  ],
  [
    'an old signal does not remove a later tool of that name',
    async () => {
      const first = new AbortController();
      const second = new AbortController();
      await wm.register({}, { signal: first.signal });
      first.abort();
      await wm.register({}, { signal: second.signal });
      first.abort();
      return wm.names();
    },
    ['a'],
  ],
  ...[
    [],
    ['https://b.test'],
    ['https://b.test/path?q'],
    ['HTTPS://B.TEST'],
    ['http://localhost:1'],
    ['http://a.localhost'],
    ['http://127.0.0.1'],
    ['http://[::1]'],
    ['wss://b.test'],
    ['file:///x'],
    ['blob:https://b.test/x'],
    ['chrome-extension://abc'],
  ].map((origins): Row => [
    `exposedTo ${JSON.stringify(origins)}`,
    new Function(
      `return wm.register({}, { exposedTo: ${JSON.stringify(origins)} })`,
    ) as () => unknown,
    'ok',
  ]),
  ...[
    'http://b.test',
    '*',
    'null',
    '',
    'self',
    'native-agent',
    'b.test',
    'data:text/plain,x',
    'ws://b.test',
  ].map((origin): Row => [
    `exposedTo refuses ${JSON.stringify(origin)}`,
    new Function(
      `return wm.register({}, { exposedTo: ['https://a.test', ${JSON.stringify(origin)}] })`,
    ) as () => unknown,
    'SecurityError 18',
  ]),
  ['exposedTo as text', () => wm.register({}, { exposedTo: 'https://b.test' }), 'TypeError'],
  ['exposedTo as null', () => wm.register({}, { exposedTo: null }), 'TypeError'],
  ['exposedTo without an iterator', () => wm.register({}, { exposedTo: {} }), 'TypeError'],
  [
    'exposedTo as any iterable',
    () => wm.register({}, { exposedTo: new Set(['https://b.test']) }),
    'ok',
  ],
];
