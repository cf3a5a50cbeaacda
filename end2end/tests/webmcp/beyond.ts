/**
 * Rows that come out otherwise in the shim, each with the reason: what is done, what the browser's
 * own object gives, and what ours gives.
 */
type Unlike = readonly [title: string, run: () => unknown, natively: unknown, byScript: unknown];

export const beyond: Unlike[] = [
  [
    'nobody has asked for tools: forms are not looked at, so that they cost nothing',
    async () => {
      const changes = wm.count('toolchange');
      document.body.innerHTML = '<form toolname="t" tooldescription="d"></form>';
      await wm.rest();
      const before = changes.events.length;
      return [before, await wm.names()];
    },
    [1, ['t']],
    [0, ['t']],
  ],
  [
    'forms in shadow roots: finding them would mean to walk over every element',
    async () => {
      await wm.form('');
      for (const mode of ['open', 'closed'] as const) {
        const host = document.body.appendChild(document.createElement('div'));
        host.attachShadow({ mode }).innerHTML =
          `<form toolname="${mode}" tooldescription="d"></form>`;
      }
      await wm.rest();
      return wm.names();
    },
    ['closed', 'open', 't'],
    ['t'],
  ],
  [
    "a script's events are not trusted",
    async () => {
      const form = await wm.answering('<input name="a">');
      const seen: boolean[] = [];
      form.addEventListener('input', (event: Event) => seen.push(event.isTrusted));
      form.addEventListener('submit', (event: Event) => seen.push(event.isTrusted));
      await wm.run('t', { a: 'x' });
      return seen;
    },
    [true, true],
    [false, true],
  ],
  [
    'pseudo-classes are of the browser',
    async () => {
      const form = await wm.form('<button id="b">b</button>');
      void wm.run('t', {});
      await wm.rest();
      const matches = (selector: string) => {
        try {
          return document.querySelector(selector)?.id;
        } catch {
          return 'unknown';
        }
      };
      return [matches(':tool-form-active') === form.id, matches(':tool-submit-active')];
    },
    [true, 'b'],
    [false, 'unknown'],
  ],
  [
    'form.submit() makes no event, so that the call waits until the page goes or it is cancelled',
    async () => {
      const form = await wm.form('<button>b</button>', 'target="elsewhere"');
      form.insertAdjacentHTML('beforebegin', '<iframe name="elsewhere"></iframe>');
      const outcome = wm.run('t', {});
      await wm.rest();
      form.submit();
      return wm.soon(outcome);
    },
    'ok null',
    'pending',
  ],
  [
    'requestSubmit() of an invalid form looks like any other look at it; the visitor may mend it',
    async () => {
      const form = await wm.form('<input name="a" required><button>b</button>');
      const outcome = wm.run('t', {});
      await wm.rest();
      form.requestSubmit();
      return wm.soon(outcome);
    },
    'UnknownError 0',
    'pending',
  ],
  [
    'the constructor of submit events stays as it is',
    async () => {
      await wm.form('');
      return (new SubmitEvent('submit', { agentInvoked: true } as any) as any).agentInvoked;
    },
    true,
    false,
  ],
  [
    'of two calls of a form the first fails; natively it hangs for ever',
    async () => {
      await wm.form('<input id="a" name="a"><button id="b">b</button>');
      document.querySelector('form')?.addEventListener('submit', (event: any) => {
        event.preventDefault();
        event.respondWith('answered');
      });
      const first = wm.run('t', { a: '1' });
      await wm.rest();
      const second = wm.run('t', { a: '2' });
      const field = document.getElementById('a') as HTMLInputElement;
      do await wm.rest();
      while (field.value !== '2');
      document.getElementById('b')?.click();
      return [await wm.soon(first), await second];
    },
    ['pending', 'ok "answered"'],
    ['UnknownError 0', 'ok "answered"'],
  ],
  [
    'numbers stay as they are; natively they are cut to six digits',
    async () => {
      const form = await wm.answering('<input name="a">');
      await wm.run('t', { a: 1.23456789 });
      return form.elements.a.value;
    },
    '1.23457',
    '1.23456789',
  ],
  [
    'a form that is taken away while it is filled ends the call; natively it hangs for ever',
    async () => {
      const form = await wm.answering('<input name="a">');
      form.elements.a.oninput = () => form.remove();
      return wm.soon(wm.run('t', { a: 'x' }));
    },
    'pending',
    'UnknownError 0',
  ],
];
