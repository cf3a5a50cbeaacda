import type { Row } from './probe.ts';

/** `inputSchema` and `annotations`. */
export const schemas: Row[] = [
  [
    'no schema, no member',
    async () => (
      await wm.register({ inputSchema: undefined }),
      'inputSchema' in (await wm.find('a'))
    ),
    false,
  ],
  ['null for a schema', () => wm.register({ inputSchema: null }), 'TypeError'],
  ['text for a schema', () => wm.register({ inputSchema: '{}' }), 'TypeError'],
  ['a number for a schema', () => wm.register({ inputSchema: 5 }), 'TypeError'],
  ['true for a schema', () => wm.register({ inputSchema: true }), 'TypeError'],
  ['a symbol for a schema', () => wm.register({ inputSchema: Symbol('s') }), 'TypeError'],
  ['a bigint for a schema', () => wm.register({ inputSchema: 5n }), 'TypeError'],
  ['a function for a schema', () => wm.register({ inputSchema() {} }), 'TypeError'],
  ['toJSON gives nothing', () => wm.register({ inputSchema: { toJSON() {} } }), 'TypeError'],
  [
    'toJSON gives a function',
    () => wm.register({ inputSchema: { toJSON: () => () => 1 } }),
    'TypeError',
  ],
  [
    'a schema that holds itself',
    () => {
      const schema: any = {};
      schema.self = schema;
      return wm.register({ inputSchema: schema });
    },
    'TypeError',
  ],
  ['a bigint in a schema', () => wm.register({ inputSchema: { a: 5n } }), 'TypeError'],
  [
    'a getter in a schema that throws',
    () =>
      wm.register({
        inputSchema: {
          get a() {
            throw 'mine';
          },
        },
      }),
    'reason "mine"',
  ],
  [
    'a toJSON that throws',
    () =>
      wm.register({
        inputSchema: {
          toJSON() {
            throw 'mine';
          },
        },
      }),
    'reason "mine"',
  ],
  ...[
    '[]',
    '{}',
    '{"type":"bogus"}',
    '{"required":["x"]}',
    '{"$ref":"https://a.test/s"}',
    '{"properties":[]}',
  ].map((schema): Row => [
    `the schema ${schema} is listed as it is`,
    new Function(
      `return (async () => { await wm.register({ inputSchema: ${schema} }); return (await wm.find('a')).inputSchema; })()`,
    ) as () => unknown,
    JSON.parse(schema),
  ]),
  ...['null', '"text"', '5', 'new Date(0)'].map((value): Row => [
    `a schema whose JSON is ${value}: registered and taken, but not listed`,
    new Function(`return (async () => {
        const inputSchema = ${value} instanceof Date ? ${value} : { toJSON: () => (${value}) };
        const first = await wm.register({ inputSchema });
        const again = await wm.register();
        await wm.registerRaw(wm.tool('b'));
        const other = await wm.find('b');
        const ran = await wm.outcome(() => wm.context.executeTool({ ...other, name: 'a' }));
        return [first, again, await wm.names(), ran];
      })()`) as () => unknown,
    ['ok', 'InvalidStateError 11', ['b'], 'ok "done"'],
  ]),
  [
    'a schema follows the rules of JSON',
    async () => {
      await wm.register({
        inputSchema: { n: NaN, i: Infinity, u: undefined, f() {}, a: [undefined] },
      });
      return (await wm.find('a')).inputSchema;
    },
    { n: null, i: null, a: [null] },
  ],
  [
    'changing the schema later changes nothing',
    async () => {
      const inputSchema: any = { type: 'object' };
      await wm.register({ inputSchema });
      inputSchema.type = 'array';
      return (await wm.find('a')).inputSchema;
    },
    { type: 'object' },
  ],
  [
    'exchanging execute later changes nothing',
    async () => {
      const tool = wm.tool('a', { execute: () => 'old' });
      await wm.registerRaw(tool);
      tool.execute = () => 'new';
      return wm.run('a');
    },
    'ok "old"',
  ],
  [
    'no annotations, no member',
    async () => (
      await wm.register({ annotations: undefined }),
      'annotations' in (await wm.find('a'))
    ),
    false,
  ],
  ...['null', '{}', '[]'].map((annotations): Row => [
    `annotations ${annotations} are four times false, in order`,
    new Function(
      `return (async () => { await wm.register({ annotations: ${annotations} }); return JSON.stringify((await wm.find('a')).annotations); })()`,
    ) as () => unknown,
    '{"consequentialHint":false,"debugging":false,"readOnlyHint":false,"untrustedContentHint":false}',
  ]),
  ['a number for annotations', () => wm.register({ annotations: 5 }), 'TypeError'],
  [
    'all four annotations survive, others do not',
    async () => {
      const annotations = {
        readOnlyHint: 1,
        untrustedContentHint: 'yes',
        consequentialHint: true,
        debugging: {},
        destructiveHint: true,
        idempotentHint: true,
        title: 'x',
      };
      await wm.register({ annotations });
      return (await wm.find('a')).annotations;
    },
    { consequentialHint: true, debugging: true, readOnlyHint: true, untrustedContentHint: true },
  ],
];
