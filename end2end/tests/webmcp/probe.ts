/**
 * What the tables of rows use inside the page, as the global `wm`: short ways to register, list and
 * run tools, and outcomes as words, so that one row reads as one line.
 */
export interface Probe {
  readonly context: any;
  /** A tool that is fine, changed by `over`. */
  tool(name: string, over?: object): any;
  /** Registers `wm.tool('a', over)`. */
  register(over?: object, options?: any): Promise<string>;
  /** The outcome of `registerTool(...given)`, whatever was given. */
  registerRaw(...given: any[]): Promise<string>;
  /** `ok`, `ok JSON`, an error's name (with a DOMException's code), or `reason JSON`. */
  outcome(work: () => any): Promise<string>;
  /** The listed tool of that name. */
  find(name: string): Promise<any>;
  names(): Promise<string[]>;
  /** The outcome of running a tool of that name. */
  run(name: string, ...rest: any[]): Promise<string>;
  /** Registers a tool that does `execute`, runs it, and gives the outcome. */
  result(execute: (input: any, options: any) => any): Promise<string>;
  /** Long enough for every task that is on its way. */
  rest(ms?: number): Promise<void>;
  /** Counts the events of a type at the context. */
  count(type: string): { events: any[] };
  /** Puts a form that is the tool `t` into the page, and asks for it as an agent would. */
  form(inner: string, attributes?: string): Promise<any>;
  /** A form that answers its submission: `toolautosubmit`, and `respondWith(answer)`. */
  answering(inner: string, ...answer: unknown[]): Promise<any>;
  /** The schema's properties of the form with these controls, as JSON text. */
  properties(inner: string): Promise<string>;
  /** The outcome, or `pending` if there is none within `ms`. */
  soon(outcome: Promise<unknown>, ms?: number): Promise<any>;
  /** What happened to form controls since the form was put there, in order. */
  readonly happened: string[];
}

declare global {
  const wm: Probe;
}

/** Runs in the page before anything else. */
export function installProbe(): void {
  const words = (error: any): string => {
    // By what it is, not by its class: an error may come from a frame's realm.
    const kind = Object.prototype.toString.call(error);
    if (kind === '[object DOMException]') return `${error.name} ${error.code}`;
    if (kind === '[object Error]') return error.name;
    return `reason ${JSON.stringify(error) ?? String(error)}`;
  };
  const happened: string[] = [];
  const kinds = ['input', 'change', 'focusin', 'submit', 'reset', 'invalid'];
  const record = (event: any) => happened.push(`${event.type} ${event.target.id || event.target.name}`);
  const probe: Probe = {
    happened,
    get context() {
      return (document as any).modelContext;
    },
    tool: (name, over = {}) => ({
      name,
      description: 'What it does',
      execute: () => 'done',
      ...over,
    }),
    register: (over, options) =>
      probe.outcome(() => probe.context.registerTool(probe.tool('a', over), options)),
    registerRaw: (...given) => probe.outcome(() => probe.context.registerTool(...given)),
    async outcome(work) {
      let promise;
      try {
        promise = work();
      } catch (error) {
        return `at once ${words(error)}`;
      }
      try {
        const value = await promise;
        return value === undefined ? 'ok' : `ok ${JSON.stringify(value)}`;
      } catch (error) {
        return words(error);
      }
    },
    find: async (name) => (await probe.context.getTools()).find((tool: any) => tool.name === name),
    names: async () => (await probe.context.getTools()).map((tool: any) => tool.name),
    async run(name, ...rest) {
      const tool = await probe.find(name);
      return probe.outcome(() => probe.context.executeTool(tool, ...rest));
    },
    async result(execute) {
      await probe.context.registerTool(probe.tool('result', { execute }));
      return probe.run('result');
    },
    rest: (ms = 60) => new Promise((done) => setTimeout(done, ms)),
    count(type) {
      const events: any[] = [];
      probe.context.addEventListener(type, (event: any) => events.push(event));
      return { events };
    },
    async form(inner, attributes = '') {
      document.body.innerHTML = `<form id="f" toolname="t" tooldescription="d" ${attributes}>${inner}</form>`;
      await probe.rest(20);
      await probe.context.getTools();
      // The shim tells of forms that were there before as it tells of others: in a task.
      await probe.rest(20);
      for (const kind of kinds) document.addEventListener(kind, record, true);
      return document.getElementById('f');
    },
    async answering(inner, ...answer) {
      const form = await probe.form(inner, 'toolautosubmit');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        event.respondWith(answer.length ? answer[0] : 'answered');
      };
      return form;
    },
    async properties(inner) {
      await probe.form(inner);
      return JSON.stringify((await probe.find('t')).inputSchema.properties);
    },
    soon: (outcome, ms = 800) => Promise.race([outcome, probe.rest(ms).then(() => 'pending')]),
  };
  (globalThis as any).wm = probe;
}

/** One row of a table: what it shows, what to do in the page, what comes out in every browser. */
export type Row = readonly [title: string, run: () => unknown, want: unknown];
