import type { Row } from './probe.ts';

/** `executeTool`: arguments, in the order in which they are looked at. */
export const execute: Row[] = [
  ['a tool runs', async () => (await wm.register(), wm.run('a')), 'ok "done"'],
  ['nothing at all', () => wm.outcome(() => wm.context.executeTool()), 'TypeError'],
  ['a name instead of a tool', () => wm.outcome(() => wm.context.executeTool('a')), 'TypeError'],
  ...['name', 'description', 'origin', 'window'].map((member): Row => [
    `a tool without ${member}`,
    new Function(`return (async () => {
        await wm.register();
        const { ${member}: _, ...tool } = await wm.find('a');
        return wm.outcome(() => wm.context.executeTool(tool));
      })()`) as () => unknown,
    'TypeError',
  ]),
  ...['null', '{}', '5', 'document'].map((value): Row => [
    `${value} for a window`,
    new Function(`return (async () => {
        await wm.register();
        const tool = await wm.find('a');
        return wm.outcome(() => wm.context.executeTool({ ...tool, window: ${value} }));
      })()`) as () => unknown,
    'TypeError',
  ]),
  [
    'annotations and schema of the tool are still looked at',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      return [
        await wm.outcome(() => wm.context.executeTool({ ...tool, annotations: 5 })),
        await wm.outcome(() => wm.context.executeTool({ ...tool, inputSchema: 'x' })),
      ];
    },
    ['TypeError', 'TypeError'],
  ],
  [
    'a tool written by hand',
    async () => {
      await wm.register();
      const tool = { name: 'a', description: 'x', window, origin: location.origin };
      return wm.outcome(() => wm.context.executeTool(tool));
    },
    'ok "done"',
  ],
  [
    'an old tool runs what is there under its name now',
    async () => {
      const stop = new AbortController();
      await wm.register({ execute: () => 'old' }, { signal: stop.signal });
      const tool = await wm.find('a');
      stop.abort();
      await wm.register({ execute: () => 'new' });
      return wm.outcome(() => wm.context.executeTool(tool));
    },
    'ok "new"',
  ],
  [
    'execute gets a copy of the input, and a signal, and no more',
    async () => {
      const input = { a: 1, deep: { b: [2] } };
      let got: any[] = [];
      let self;
      await wm.register({
        execute: new Function(
          'return function (...given) { this.given = given; this.self = this; }',
        )(),
      });
      await wm.run('a', input);
      ({ given: got, self } = window as any);
      return [
        got.length,
        got[0],
        got[0] === input,
        got[1].signal instanceof AbortSignal,
        Object.keys(got[1]),
        self === window,
      ];
    },
    [2, { a: 1, deep: { b: [2] } }, false, true, ['signal'], true],
  ],
  [
    'the input is taken when the call is made',
    async () => {
      await wm.register({ execute: (input: any) => input });
      const tool = await wm.find('a');
      const input = { a: 1 };
      const running = wm.outcome(() => wm.context.executeTool(tool, input));
      input.a = 2;
      return running;
    },
    'ok "{\\"a\\":1}"',
  ],
  [
    'no input is an empty one',
    async () => (await wm.register({ execute: (input: any) => input }), wm.run('a')),
    'ok "{}"',
  ],
  [
    'undefined is an empty one',
    async () => (await wm.register({ execute: (input: any) => input }), wm.run('a', undefined)),
    'ok "{}"',
  ],
  ...[`'{"a":1}'`, '5', 'true', 'null', '5n', "Symbol('s')"].map((input): Row => [
    `${input} for an input`,
    new Function(`return wm.register().then(() => wm.run('a', ${input}))`) as () => unknown,
    'TypeError',
  ]),
  [
    'a list for an input',
    async () => (await wm.register({ execute: (input: any) => input }), wm.run('a', [1])),
    'ok "[1]"',
  ],
  ...['new Date(0)', "{ toJSON: () => 'text' }", '{ toJSON: () => null }'].map((input): Row => [
    `${input} for an input: not run, yet announced`,
    new Function(`return (async () => {
        let ran = false;
        const activated = wm.count('toolactivated');
        await wm.register({ execute: () => { ran = true; } });
        const outcome = await wm.run('a', ${input});
        await wm.rest();
        return [outcome, ran, activated.events.length];
      })()`) as () => unknown,
    ['UnknownError 0', false, 1],
  ]),
  [
    'inputs without JSON',
    async () => {
      await wm.register();
      const loop: any = {};
      loop.self = loop;
      return [
        await wm.run('a', loop),
        await wm.run('a', { a: 5n }),
        await wm.run('a', { toJSON() {} }),
        await wm.run('a', () => 1),
        await wm.run('a', {
          toJSON() {
            throw 'mine';
          },
        }),
      ];
    },
    ['TypeError', 'TypeError', 'TypeError', 'TypeError', 'reason "mine"'],
  ],
  [
    'the schema is not checked',
    async () => {
      const inputSchema = {
        type: 'object',
        properties: { n: { type: 'integer' } },
        required: ['n', 'm'],
        additionalProperties: false,
      };
      await wm.register({ inputSchema, execute: (input: any) => input });
      return wm.run('a', { n: 'x', extra: 1 });
    },
    'ok "{\\"n\\":\\"x\\",\\"extra\\":1}"',
  ],
  [
    'a tool that is not there',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      return wm.outcome(() => wm.context.executeTool({ ...tool, name: 'b' }));
    },
    'UnknownError 0',
  ],
  [
    'a tool that was removed',
    async () => {
      const stop = new AbortController();
      await wm.register({}, { signal: stop.signal });
      const tool = await wm.find('a');
      stop.abort();
      return wm.outcome(() => wm.context.executeTool(tool));
    },
    'UnknownError 0',
  ],
  [
    'a tool that is removed between the call and its start',
    async () => {
      let ran = false;
      const stop = new AbortController();
      const activated = wm.count('toolactivated');
      await wm.register(
        {
          execute: () => {
            ran = true;
          },
        },
        { signal: stop.signal },
      );
      const tool = await wm.find('a');
      const running = wm.outcome(() => wm.context.executeTool(tool));
      stop.abort();
      const outcome = await running;
      await wm.rest();
      return [outcome, ran, activated.events.length];
    },
    ['UnknownError 0', false, 0],
  ],
  ...(
    [
      ['null', 'NotSupportedError 9'],
      ['', 'NotSupportedError 9'],
      ['garbage', 'NotSupportedError 9'],
      ['data:text/plain,x', 'NotSupportedError 9'],
      ['https://b.test', 'UnknownError 0'],
      ['file:///x', 'UnknownError 0'],
    ] as const
  ).map(([origin, want]): Row => [
    `the origin ${JSON.stringify(origin)}`,
    new Function(`return (async () => {
        await wm.register();
        const tool = await wm.find('a');
        return wm.outcome(() => wm.context.executeTool({ ...tool, origin: ${JSON.stringify(origin)} }));
      })()`) as () => unknown,
    want,
  ]),
  [
    'an origin with a path, or in capitals',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      const { origin } = location;
      return [
        await wm.outcome(() => wm.context.executeTool({ ...tool, origin: `${origin}/p?q` })),
        await wm.outcome(() => wm.context.executeTool({ ...tool, origin: origin.toUpperCase() })),
      ];
    },
    ['ok "done"', 'ok "done"'],
  ],
  [
    'another window, and one that is gone',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      const frame = document.body.appendChild(document.createElement('iframe'));
      const other = { ...tool, window: frame.contentWindow };
      const outcomes = [await wm.outcome(() => wm.context.executeTool(other))];
      frame.remove();
      outcomes.push(await wm.outcome(() => wm.context.executeTool(other)));
      outcomes.push(await wm.outcome(() => wm.context.executeTool({ ...other, origin: '' })));
      outcomes.push(await wm.outcome(() => wm.context.executeTool(other, { a: 5n })));
      outcomes.push(
        await wm.outcome(() =>
          wm.context.executeTool(other, {}, { signal: AbortSignal.abort('why') }),
        ),
      );
      return outcomes;
    },
    [
      'UnknownError 0',
      'InvalidStateError 11',
      'NotSupportedError 9',
      'TypeError',
      'InvalidStateError 11',
    ],
  ],
  ['null for options', async () => (await wm.register(), wm.run('a', {}, null)), 'ok "done"'],
  ['a number for options', async () => (await wm.register(), wm.run('a', {}, 5)), 'TypeError'],
  [
    'an undefined signal',
    async () => (await wm.register(), wm.run('a', {}, { signal: undefined })),
    'ok "done"',
  ],
  [
    'null for a signal',
    async () => (await wm.register(), wm.run('a', {}, { signal: null })),
    'TypeError',
  ],
  [
    'an object for a signal',
    async () => (await wm.register(), wm.run('a', {}, { signal: {} })),
    'TypeError',
  ],
  [
    'a bad origin wins over a bad input',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      return wm.outcome(() => wm.context.executeTool({ ...tool, origin: 'null' }, { a: 5n }));
    },
    'NotSupportedError 9',
  ],
  [
    'a bad input wins over an aborted signal',
    async () => (await wm.register(), wm.run('a', { a: 5n }, { signal: AbortSignal.abort('why') })),
    'TypeError',
  ],
  [
    'an aborted signal wins over a tool that is not there',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      return wm.outcome(() =>
        wm.context.executeTool({ ...tool, name: 'b' }, {}, { signal: AbortSignal.abort('why') }),
      );
    },
    'reason "why"',
  ],
];
