import type { Row } from './probe.ts';

const controls =
  '<input id="a" name="a"><textarea id="ta" name="ta"></textarea><input id="n" name="n" type="number">' +
  '<input id="c" name="c" type="checkbox"><input id="r1" name="r" type="radio" value="1"><input id="r2" name="r" type="radio" value="2">' +
  '<select id="s" name="s"><option value="1">One<option value="2">Two<option value="3" disabled>Three</select>' +
  '<select id="m" name="m" multiple><option>1<option>2<option>3</select>' +
  '<input id="g1" name="g" type="checkbox" value="1"><input id="g2" name="g" type="checkbox" value="2" checked>' +
  '<input id="d" name="d" type="date"><input id="t" name="t" type="time"><input id="co" name="co" type="color">' +
  '<input id="ra" name="ra" type="range" max="10"><input name="h" type="hidden"><input id="x" name="x" disabled>';

/** What the form above holds when nothing was filled in. */
const empty = 'a=&ta=&n=&s=1&g=2&d=&t=&co=%23000000&ra=5&h=';

/** Fills the form and gives the outcome and what it holds then; `empty` if nothing changed. */
function filled(input: string): () => unknown {
  return new Function(`return (async () => {
      const form = await wm.answering(${JSON.stringify(controls)});
      const outcome = await wm.soon(wm.run('t', ${input}));
      const held = new URLSearchParams(new FormData(form)).toString();
      return [outcome, held === ${JSON.stringify(empty)} ? 'empty' : held];
    })()`) as () => unknown;
}

const done = 'ok "answered"';

/** Values that fit, and what the form holds afterwards. */
const fits: readonly (readonly [input: string, held: string])[] = [
  ['{}', 'empty'],
  ['undefined', 'empty'],
  ['{ a: "text" }', empty.replace('a=', 'a=text')],
  ['{ a: "two\\nlines" }', empty.replace('a=', 'a=twolines')],
  ['{ a: 5 }', empty.replace('a=', 'a=5')],
  ['{ a: true }', empty.replace('a=', 'a=true')],
  ['{ a: "" }', 'empty'],
  ['{ ta: "two\\nlines" }', empty.replace('ta=', 'ta=two%0Alines')],
  ['{ n: 5 }', empty.replace('n=', 'n=5')],
  ['{ n: "5" }', empty.replace('n=', 'n=5')],
  ...(['true', '1', '-1', '"true"', '"TRUE"', '"1"'] as const).map(
    (on) => [`{ c: ${on} }`, empty.replace('&s=', '&c=on&s=')] as const,
  ),
  ...(['false', '0', '"false"', '"0"'] as const).map((off) => [`{ c: ${off} }`, 'empty'] as const),
  ['{ r: "2" }', empty.replace('&s=', '&r=2&s=')],
  ['{ r: 2 }', empty.replace('&s=', '&r=2&s=')],
  ['{ s: "2" }', empty.replace('s=1', 's=2')],
  ['{ s: 2 }', empty.replace('s=1', 's=2')],
  ['{ s: "3" }', empty.replace('&s=1', '')],
  ['{ m: ["1", 3] }', empty.replace('&g=', '&m=1&m=3&g=')],
  ['{ m: [] }', 'empty'],
  ['{ g: ["1"] }', empty.replace('g=2', 'g=1')],
  ['{ g: [1, "2"] }', empty.replace('g=2', 'g=1&g=2')],
  ['{ d: "2024-02-03" }', empty.replace('d=', 'd=2024-02-03')],
  ['{ d: "" }', 'empty'],
  ['{ t: "10:11" }', empty.replace('t=&co', 't=10%3A11&co')],
  ['{ co: "#ABCDEF" }', empty.replace('000000', 'abcdef')],
  ['{ ra: 3 }', empty.replace('ra=5', 'ra=3')],
  ['{ ra: 99 }', empty.replace('ra=5', 'ra=10')],
];

/** Values that do not fit: nothing is filled in. */
const misfits = [
  'a: null',
  'a: {}',
  'a: []',
  'a: "\\n"',
  'n: ""',
  'n: "x"',
  'n: " 5"',
  'n: "+5"',
  'n: true',
  'n: null',
  'c: 1.5',
  'c: "yes"',
  'c: ""',
  'c: null',
  'r: "3"',
  'r: ""',
  'r: true',
  's: "Two"',
  's: ["2"]',
  's: true',
  'm: "1"',
  'm: ["9"]',
  'm: ["1", "1"]',
  'm: [null]',
  'g: "1"',
  'g: true',
  'g: ["x"]',
  'd: "tomorrow"',
  'd: "2024-02-30"',
  't: "25:00"',
  'ra: ""',
  'h: "1"',
  'x: "1"',
  'other: 1',
  'a: "first", other: 1',
];

/** How a call fills a form. */
export const formFills: Row[] = [
  ...fits.map(([input, held]): Row => [`fits: ${input}`, filled(input), [done, held]]),
  ...misfits.map((input): Row => [
    `does not fit: { ${input} }`,
    filled(`{ ${input} }`),
    ['UnknownError 0', 'empty'],
  ]),
  ...['[]', 'new Date(0)', '{ toJSON: () => "text" }'].map((input): Row => [
    `no object: ${input}`,
    filled(input),
    ['UnknownError 0', 'empty'],
  ]),
  ...(
    [
      ['{ other: 1, a: null }', 'Input contains a parameter "other" but there is no such parameter for the tool'],
      ['{ n: "x", other: 1 }', 'Invalid value "x" for parameter n'],
      ['{ a: null }', 'Invalid value for parameter a'],
      ['[]', 'JSON input arguments must be an object'],
    ] as const
  ).map(([input, want]): Row => [
    `the error says why: ${input}`,
    new Function(`return (async () => {
        await wm.answering(${JSON.stringify(controls)});
        const tool = await wm.find('t');
        return wm.context.executeTool(tool, ${input}).catch((error) => error.message);
      })()`) as () => unknown,
    want,
  ]),
  [
    'controls tell of input and change, in the order of the input, before the submission',
    async () => {
      await wm.answering(
        '<input id="a" name="a"><input id="c" name="c" type="checkbox"><select id="s" name="s"><option>1<option>2</select>',
      );
      await wm.run('t', { s: '2', c: true, a: 'x' });
      return wm.happened;
    },
    ['input s', 'change s', 'input c', 'change c', 'input a', 'change a', 'submit f'],
  ],
  [
    'they tell nothing when the value stays, but for boxes',
    async () => {
      await wm.answering(
        '<input id="a" name="a" value="x"><input id="c" name="c" type="checkbox"><input id="r" name="r" type="radio" value="1" checked>' +
          '<select id="s" name="s"><option>1<option>2</select><select id="m" name="m" multiple><option>1</select>',
      );
      await wm.run('t', { a: 'x', c: false, r: '1', s: '1', m: [] });
      return wm.happened;
    },
    ['change c', 'change r', 'submit f'],
  ],
  [
    'these events bubble, and input alone leaves shadow roots',
    async () => {
      const form = await wm.answering('<input name="a">');
      const seen: unknown[] = [];
      for (const type of ['input', 'change']) {
        form.addEventListener(type, (event: Event) =>
          seen.push([event.type, event.constructor.name, event.bubbles, event.composed, event.cancelable]),
        );
      }
      await wm.run('t', { a: 'x' });
      return seen;
    },
    [
      ['input', 'Event', true, true, false],
      ['change', 'Event', true, false, false],
    ],
  ],
  [
    'a framework that watches the value on the element hears of it',
    async () => {
      const form = await wm.answering('<input name="a">');
      const [field] = form.elements;
      let tracked = '';
      // What React does, to tell the visitor's changes from its own.
      Object.defineProperty(field, 'value', {
        configurable: true,
        get: () => tracked,
        set: (value) => (tracked = value),
      });
      const seen: unknown[] = [];
      const { get } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') as any;
      form.addEventListener('input', () => seen.push(get.call(field) !== tracked));
      return [await wm.run('t', { a: 'x' }), get.call(field), tracked];
    },
    ['ok "answered"', 'x', ''],
  ],
  [
    'names that hide members of the form',
    async () => {
      const form = await wm.answering(
        '<input name="submit"><input name="action"><input name="elements"><input name="__proto__">',
      );
      const input = JSON.parse('{"submit":"1","action":"2","elements":"3","__proto__":"4"}');
      return [await wm.run('t', input), [...new FormData(form).values()].join('')];
    },
    ['ok "answered"', '1234'],
  ],
];
