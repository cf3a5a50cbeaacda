import type { Row } from './probe.ts';

/** `toolchange`, `toolactivated`, `toolcancel`. */
export const events: Row[] = [
  [
    'toolchange is a plain event at the context',
    async () => {
      let seen: any;
      wm.context.ontoolchange = function (this: any, event: any) {
        seen = [
          event.constructor === Event,
          event.target === wm.context,
          this === wm.context,
          event.bubbles,
          event.cancelable,
          event.composed,
        ];
      };
      await wm.register();
      return seen;
    },
    [true, true, true, false, false, false],
  ],
  [
    'it comes in a task, before the registration settles',
    async () => {
      const order: string[] = [];
      wm.context.ontoolchange = () => order.push('toolchange');
      const registered = wm.register().then(() => order.push('settled'));
      order.push('called');
      Promise.resolve().then(() => order.push('microtask'));
      await registered;
      return order;
    },
    ['called', 'microtask', 'toolchange', 'settled'],
  ],
  [
    'one for each change, none left out',
    async () => {
      const changes = wm.count('toolchange');
      const stop = new AbortController();
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          wm.registerRaw(wm.tool(`t${i}`), { signal: stop.signal }),
        ),
      );
      await wm.rest();
      const registered = changes.events.length;
      stop.abort();
      await wm.rest();
      return [registered, changes.events.length];
    },
    [20, 40],
  ],
  [
    'unregistering tells so in a task',
    async () => {
      const order: string[] = [];
      const stop = new AbortController();
      await wm.register({}, { signal: stop.signal });
      wm.context.ontoolchange = () => order.push('toolchange');
      stop.abort();
      order.push('aborted');
      await wm.rest();
      return order;
    },
    ['aborted', 'toolchange'],
  ],
  [
    'a failed registration tells nothing',
    async () => {
      const changes = wm.count('toolchange');
      await wm.register({ name: '' });
      await wm.register({ description: '' });
      await wm.register({}, { exposedTo: ['*'] });
      await wm.register({}, { signal: AbortSignal.abort() });
      await wm.rest();
      return changes.events.length;
    },
    0,
  ],
  [
    'toolactivated comes after the synchronous part and its microtasks, before the result',
    async () => {
      const order: string[] = [];
      await wm.register({
        execute: () => {
          order.push('execute');
          Promise.resolve()
            .then(() => order.push('one'))
            .then(() => order.push('two'));
          return 'done';
        },
      });
      wm.context.ontoolactivated = (event: any) => order.push(`toolactivated ${event.toolName}`);
      const tool = await wm.find('a');
      await wm.context.executeTool(tool).then(() => order.push('settled'));
      return order;
    },
    ['execute', 'one', 'two', 'toolactivated a', 'settled'],
  ],
  [
    'toolactivated is of its class, and does not bubble',
    async () => {
      await wm.register();
      const activated = wm.count('toolactivated');
      await wm.run('a');
      await wm.rest();
      const [event] = activated.events;
      return [
        event.constructor.name,
        event.toolName,
        event.target === wm.context,
        event.bubbles,
        event.cancelable,
        event.composed,
      ];
    },
    ['ToolActivatedEvent', 'a', true, false, false, false],
  ],
  [
    'toolactivated also for a tool that throws',
    async () => {
      const activated = wm.count('toolactivated');
      await wm.result(() => {
        throw new Error('x');
      });
      await wm.rest();
      return activated.events.length;
    },
    1,
  ],
  [
    'no toolactivated for a tool that is not there',
    async () => {
      await wm.register();
      const activated = wm.count('toolactivated');
      const tool = await wm.find('a');
      await wm.outcome(() => wm.context.executeTool({ ...tool, name: 'b' }));
      await wm.rest();
      return activated.events.length;
    },
    0,
  ],
  [
    'none of them reaches the window or the document',
    async () => {
      const heard: string[] = [];
      for (const type of ['toolchange', 'toolactivated', 'toolcancel']) {
        window.addEventListener(type, () => heard.push(type), true);
        document.addEventListener(type, () => heard.push(type), true);
      }
      const stop = new AbortController();
      await wm.register({ execute: () => new Promise(() => {}) });
      const running = wm.run('a', {}, { signal: stop.signal });
      await wm.rest();
      stop.abort();
      await running;
      await wm.rest();
      return heard;
    },
    [],
  ],
  [
    'a listener that throws is reported and changes nothing',
    async () => {
      const reported: string[] = [];
      addEventListener('error', (event) => {
        reported.push(event.message);
        event.preventDefault();
      });
      wm.context.ontoolchange = () => {
        throw new Error('one');
      };
      wm.context.ontoolactivated = () => {
        throw new Error('two');
      };
      return [await wm.register(), await wm.run('a'), reported];
    },
    ['ok', 'ok "done"', ['Uncaught Error: one', 'Uncaught Error: two']],
  ],
  [
    'a handler is a function, an object that never runs, or null',
    async () => {
      const { context } = wm;
      const before = context.ontoolchange;
      const handler = () => {};
      const object = {
        handleEvent() {
          throw new Error('never');
        },
      };
      const kept = [];
      for (const value of [handler, 5, 'x', object]) {
        context.ontoolchange = value;
        kept.push(context.ontoolchange === value ? 'kept' : context.ontoolchange);
      }
      await wm.register();
      return [before, ...kept];
    },
    [null, 'kept', null, null, 'kept'],
  ],
  [
    'an exchanged handler keeps its place, a removed one loses it',
    async () => {
      const order: string[] = [];
      const { context } = wm;
      context.ontoolchange = () => order.push('never');
      context.addEventListener('toolchange', () => order.push('listener'));
      context.ontoolchange = () => order.push('exchanged');
      await wm.register();
      context.ontoolchange = null;
      context.ontoolchange = () => order.push('anew');
      await wm.register({ name: 'b' });
      return order;
    },
    ['exchanged', 'listener', 'listener', 'anew'],
  ],
  [
    'the page may dispatch them itself',
    () => {
      const changes = wm.count('toolchange');
      wm.context.dispatchEvent(new Event('toolchange'));
      return changes.events.length;
    },
    1,
  ],
];
