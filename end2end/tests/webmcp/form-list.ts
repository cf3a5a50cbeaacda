import type { Row } from './probe.ts';

/** Which forms are tools, what is listed of them, and what changes make other tools of them. */
export const formList: Row[] = [
  [
    'a form is listed with its description, title and schema, and without annotations',
    async () => {
      await wm.form('<input name="a" required>', 'tooltitle="T"');
      const { window: _, origin, ...tool } = await wm.find('t');
      return [JSON.stringify(tool), origin === location.origin, _ === window];
    },
    [
      '{"description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},"name":"t","title":"T"}',
      true,
      true,
    ],
  ],
  [
    'its members stand in order',
    async () => (await wm.form(''), Object.keys(await wm.find('t'))),
    ['description', 'inputSchema', 'name', 'origin', 'title', 'window'],
  ],
  ...(
    [
      ['toolname="t"', []],
      ['tooldescription="d"', []],
      ['toolname="t" tooldescription', ['t||']],
      ['toolname="t" tooldescription=" "', ['t|| ']],
      ['toolname="" tooldescription="d"', []],
      ['toolname="a b" tooldescription="d"', []],
      ['toolname=" t" tooldescription="d"', []],
      ['toolname="é" tooldescription="d"', []],
      [`toolname="${'x'.repeat(129)}" tooldescription="d"`, []],
      ['toolname="t" tooldescription="d" hidden', ['t||d']],
      ['toolname="t" tooldescription="d" inert title="x"', ['t||d']],
      ['toolname="t" tooldescription="a&#10;  b" tooltitle="&#9;"', ['t|\t|a\n  b']],
    ] as [string, string[]][]
  ).map(([attributes, want]): Row => [
    `<form ${attributes.slice(0, 60)}>`,
    new Function(`return (async () => {
        document.body.innerHTML = ${JSON.stringify(`<form ${attributes}></form>`)};
        await wm.rest(20);
        const tools = await wm.context.getTools();
        return tools.map(({ name, title, description }) => [name, title, description].join('|'));
      })()`) as () => unknown,
    want,
  ]),
  [
    'a form in a template or out of the document is none',
    async () => {
      await wm.form('');
      document.body.innerHTML =
        '<template><form toolname="a" tooldescription="d"></form></template>';
      const loose = document.createElement('form');
      loose.setAttribute('toolname', 'b');
      loose.setAttribute('tooldescription', 'd');
      await wm.rest(20);
      return wm.names();
    },
    [],
  ],
  [
    'of two forms of one name the first is the tool, and the second does not take over by itself',
    async () => {
      const first = await wm.form('');
      first.insertAdjacentHTML(
        'afterend',
        '<form id="g" toolname="t" tooldescription="second"></form>',
      );
      await wm.rest(20);
      const seen = [await wm.find('t').then((tool) => tool.description)];
      first.remove();
      await wm.rest(20);
      seen.push(...(await wm.names()));
      document.getElementById('g')?.setAttribute('tooltitle', 'x');
      await wm.rest(20);
      seen.push((await wm.find('t')).description);
      return seen;
    },
    ['d', 'second'],
  ],
  [
    "a form's name is taken for registerTool",
    async () => (await wm.form(''), wm.registerRaw(wm.tool('t'))),
    'InvalidStateError 11',
  ],
  [
    'a registered name is taken for a form, also when it is free again',
    async () => {
      const stop = new AbortController();
      await wm.registerRaw(wm.tool('t'), { signal: stop.signal });
      const form = await wm.form('');
      const seen = [(await wm.find('t')).description];
      stop.abort();
      await wm.rest(20);
      seen.push(...(await wm.names()));
      form.setAttribute('tooldescription', 'now');
      await wm.rest(20);
      seen.push((await wm.find('t')).description);
      return seen;
    },
    ['What it does', 'now'],
  ],
  [
    'a form registers in a task',
    async () => {
      await wm.form('');
      const changes = wm.count('toolchange');
      document.body.innerHTML = '<form toolname="u" tooldescription="d"></form>';
      const names = await wm.names();
      await wm.rest(20);
      return [names, await wm.names(), changes.events.length];
    },
    [[], ['u'], 2],
  ],
  [
    'a removed form is out at once',
    async () => {
      const form = await wm.form('');
      const changes = wm.count('toolchange');
      form.remove();
      const names = await wm.names();
      await wm.rest(20);
      return [names, changes.events.length];
    },
    [[], 1],
  ],
  [
    'a moved form is out at once, and back in a task',
    async () => {
      const form = await wm.form('');
      const changes = wm.count('toolchange');
      document.body.append(form);
      const names = await wm.names();
      await wm.rest(20);
      return [names, await wm.names(), changes.events.length];
    },
    [[], ['t'], 2],
  ],
  [
    'a form without its name is out at once',
    async () => {
      const form = await wm.form('');
      form.removeAttribute('toolname');
      return wm.names();
    },
    [],
  ],
  ...(
    [
      ['toolname', 'f.setAttribute("toolname", "u")', 2],
      ['tooldescription', 'f.setAttribute("tooldescription", "u")', 2],
      ['tooltitle', 'f.setAttribute("tooltitle", "u")', 2],
      ['toolautosubmit', 'f.toggleAttribute("toolautosubmit")', 2],
      ['a new control', 'f.insertAdjacentHTML("beforeend", "<input name=new>")', 2],
      ['a removed control', 'a.remove()', 2],
      ["a control's name", 'a.name = "b"', 2],
      ["a control's type", 'a.type = "number"', 2],
      ['required', 'a.required = true', 2],
      ['toolparamdescription', 'a.setAttribute("toolparamdescription", "x")', 2],
      ['pattern', 'a.pattern = "x"', 2],
      ['min', 'n.min = 3', 2],
      ['max', 'n.max = 3', 2],
      ['step', 'n.step = 3', 2],
      ['disabled', 'a.disabled = true', 2],
      ['a disabled fieldset', 's.disabled = true', 2],
      ['readonly', 'a.readOnly = true', 2],
      ['multiple', 'o.multiple = true', 2],
      ["a radio button's value", 'r.setAttribute("value", "9")', 2],
      ['a control that leaves by its form attribute', 'a.setAttribute("form", "")', 2],
      ['a control that joins by its form attribute', 'x.setAttribute("form", "f")', 2],
      ['two changes in one task', 'a.name = "b"; a.required = true', 2],
      ['a change and back in one task', 'a.name = "b"; a.name = "a"', 0],
      ['the same name again', 'f.setAttribute("toolname", "t")', 0],
      ['a value', 'a.value = "x"', 0],
      ['a value attribute', 'a.setAttribute("value", "x")', 0],
      ['a checked box', 'c.checked = true', 0],
      ['maxlength', 'a.maxLength = 3', 0],
      ['action and method', 'f.action = "/x"; f.method = "post"', 0],
      ['words of a label', 'l.firstChild.data = "new"', 0],
      ['an option', 'o.add(new Option("new"))', 0],
      ['a reset', 'f.reset()', 0],
      ['a button', 'f.append(document.createElement("button"))', 0],
      ['hidden', 'f.hidden = true', 0],
    ] as const
  ).map(([title, change, want]): Row => [
    `${title}: ${want ? 'another tool' : 'the same tool'}`,
    new Function(`return (async () => {
        const f = await wm.form('<label id="l">L<input id="a" name="a"></label><input id="n" name="n"' +
          ' type="number"><input id="c" name="c" type="checkbox"><input id="r" name="r" type="radio"' +
          ' value="1"><select id="o" name="o"><option>1</select><fieldset id="s"><input name="i"></fieldset>');
        document.body.insertAdjacentHTML('beforeend', '<input id="x" name="x">');
        const [a, c, l, n, o, r, s, x] = ['a', 'c', 'l', 'n', 'o', 'r', 's', 'x'].map((id) => document.getElementById(id));
        await wm.rest(20);
        const changes = wm.count('toolchange');
        ${change};
        await wm.rest(80);
        return changes.events.length;
      })()`) as () => unknown,
    want,
  ]),
  [
    'another tool is listed only in the next task',
    async () => {
      const form = await wm.form('');
      form.setAttribute('tooldescription', 'new');
      const before = (await wm.find('t')).description;
      await wm.rest(20);
      return [before, (await wm.find('t')).description];
    },
    ['d', 'new'],
  ],
];
