import type { Row } from './probe.ts';

/** How a call runs, is stopped, and stands beside others. */
export const calls: Row[] = [
  [
    'execute starts in a later task',
    async () => {
      const order: string[] = [];
      await wm.register({
        execute: () => {
          order.push('execute');
        },
      });
      const tool = await wm.find('a');
      const running = wm.context.executeTool(tool);
      order.push('called');
      await Promise.resolve().then(() => order.push('microtask'));
      await running;
      return order;
    },
    ['called', 'microtask', 'execute'],
  ],
  [
    'an aborted signal: its reason, not run, not announced',
    async () => {
      let ran = false;
      const activated = wm.count('toolactivated');
      const cancelled = wm.count('toolcancel');
      await wm.register({
        execute: () => {
          ran = true;
        },
      });
      const outcome = await wm.run('a', {}, { signal: AbortSignal.abort('why') });
      await wm.rest();
      return [outcome, ran, activated.events.length, cancelled.events.length];
    },
    ['reason "why"', false, 0, 0],
  ],
  [
    'abort while it runs: the caller first, then the tool, then the announcement',
    async () => {
      const order: string[] = [];
      const stop = new AbortController();
      await wm.register({
        execute: (_: any, { signal }: any) =>
          new Promise(() => {
            order.push('execute');
            signal.onabort = () => order.push(`signal ${signal.reason.name} ${signal.reason.code}`);
          }),
      });
      wm.context.ontoolcancel = (event: any) => order.push(`toolcancel ${event.toolName}`);
      const running = wm
        .run('a', {}, { signal: stop.signal })
        .then((outcome) => order.push(outcome));
      await wm.rest();
      stop.abort('mine');
      order.push('after abort');
      await running;
      await wm.rest();
      return order;
    },
    ['execute', 'after abort', 'reason "mine"', 'signal AbortError 20', 'toolcancel a'],
  ],
  [
    'abort in the same task: rejected, and run all the same',
    async () => {
      const order: string[] = [];
      const stop = new AbortController();
      await wm.register({
        execute: (_: any, { signal }: any) => {
          order.push('execute');
          signal.onabort = () => order.push('signal');
          return new Promise(() => {});
        },
      });
      wm.context.ontoolactivated = () => order.push('toolactivated');
      wm.context.ontoolcancel = () => order.push('toolcancel');
      const tool = await wm.find('a');
      const running = wm.outcome(() => wm.context.executeTool(tool, {}, { signal: stop.signal }));
      stop.abort('mine');
      order.push(await running);
      await wm.rest();
      return order;
    },
    ['reason "mine"', 'execute', 'toolactivated', 'signal', 'toolcancel'],
  ],
  [
    'what the tool does after an abort is lost',
    async () => {
      const heard: string[] = [];
      addEventListener('unhandledrejection', () => heard.push('unhandledrejection'));
      const stop = new AbortController();
      await wm.register({
        execute: (_: any, { signal }: any) =>
          new Promise((_done, failed) => {
            signal.onabort = () => failed(new Error('late'));
          }),
      });
      const running = wm.run('a', {}, { signal: stop.signal });
      await wm.rest();
      stop.abort('mine');
      const outcome = await running;
      await wm.rest();
      return [outcome, heard];
    },
    ['reason "mine"', []],
  ],
  [
    'abort after the end does nothing',
    async () => {
      const stop = new AbortController();
      const cancelled = wm.count('toolcancel');
      let signalled = false;
      await wm.register({
        execute: (_: any, { signal }: any) => {
          signal.onabort = () => {
            signalled = true;
          };
          return 'done';
        },
      });
      const outcome = await wm.run('a', {}, { signal: stop.signal });
      stop.abort();
      await wm.rest();
      return [outcome, cancelled.events.length, signalled];
    },
    ['ok "done"', 0, false],
  ],
  [
    'a timeout as signal',
    async () => {
      await wm.register({ execute: () => new Promise(() => {}) });
      return wm.run('a', {}, { signal: AbortSignal.timeout(20) });
    },
    'TimeoutError 23',
  ],
  [
    'a tool that never ends stays pending',
    async () => {
      await wm.register({ execute: () => new Promise(() => {}) });
      return Promise.race([wm.run('a'), wm.rest(300).then(() => 'pending')]);
    },
    'pending',
  ],
  [
    'unregistering does not stop a call',
    async () => {
      const stop = new AbortController();
      let finish: any;
      let aborted: any;
      await wm.register(
        {
          execute: (_: any, { signal }: any) =>
            new Promise((done) => {
              finish = () => {
                aborted = signal.aborted;
                done('finished');
              };
            }),
        },
        { signal: stop.signal },
      );
      const running = wm.run('a');
      await wm.rest();
      stop.abort();
      finish();
      return [await running, aborted, await wm.names()];
    },
    ['ok "finished"', false, []],
  ],
  [
    'a tool may unregister itself',
    async () => {
      const stop = new AbortController();
      await wm.register(
        {
          execute: () => {
            stop.abort();
            return 'bye';
          },
        },
        { signal: stop.signal },
      );
      return [await wm.run('a'), await wm.names()];
    },
    ['ok "bye"', []],
  ],
  [
    'calls run beside each other, each with its signal',
    async () => {
      const order: string[] = [];
      const stop = new AbortController();
      await wm.register({
        execute: ({ n }: any, { signal }: any) => {
          order.push(`start ${n}`);
          signal.onabort = () => order.push(`abort ${n}`);
          return new Promise((done) => setTimeout(() => done(n), 100));
        },
      });
      const first = wm.run('a', { n: 1 }, { signal: stop.signal });
      const second = wm.run('a', { n: 2 });
      await wm.rest(40);
      stop.abort('mine');
      order.push(await first, await second);
      return order;
    },
    ['start 1', 'start 2', 'abort 1', 'reason "mine"', 'ok "2"'],
  ],
  [
    'a tool may run another',
    async () => {
      await wm.registerRaw(wm.tool('inner', { execute: () => 'inner' }));
      await wm.registerRaw(
        wm.tool('outer', {
          execute: async () => `outer ${await wm.context.executeTool(await wm.find('inner'))}`,
        }),
      );
      return wm.run('outer');
    },
    'ok "outer inner"',
  ],
  [
    'a tool may register another',
    async () => {
      await wm.registerRaw(wm.tool('a', { execute: () => wm.registerRaw(wm.tool('b')) }));
      return [await wm.run('a'), await wm.names()];
    },
    ['ok "ok"', ['a', 'b']],
  ],
];
