import type { Row } from './probe.ts';

/** `getTools`. */
export const list: Row[] = [
  ['no tools, an empty list', () => wm.outcome(() => wm.context.getTools()), 'ok []'],
  [
    'everything given, in the order of the names',
    async () => {
      await wm.register({ title: 't', inputSchema: {}, annotations: {} });
      return Object.keys(await wm.find('a'));
    },
    ['annotations', 'description', 'inputSchema', 'name', 'origin', 'title', 'window'],
  ],
  [
    'a bare tool has a title, an empty one',
    async () => (
      await wm.register(),
      [(await wm.find('a')).title, Object.keys(await wm.find('a'))]
    ),
    ['', ['description', 'name', 'origin', 'title', 'window']],
  ],
  [
    'what the members are',
    async () => {
      await wm.register({ inputSchema: { type: 'object' } });
      const tool = await wm.find('a');
      return [tool.origin === location.origin, tool.window === window, typeof tool.inputSchema];
    },
    [true, true, 'object'],
  ],
  [
    'plain objects that may be changed',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      tool.name = 'b';
      return [Object.getPrototypeOf(tool) === Object.prototype, Object.isFrozen(tool), tool.name];
    },
    [true, false, 'b'],
  ],
  [
    'fresh ones each time',
    async () => {
      await wm.register({ inputSchema: {}, annotations: {} });
      const [one, two] = [await wm.find('a'), await wm.find('a')];
      return [
        one === two,
        one.inputSchema === two.inputSchema,
        one.annotations === two.annotations,
      ];
    },
    [false, false, false],
  ],
  [
    'changing a listed schema does not reach the next list',
    async () => {
      await wm.register({ inputSchema: { type: 'object' } });
      (await wm.find('a')).inputSchema.type = 'array';
      return (await wm.find('a')).inputSchema;
    },
    { type: 'object' },
  ],
  [
    'a listed tool has no JSON, because of its window',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      return wm.outcome(() => JSON.stringify(tool));
    },
    'at once TypeError',
  ],
  [
    'a listed tool cannot be cloned',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      return wm.outcome(() => structuredClone(tool));
    },
    'at once DataCloneError 25',
  ],
  [
    'sorted by code units, not by when they came',
    async () => {
      for (const name of ['a2', 'B', '_u', 'a', '-h', 'a10', 'Zed', '.d', 'Beta', 'a1']) {
        await wm.registerRaw(wm.tool(name));
      }
      return (await wm.names()).join(' ');
    },
    '-h .d B Beta Zed _u a a1 a10 a2',
  ],
  [
    'a registration nobody waited for is listed',
    async () => {
      void wm.register();
      return wm.names();
    },
    ['a'],
  ],
  [
    'a list asked for earlier does not hold it',
    async () => {
      const early = wm.names();
      void wm.register();
      return early;
    },
    [],
  ],
  ['null for options', () => wm.outcome(() => wm.context.getTools(null)), 'ok []'],
  ['a number for options', () => wm.outcome(() => wm.context.getTools(5)), 'TypeError'],
  [
    'secure origins',
    () => wm.outcome(() => wm.context.getTools({ fromOrigins: ['https://b.test'] })),
    'ok []',
  ],
  [
    'an insecure origin',
    () => wm.outcome(() => wm.context.getTools({ fromOrigins: ['http://b.test'] })),
    'SecurityError 18',
  ],
  [
    'an origin that is none',
    () => wm.outcome(() => wm.context.getTools({ fromOrigins: ['*'] })),
    'SecurityError 18',
  ],
  [
    'fromOrigins as text',
    () => wm.outcome(() => wm.context.getTools({ fromOrigins: 'https://b.test' })),
    'TypeError',
  ],
  [
    'fromOrigins as null',
    () => wm.outcome(() => wm.context.getTools({ fromOrigins: null })),
    'TypeError',
  ],
  [
    'a hundred tools',
    async () => {
      await Promise.all(Array.from({ length: 100 }, (_, i) => wm.registerRaw(wm.tool(`t${i}`))));
      return (await wm.names()).length;
    },
    100,
  ],
];
