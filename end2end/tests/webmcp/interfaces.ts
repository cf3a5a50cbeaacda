import type { Row } from './probe.ts';

/** The interface objects, and what they are not. */
export const shape: Row[] = [
  [
    'the members of the prototype',
    () =>
      Object.getOwnPropertyNames((globalThis as any).ModelContext.prototype)
        .sort()
        .join(' '),
    'constructor executeTool getTools ontoolactivated ontoolcancel ontoolchange registerTool',
  ],
  [
    'how the members are defined',
    () => {
      const { prototype } = (globalThis as any).ModelContext;
      return Object.getOwnPropertyNames(prototype)
        .sort()
        .map((name) => {
          const { enumerable, configurable, writable, get, set, value } =
            Object.getOwnPropertyDescriptor(prototype, name) as any;
          return [
            name,
            enumerable,
            configurable,
            writable,
            get?.name,
            !!set,
            value?.name,
            value?.length,
          ]
            .map((part) => part ?? '-')
            .join(' ');
        });
    },
    [
      'constructor false true true - false ModelContext 0',
      'executeTool true true true - false executeTool 1',
      'getTools true true true - false getTools 0',
      'ontoolactivated true true - get ontoolactivated true - -',
      'ontoolcancel true true - get ontoolcancel true - -',
      'ontoolchange true true - get ontoolchange true - -',
      'registerTool true true true - false registerTool 1',
    ],
  ],
  [
    'the constructor is a hidden global that constructs nothing',
    async () => {
      const { enumerable, configurable, writable } = Object.getOwnPropertyDescriptor(
        window,
        'ModelContext',
      ) as any;
      const Type = (globalThis as any).ModelContext;
      return [
        enumerable,
        configurable,
        writable,
        await wm.outcome(() => new Type()),
        await wm.outcome(() => Type()),
      ];
    },
    [false, true, true, 'at once TypeError', 'at once TypeError'],
  ],
  [
    'the getter is on the prototype of documents',
    () => {
      const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(
        Document.prototype,
        'modelContext',
      ) as any;
      return [
        get.name,
        set === undefined,
        enumerable,
        configurable,
        Object.hasOwn(document, 'modelContext'),
      ];
    },
    ['get modelContext', true, true, true, false],
  ],
  [
    'the getter needs a document',
    () => wm.outcome(() => (Document.prototype as any).modelContext),
    'at once TypeError',
  ],
  [
    'the same object each time, of its class',
    () => [
      wm.context === wm.context,
      wm.context instanceof (globalThis as any).ModelContext,
      wm.context instanceof EventTarget,
      Object.prototype.toString.call(wm.context),
      wm.context.constructor.name,
    ],
    [true, true, true, '[object ModelContext]', 'ModelContext'],
  ],
  [
    'assigning to it does nothing',
    () => {
      const before = wm.context;
      new Function('document.modelContext = 5')();
      return wm.context === before;
    },
    true,
  ],
  [
    'a method on something else rejects',
    () => wm.outcome(() => (globalThis as any).ModelContext.prototype.getTools.call({})),
    'TypeError',
  ],
  [
    'nothing that the draft has dropped',
    () => [
      ...['unregisterTool', 'provideContext', 'clearContext'].filter((name) => name in wm.context),
      ...['modelContext', 'modelContextTesting'].filter((name) => name in navigator),
      ...['ModelContextClient'].filter((name) => name in window),
    ],
    [],
  ],
  ...['ToolActivatedEvent', 'ToolCancelEvent'].map((type): Row => [
    `${type} is an event with a tool's name`,
    new Function(`
        const made = new ${type}('x', { toolName: 'a', bubbles: true });
        const { enumerable, configurable, writable } = Object.getOwnPropertyDescriptor(window, '${type}');
        return [made.type, made.toolName, made.bubbles, made.isTrusted, made instanceof Event,
          Object.getPrototypeOf(${type}) === Event, Object.prototype.toString.call(made),
          ${type}.length, ${type}.name, Object.getOwnPropertyNames(${type}.prototype).sort().join(),
          enumerable, configurable, writable].join(' ');`) as () => unknown,
    `x a true false true true [object ${type}] 1 ${type} constructor,toolName false true true`,
  ]),
  ...(
    [
      ['no arguments', '', 'at once TypeError'],
      ['a number for init', '"x", 5', 'at once TypeError'],
      ['no init', '"x"', 'ok ""'],
      ['null for init', '"x", null', 'ok ""'],
      ['null for a name', '"x", { toolName: null }', 'ok "null"'],
    ] as const
  ).map(([title, given, want]): Row => [
    `an event from ${title}`,
    new Function(
      `return wm.outcome(() => new ToolCancelEvent(${given}).toolName)`,
    ) as () => unknown,
    want,
  ]),
  [
    'a document that left its frame neither registers, lists nor runs',
    async () => {
      await wm.register();
      const tool = await wm.find('a');
      const frame = document.createElement('iframe');
      frame.src = location.href;
      await new Promise((loaded) => {
        frame.onload = loaded;
        document.body.append(frame);
      });
      const inner = (frame.contentDocument as any).modelContext;
      frame.remove();
      return [
        await wm.outcome(() => inner.registerTool(wm.tool('b'))),
        await wm.outcome(() => inner.getTools()),
        await wm.outcome(() => inner.executeTool(tool)),
      ];
    },
    ['InvalidStateError 11', 'InvalidStateError 11', 'InvalidStateError 11'],
  ],
];
