import type { Row } from './probe.ts';

const UNKNOWN = 'UnknownError 0';

/** What becomes of a call while its form waits for the visitor: what the page does, and the outcome. */
const whileWaiting: readonly (readonly [what: string, deed: string, want: string])[] = [
  ['the visitor presses the button', 'b.click()', 'ok "answered"'],
  ['the page submits it', 'f.requestSubmit()', 'ok "answered"'],
  ['the visitor changes a value first', 'a.value = "2"; b.click()', 'ok "answered"'],
  ['an event that only looks like a submission', 'f.dispatchEvent(new Event("submit"))', 'pending'],
  ['the form is reset', 'f.reset()', UNKNOWN],
  ['a reset that the page prevents', 'f.onreset = (event) => event.preventDefault(); f.reset()', 'pending'],
  ['the form is removed', 'f.remove()', UNKNOWN],
  ['the form is moved', 'document.body.append(f)', UNKNOWN],
  ['the tool gets another name', 'f.setAttribute("toolname", "u")', UNKNOWN],
  ['the tool gets another description', 'f.setAttribute("tooldescription", "u")', UNKNOWN],
  ['the form becomes one that submits itself', 'f.toggleAttribute("toolautosubmit")', UNKNOWN],
  ['a control gets another name', 'a.name = "z"', UNKNOWN],
  ['a control becomes required', 'a.required = true', UNKNOWN],
  ['a control is added', 'f.insertAdjacentHTML("beforeend", "<input name=new>")', UNKNOWN],
  ['a change and back in one task', 'a.name = "z"; a.name = "a"', 'pending'],
  ['words are added', 'f.append("words")', 'pending'],
  ['the button is disabled', 'b.disabled = true', 'pending'],
  ['the button is removed', 'b.remove()', 'pending'],
  ['it is invalid when the visitor presses the button', 'a.setCustomValidity("no"); b.click()', UNKNOWN],
];

/** What a page answers, and what the caller gets. */
const answers: readonly (readonly [answer: string, want: string])[] = [
  ['"text"', 'ok "text"'],
  ['""', 'ok ""'],
  ['undefined', 'ok "undefined"'],
  ['null', 'ok "null"'],
  ['5', 'ok "5"'],
  ['NaN', 'ok "NaN"'],
  ['5n', 'ok "5"'],
  ['{ a: [1, undefined] }', 'ok "{\\"a\\":[1,null]}"'],
  ['{ toJSON() {} }', 'ok "undefined"'],
  ['() => 1', 'ok "undefined"'],
  ['new Map()', 'ok "{}"'],
  ['"a\\ud800"', 'ok null'],
  ['Promise.resolve("later")', 'ok "later"'],
  ['{ then: (done) => done("later") }', 'ok "later"'],
  ['document.all2 = {}, document.all2.a = document.all2', UNKNOWN],
];

/** How a form that is a tool is submitted, and what comes back. */
export const formSubmits: Row[] = [
  ...answers.map(([answer, want]): Row => [
    `respondWith(${answer})`,
    new Function(`return (async () => {
        await wm.answering('<input name="a">', (${answer}));
        return wm.run('t', { a: '1' });
      })()`) as () => unknown,
    want,
  ]),
  [
    'a rejected answer is a failed call, and no event of the page',
    async () => {
      const heard: unknown[] = [];
      addEventListener('unhandledrejection', (event) => heard.push(event.reason));
      const form = await wm.form('<input name="a">', 'toolautosubmit');
      form.setAttribute('onsubmit', 'event.preventDefault(); event.respondWith(Promise.reject("x"))');
      const outcome = await wm.run('t', {});
      await wm.rest();
      return [outcome, heard];
    },
    [UNKNOWN, []],
  ],
  [
    'the last of two answers counts',
    async () => {
      const form = await wm.form('', 'toolautosubmit');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        event.respondWith('one');
        event.respondWith('two');
      };
      return wm.run('t', {});
    },
    'ok "two"',
  ],
  [
    'an answer in a microtask is in time, one in a later task is not',
    async () => {
      const seen: unknown[] = [];
      const form = await wm.form('', 'toolautosubmit');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        Promise.resolve().then(() => event.respondWith('micro'));
      };
      seen.push(await wm.run('t', {}));
      form.onsubmit = (event: any) => {
        event.preventDefault();
        setTimeout(async () => seen.push(await wm.outcome(() => event.respondWith('late'))), 20);
      };
      seen.push(await wm.run('t', {}));
      await wm.rest();
      return seen;
    },
    ['ok "micro"', UNKNOWN, 'at once InvalidStateError 11'],
  ],
  [
    'an answer needs preventDefault() first',
    async () => {
      const seen: unknown[] = [];
      const form = await wm.form('', 'toolautosubmit');
      form.onsubmit = async (event: any) => {
        seen.push(await wm.outcome(() => event.respondWith('early')));
      };
      form.addEventListener('submit', (event: any) => event.preventDefault());
      return [await wm.run('t', {}), seen];
    },
    [UNKNOWN, ['at once InvalidStateError 11']],
  ],
  [
    'an answer needs a value',
    async () => {
      const form = await wm.form('', 'toolautosubmit');
      let said: unknown;
      form.onsubmit = async (event: any) => {
        event.preventDefault();
        said = await wm.outcome(() => event.respondWith());
      };
      return [await wm.run('t', {}), said];
    },
    [UNKNOWN, 'at once TypeError'],
  ],
  [
    'preventDefault() without an answer is an error of the site, and says so',
    async () => {
      const form = await wm.form('', 'toolautosubmit');
      form.onsubmit = (event: any) => event.preventDefault();
      const tool = await wm.find('t');
      return wm.context.executeTool(tool, {}).catch((error: any) => error.message);
    },
    "The site has a programming error: it called preventDefault() on the 'submit' event, without also calling respondWith() with the tool result",
  ],
  [
    'a submission by an agent says so, one by a person does not',
    async () => {
      const seen: unknown[] = [];
      const form = await wm.form('<input type="image" alt="i" id="i"><button id="b">b</button>', 'toolautosubmit');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        seen.push([event.agentInvoked, event.isTrusted, event.submitter?.id]);
        if (event.agentInvoked) event.respondWith('answered');
      };
      await wm.run('t', {});
      document.getElementById('b')?.click();
      form.onsubmit = async (event: any) => {
        event.preventDefault();
        seen.push(await wm.outcome(() => event.respondWith('x')));
      };
      document.getElementById('b')?.click();
      await wm.rest();
      return seen;
    },
    [[true, true, 'i'], [false, true, 'b'], 'at once InvalidStateError 11'],
  ],
  [
    'without a button it submits itself all the same',
    async () => {
      const form = await wm.form('<button type="button">no</button><button disabled>no</button>', 'toolautosubmit');
      form.onsubmit = (event: any) => {
        event.preventDefault();
        event.respondWith(event.submitter);
      };
      return wm.run('t', {});
    },
    'ok "null"',
  ],
  ...['target="elsewhere"', 'action="javascript:void 0"'].map((attributes): Row => [
    `a submission that nobody prevents gives null: ${attributes}`,
    new Function(`return (async () => {
        const form = await wm.form('<input name="a">', 'toolautosubmit ' + ${JSON.stringify(attributes)});
        form.insertAdjacentHTML('beforebegin', '<iframe name="elsewhere"></iframe>');
        return wm.run('t', { a: '1' });
      })()`) as () => unknown,
    'ok null',
  ]),
  [
    'a submission of a dialog gives null, and closes it',
    async () => {
      const form = await wm.form('', 'toolautosubmit method="dialog"');
      const dialog = document.createElement('dialog');
      dialog.open = true;
      form.before(dialog);
      dialog.append(form);
      await wm.rest();
      return [await wm.run('t', {}), dialog.open];
    },
    ['ok null', false],
  ],
  [
    'an answer without preventDefault() throws in the page, and the form is submitted',
    async () => {
      const form = await wm.form('', 'toolautosubmit target="elsewhere"');
      form.insertAdjacentHTML('beforebegin', '<iframe name="elsewhere"></iframe>');
      let said: unknown;
      form.onsubmit = async (event: any) => {
        said = await wm.outcome(() => event.respondWith('x'));
      };
      return [await wm.run('t', {}), said];
    },
    ['ok null', 'at once InvalidStateError 11'],
  ],
  [
    'an invalid form is not submitted, and the error says why',
    async () => {
      const form = await wm.answering(
        '<input id="a" name="a"><input id="b" name="b"><input id="c" type="number" name="c">',
      );
      form.elements.a.setCustomValidity('No.');
      form.elements.b.setCustomValidity('Nor this');
      const tool = await wm.find('t');
      const said = await wm.context.executeTool(tool, { c: 1 }).catch((error: any) => error.message);
      return [said, wm.happened, document.activeElement?.id];
    },
    [
      'Form validation failed: a: No.. b: Nor this. ',
      ['input c', 'change c', 'invalid a', 'invalid b', 'focusin a'],
      'a',
    ],
  ],
  ...['novalidate', 'by its button'].map((how): Row => [
    `nobody looks whether it is valid: ${how}`,
    new Function(`return (async () => {
        const form = await wm.answering('<input name="a" required><button ${how === 'novalidate' ? '' : 'formnovalidate'}>b</button>');
        ${how === 'novalidate' ? 'form.noValidate = true;' : ''}
        return wm.run('t', {});
      })()`) as () => unknown,
    'ok "answered"',
  ]),
  [
    'what is required may be there already',
    async () => (await wm.answering('<input name="a" required value="v">'), wm.run('t', {})),
    'ok "answered"',
  ],
  [
    'a form that does not submit itself is filled, and waits with the focus on its button',
    async () => {
      await wm.form('<input id="a" name="a"><button id="b">b</button>');
      const outcome = await wm.soon(wm.run('t', { a: 'x' }));
      return [outcome, wm.happened, document.activeElement?.id];
    },
    ['pending', ['input a', 'change a', 'focusin b'], 'b'],
  ],
  [
    'it waits also while it is not valid yet',
    async () => {
      await wm.form('<input id="a" name="a" required><button id="b">b</button>');
      return [await wm.soon(wm.run('t', {})), wm.happened];
    },
    ['pending', ['focusin b']],
  ],
  ...['', '<button disabled>b</button>', '<button type="button">b</button>'].map((button): Row => [
    `it must have a button: ${button || 'none'}`,
    new Function(`return (async () => {
        const form = await wm.form('<input name="a">' + ${JSON.stringify(button)});
        return [await wm.soon(wm.run('t', { a: 'x' })), form.elements.a.value];
      })()`) as () => unknown,
    [UNKNOWN, ''],
  ]),
  ...whileWaiting.map(([what, deed, want]): Row => [
    `while it waits: ${what}`,
    new Function(`return (async () => {
        const f = await wm.form('<input id="a" name="a"><button id="b">b</button>');
        const [a, b] = [document.getElementById('a'), document.getElementById('b')];
        f.addEventListener('submit', (event) => {
          event.preventDefault();
          if (event.agentInvoked) event.respondWith('answered');
        });
        const outcome = wm.run('t', { a: 'x' });
        await wm.rest();
        ${deed};
        return wm.soon(outcome, ${want === 'pending' ? 800 : 10_000});
      })()`) as () => unknown,
    want,
  ]),
];
