import type { Row } from './probe.ts';

const UNKNOWN = 'UnknownError 0';

/** How a call of a form stands in time: what it announces, what ends it, and what is beside it. */
export const formCalls: Row[] = [
  [
    'filled in a later task, in one go',
    async () => {
      const order: string[] = [];
      const form = await wm.form('<input name="a"><button>b</button>');
      const tool = await wm.find('t');
      form.oninput = () => order.push('filled');
      void wm.context.executeTool(tool, { a: 'x' });
      order.push('called');
      await Promise.resolve().then(() => order.push('microtask'));
      await wm.rest();
      return order;
    },
    ['called', 'microtask', 'filled'],
  ],
  [
    'toolactivated after the submission, before the result',
    async () => {
      const order: string[] = [];
      const form = await wm.answering('<input name="a">');
      form.addEventListener('submit', () => order.push('submit'));
      wm.context.ontoolactivated = ({ toolName }: any) => order.push(`toolactivated ${toolName}`);
      order.push(await wm.run('t', { a: '1' }));
      return order;
    },
    ['submit', 'toolactivated t', 'ok "answered"'],
  ],
  [
    'toolactivated also for input that does not fit',
    async () => {
      await wm.answering('<input name="a">');
      const activated = wm.count('toolactivated');
      const outcome = await wm.run('t', { other: 1 });
      await wm.rest();
      return [outcome, activated.events.length];
    },
    [UNKNOWN, 1],
  ],
  [
    'stopped while it waits: the values stay, and a submission is a person’s again',
    async () => {
      const order: unknown[] = [];
      const stop = new AbortController();
      const form = await wm.form('<input name="a"><button id="b">b</button>');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        order.push(`agentInvoked ${event.agentInvoked}`);
      };
      wm.context.ontoolcancel = ({ toolName }: any) => order.push(`toolcancel ${toolName}`);
      const running = wm.run('t', { a: 'x' }, { signal: stop.signal }).then((how) => order.push(how));
      await wm.rest();
      stop.abort('mine');
      await running;
      while (order.length < 2) await wm.rest();
      document.getElementById('b')?.click();
      return [...order, form.elements.a.value];
    },
    ['reason "mine"', 'toolcancel t', 'agentInvoked false', 'x'],
  ],
  [
    'stopped while the page answers',
    async () => {
      const stop = new AbortController();
      await wm.answering('', new Promise((done) => setTimeout(() => done('late'), 1_000)));
      const running = wm.run('t', {}, { signal: stop.signal });
      await wm.rest(40);
      stop.abort('mine');
      return running;
    },
    'reason "mine"',
  ],
  [
    'stopped before it starts',
    async () => {
      const form = await wm.form('<input name="a"><button>b</button>');
      const outcome = await wm.run('t', { a: 'x' }, { signal: AbortSignal.abort('mine') });
      await wm.rest();
      return [outcome, form.elements.a.value];
    },
    ['reason "mine"', ''],
  ],
  [
    'stopped in the same task: filled all the same',
    async () => {
      const stop = new AbortController();
      const form = await wm.form('<input name="a"><button>b</button>');
      const cancelled = wm.count('toolcancel');
      const tool = await wm.find('t');
      const running = wm.outcome(() => wm.context.executeTool(tool, { a: 'x' }, { signal: stop.signal }));
      stop.abort('mine');
      const outcome = await running;
      await wm.rest();
      return [outcome, form.elements.a.value, cancelled.events.length];
    },
    ['reason "mine"', 'x', 1],
  ],
  ...(
    [
      ['a change', 'f.elements.a.name = "z"', UNKNOWN],
      ['a change in the same task', 'now', UNKNOWN],
      ['a removal', 'f.remove()', UNKNOWN],
      ['a reset', 'f.reset()', UNKNOWN],
      ['words', 'f.append("words")', 'ok "answered"'],
    ] as const
  ).map(([what, deed, want]): Row => [
    `${what} while the page’s answer is on its way`,
    new Function(`return (async () => {
        const f = await wm.form('<input name="a">', 'toolautosubmit');
        f.onsubmit = (event) => {
          event.preventDefault();
          event.respondWith(wm.rest(500).then(() => 'answered'));
          if (${deed === 'now'}) f.elements.a.name = 'z';
        };
        const running = wm.run('t', { a: '1' });
        await wm.rest(40);
        ${deed === 'now' ? '' : deed};
        return running;
      })()`) as () => unknown,
    want,
  ]),
  [
    'a form that is gone when it answers at once has answered',
    async () => {
      const form = await wm.form('', 'toolautosubmit');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        event.respondWith('answered');
        form.remove();
      };
      return wm.run('t', {});
    },
    'ok "answered"',
  ],
  [
    'a form that is gone before the call starts',
    async () => {
      const form = await wm.form('', 'toolautosubmit');
      const tool = await wm.find('t');
      form.remove();
      const gone = await wm.outcome(() => wm.context.executeTool(tool, {}));
      const other = await wm.form('', 'toolautosubmit');
      const running = wm.outcome(() => wm.context.executeTool(tool, {}));
      other.remove();
      return [gone, await running];
    },
    [UNKNOWN, UNKNOWN],
  ],
  [
    'controls that change while they are filled',
    async () => {
      const form = await wm.answering('<input name="a"><input name="b" id="b">');
      const second = document.getElementById('b') as HTMLInputElement;
      form.elements.a.oninput = () => {
        second.name = 'c';
      };
      return [await wm.run('t', { a: '1', b: '2' }), second.value];
    },
    ['ok "answered"', '2'],
  ],
  [
    'a submission by the page while it is filled is not the agent’s',
    async () => {
      const seen: unknown[] = [];
      const form = await wm.form('<input name="a">', 'toolautosubmit');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        seen.push(event.agentInvoked);
        if (event.agentInvoked) event.respondWith('answered');
      };
      form.elements.a.oninput = () => form.requestSubmit();
      return [await wm.run('t', { a: '1' }), seen];
    },
    ['ok "answered"', [false, true]],
  ],
  [
    'a listener of the page that lets nobody else hear may answer',
    async () => {
      addEventListener(
        'submit',
        (event: any) => {
          event.stopImmediatePropagation();
          event.preventDefault();
          event.respondWith('answered');
        },
        true,
      );
      await wm.form('', 'toolautosubmit');
      return wm.run('t', {});
    },
    'ok "answered"',
  ],
  [
    'what the standard adds to submit events',
    async () => {
      await wm.form('');
      const { prototype } = SubmitEvent as any;
      const invoked = Object.getOwnPropertyDescriptor(prototype, 'agentInvoked') as any;
      return [
        typeof invoked.get,
        invoked.set,
        invoked.enumerable,
        typeof prototype.respondWith,
        prototype.respondWith.length,
        (new SubmitEvent('submit') as any).agentInvoked,
        await wm.outcome(() => (new SubmitEvent('submit') as any).respondWith(1)),
        await wm.outcome(() => prototype.respondWith.call({}, 1)),
        await wm.outcome(() => invoked.get.call({})),
      ];
    },
    [
      'function',
      undefined,
      true,
      'function',
      1,
      false,
      'at once InvalidStateError 11',
      'at once TypeError',
      'at once TypeError',
    ],
  ],
];
