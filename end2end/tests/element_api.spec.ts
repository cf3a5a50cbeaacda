/**
 * What an owner can set of `<site-agent>` and hear from it: every attribute, property, method,
 * event, CSS property and part. (`mode`, `lang` and what stands on the accent have specs of their
 * own.)
 */
import type { Page } from '@playwright/test';
import type { Agent } from '../fixtures/test.ts';
import { expect, test } from '../fixtures/test.ts';

type Visit = (path: string) => Promise<Agent>;

/** Places the element on a page that has its script and some tools. */
async function place(visit: Visit, page: Page, attributes: Record<string, string> = {}): Promise<Agent> {
  const agent = await visit('/api.html');
  await page.evaluate(async (attributes) => {
    await customElements.whenDefined('site-agent');
    const element = document.createElement('site-agent');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
  }, attributes);
  return agent;
}

const RULES = { models: 'rules' };
const set = (page: Page, name: string, value: string) =>
  page.evaluate(([name = '', value = '']) => document.querySelector('site-agent')?.setAttribute(name, value), [name, value]);

/** A colour as the browser has computed it. */
const style = (page: Page, selector: string, property: string) =>
  page.evaluate(
    ([selector = '', property = '']) => {
      const node = document.querySelector('site-agent')?.shadowRoot?.querySelector(selector);
      return node ? getComputedStyle(node).getPropertyValue(property) : `no ${selector}`;
    },
    [selector, property],
  );

test('label, heading and placeholder say what they are told, or what each is by itself', async ({ page, visit }) => {
  const agent = await place(visit, page, RULES);
  await expect(page.getByRole('button', { name: 'Ask this site' })).toBeVisible();
  await agent.open();
  await expect(page.getByRole('dialog', { name: 'Ask this site' })).toBeVisible();
  await expect(agent.composer).toHaveAttribute('placeholder', 'What can I do for you?');
  await set(page, 'label', 'Ask the archive');
  await expect(page.getByRole('dialog', { name: 'Ask the archive' })).toBeVisible();
  await set(page, 'heading', 'Ask away');
  await expect(page.getByRole('dialog', { name: 'Ask away' })).toBeVisible();
  await set(page, 'placeholder', 'Try me');
  await expect(agent.composer).toHaveAttribute('placeholder', 'Try me');
  await page.evaluate(() => document.querySelector('site-agent')?.hide());
  await expect(page.locator('site-agent').getByRole('button', { name: 'Ask the archive' })).toBeVisible();
});

test('suggestions are offered until something was said', async ({ page, visit }) => {
  const agent = await place(visit, page, { ...RULES, suggestions: 'list notes | add a note "Buy milk"' });
  await agent.open();
  await expect(agent.button('list notes')).toBeVisible();
  await agent.button('add a note "Buy milk"').click();
  await expect(agent.card('Add a note')).toBeVisible();
  await expect(agent.button('list notes')).toBeHidden();
});

test('models decides who answers, and a change of it starts afresh', async ({ page, visit }) => {
  const agent = await place(visit, page, RULES);
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes.');
  await expect(agent.panel).toContainText('demo rules, not AI', { ignoreCase: true });
  await set(page, 'models', 'chrome');
  await expect(agent.log).not.toContainText('There are no notes.');
  await agent.ask('list notes');
  await expect(agent.log).toContainText('No model can answer here');
});

test('proxy-url is asked by itself, and widget names whose settings hold', async ({ page, visit, program }) => {
  const agent = await visit('/api.html');
  const asked: string[] = [];
  await page.route('**/api/agent*', async (route) => {
    asked.push(route.request().url());
    expect(route.request().headers().accept).toContain('text/event-stream');
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    if (route.request().method() === 'OPTIONS')
      return route.fulfill({ status: 204, headers: { ...headers, 'access-control-allow-headers': '*' } });
    return route.fulfill({ headers, body: JSON.stringify({ type: 'answer', text: 'From the proxy.' }) });
  });
  await page.evaluate((url) => {
    const element = document.createElement('site-agent');
    element.setAttribute('proxy-url', url);
    document.body.append(element);
  }, `${program.origin}/api/agent`);
  await agent.ask('hello');
  await expect(agent.log).toContainText('From the proxy.');
  expect(new Set(asked)).toEqual(new Set([`${program.origin}/api/agent`]));

  await page.evaluate(() => {
    document.querySelector('site-agent')?.remove();
    const element = document.createElement('site-agent');
    element.setAttribute('widget', 'default');
    element.setAttribute('models', 'proxy');
    document.body.append(element);
  });
  await agent.ask('hello');
  await expect(agent.log).toContainText('From the proxy.');
  expect(asked.at(-1)).toBe(`${program.origin}/api/agent?widget=default`);
});

test('pre-approved spares the card, by spaces or commas', async ({ page, visit }) => {
  for (const names of ['list_notes, add_note', 'add_note remove_notes']) {
    const agent = await place(visit, page, { ...RULES, 'pre-approved': names });
    await agent.ask('add a note "Buy milk"');
    await expect(agent.log).toContainText('There are now 1 notes.');
    await expect(agent.allow).toBeHidden();
    // What cannot be taken back asks all the same.
    await agent.ask('remove all notes');
    await expect(agent.card('Remove all notes')).toBeVisible();
    await agent.deny.click();
  }
});

/** A model of the page's own that calls a tool for ever, and says what it was told. */
const looping = () => {
  const asked: any[] = [];
  Object.assign(globalThis, { asked });
  document.querySelector('site-agent')!.options = {
    model: {
      name: 'own',
      respond: (request: any) => {
        asked.push(request.instructions);
        return { type: 'tool', name: 'list_notes', arguments: {} };
      },
    },
  };
};

test('max-steps ends a run, and instructions reach the model', async ({ page, visit }) => {
  const agent = await place(visit, page, { 'max-steps': '2', instructions: 'Speak like a pirate.' });
  await page.evaluate(looping);
  await agent.ask('go on');
  await expect(agent.button('Send')).toBeVisible();
  const asked = await page.evaluate(() => (globalThis as any).asked);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatch(/untrusted-data[^]+Speak like a pirate\.\s*$/);
});

test('open, show() and hide() open and close it', async ({ page, visit }) => {
  const agent = await place(visit, page, { ...RULES, open: '' });
  await expect(agent.panel).toBeVisible();
  await expect(agent.composer, 'nobody but the visitor moves the focus').not.toBeFocused();
  await page.evaluate(() => document.querySelector('site-agent')?.removeAttribute('open'));
  await expect(agent.panel).toBeHidden();
  await page.evaluate(() => document.querySelector('site-agent')?.show());
  await expect(agent.panel).toBeVisible();
  await page.evaluate(() => document.querySelector('site-agent')?.hide());
  await expect(agent.panel).toBeHidden();
  await set(page, 'open', '');
  await expect(agent.panel).toBeVisible();
});

test('theme decides the colours, whatever the visitor prefers', async ({ page, visit }) => {
  const agent = await place(visit, page, RULES);
  await agent.open();
  const ground = () => style(page, '.panel', 'background-color');
  const light = await ground();
  await set(page, 'theme', 'dark');
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await set(page, 'theme', 'light');
  await expect.poll(ground).toBe(light);
  await set(page, 'theme', 'auto');
  await expect.poll(ground).toBe(dark);
});

test('position puts the launcher and the panel on the other side', async ({ page, visit }) => {
  const agent = await place(visit, page, RULES);
  const width = page.viewportSize()!.width;
  const left = async () => (await agent.launcher.boundingBox())!.x;
  expect(await left()).toBeGreaterThan(width / 2);
  for (const start of ['start', 'bottom-left']) {
    await set(page, 'position', start);
    await expect.poll(left).toBe(20);
  }
  await agent.open();
  expect((await agent.panel.boundingBox())!.x).toBeLessThan(width / 2);
});

test('options win over attributes, and configure() adds to them', async ({ page, visit }) => {
  const agent = await place(visit, page, { ...RULES, label: 'Ask the attribute' });
  await page.evaluate(() => (document.querySelector('site-agent')!.options = { label: 'Ask the option' }));
  await expect(page.getByRole('button', { name: 'Ask the option' })).toBeVisible();
  await page.evaluate(() => document.querySelector('site-agent')!.configure({ heading: 'Ask with both' }));
  const kept = await page.evaluate(() => document.querySelector('site-agent')!.options);
  expect(kept).toEqual({ label: 'Ask the option', heading: 'Ask with both' });
  await agent.open();
  await expect(page.getByRole('dialog', { name: 'Ask with both' })).toBeVisible();
});

test('options give a model, tools, a confirm and bounds', async ({ page, visit }) => {
  const agent = await place(visit, page);
  await page.evaluate(() => {
    const replies: any[] = [
      { type: 'tool', name: 'ring', arguments: { times: 3 } },
      { type: 'tool', name: 'wait', arguments: {} },
      { type: 'answer', text: 'That is all.' },
    ];
    const requests: any[] = [];
    Object.assign(globalThis, { requests });
    const look = { readOnlyHint: true, untrustedContentHint: false, consequentialHint: false };
    document.querySelector('site-agent')!.options = {
      model: { name: 'own', respond: () => replies.shift() },
      confirm: (request: any) => {
        requests.push([request.tool.name, request.reason, request.lines]);
        return true;
      },
      toolTimeoutMs: 300,
      maxSteps: 4,
      tools: [
        { name: 'ring', description: 'Rings.', annotations: { ...look, readOnlyHint: false }, execute: () => 'Rung.' },
        { name: 'wait', description: 'Waits.', annotations: look, execute: () => new Promise(() => {}) },
      ],
    };
  });
  await agent.ask('go');
  await expect(agent.log).toContainText('That is all.');
  await expect(agent.allow).toBeHidden();
  const requests = await page.evaluate(() => (globalThis as any).requests);
  expect(requests).toEqual([['ring', 'not-read-only', [{ key: 'times', label: 'Times', value: '3' }]]]);
  const trace = await page.evaluate(() => document.querySelector('site-agent')!.lastTrace);
  const results = trace!.steps.filter(({ type }: any) => type === 'tool-result').map(({ outcome }: any) => outcome);
  expect(results).toEqual(['ok', 'error']);
});

test('a change of options waits for the end of a run and then starts afresh', async ({ page, visit }) => {
  const agent = await place(visit, page);
  await page.evaluate(() => {
    const element = document.querySelector('site-agent')!;
    element.options = {
      model: {
        name: 'first',
        respond: () => new Promise((resolve) => Object.assign(globalThis, { resolve })),
      },
    };
  });
  await agent.ask('hello');
  await expect(agent.button('Stop')).toBeVisible();
  await page.evaluate(() => {
    document.querySelector('site-agent')!.options = {
      model: { name: 'second', respond: () => ({ type: 'answer', text: 'From the second.' }) },
    };
  });
  await expect(agent.button('Stop')).toBeVisible();
  await expect(agent.log).toContainText('hello');
  await page.evaluate(() => (globalThis as any).resolve({ type: 'answer', text: 'From the first.' }));
  await expect(agent.button('Send')).toBeVisible();
  await expect(agent.log).not.toContainText('hello');
  await agent.ask('again');
  await expect(agent.log).toContainText('From the second.');
  await expect(agent.log).not.toContainText('From the first.');
});

test('ask(), reset(), agent and lastTrace, from the page’s own script', async ({ page, visit }) => {
  const agent = await place(visit, page, RULES);
  const before = await page.evaluate(() => {
    const { agent, lastTrace } = document.querySelector('site-agent')!;
    return [agent, lastTrace];
  });
  expect(before, 'before anybody is interested').toEqual([undefined, undefined]);
  await page.evaluate(() => document.querySelector('site-agent')!.ask('list notes'));
  await expect(agent.panel).toBeVisible();
  await expect(agent.log).toContainText('There are no notes.');
  const { model, messages, status } = await page.evaluate(() => {
    const { agent, lastTrace } = document.querySelector('site-agent')!;
    return { model: agent!.model, messages: agent!.messages, status: lastTrace!.status };
  });
  expect([model, status]).toEqual(['rules', 'answered']);
  expect(messages[0]).toEqual({ role: 'user', text: 'list notes' });
  await page.evaluate(() => document.querySelector('site-agent')!.reset());
  await expect(agent.log).not.toContainText('There are no notes.');
  expect(await page.evaluate(() => document.querySelector('site-agent')!.agent!.messages)).toEqual([]);
});

test('its events bubble out of shadow trees and tell what the run does', async ({ page, visit }) => {
  const agent = await visit('/api.html');
  await page.evaluate(async () => {
    await customElements.whenDefined('site-agent');
    // The page keeps it in a component of its own.
    const host = document.createElement('div');
    document.body.append(host);
    const element = document.createElement('site-agent');
    element.setAttribute('models', 'rules');
    host.attachShadow({ mode: 'open' }).append(element);
    const heard: any[] = [];
    Object.assign(globalThis, { heard });
    for (const name of ['site-agent-event', 'site-agent-done']) {
      document.addEventListener(name, (event) => {
        const { detail } = event as CustomEvent;
        heard.push([name, detail.type ?? detail.status, event.composed, event.bubbles]);
        if (name === 'site-agent-done') Object.assign(globalThis, { result: detail });
      });
    }
  });
  await agent.ask('list notes');
  await expect(agent.log).toContainText('There are no notes.');
  const { heard, result } = await page.evaluate(() => globalThis as any).then(() =>
    page.evaluate(() => ({ heard: (globalThis as any).heard, result: (globalThis as any).result })),
  );
  const types = heard.map(([name, type]: string[]) => `${name} ${type}`);
  for (const type of ['thinking', 'tool-call', 'confirm-result', 'tool-result', 'answer', 'done']) {
    expect(types).toContain(`site-agent-event ${type}`);
  }
  expect(types.filter((type: string) => type.startsWith('site-agent-done'))).toEqual(['site-agent-done answered']);
  expect(heard.every(([, , composed, bubbles]: boolean[]) => composed && bubbles)).toBe(true);
  expect(result).toMatchObject({ status: 'answered', answer: 'There are no notes.', trace: { version: 1 } });
});

/** Each CSS property: where it shows, by default in light, and when an owner has set it. */
const PROPERTIES: [name: string, selector: string, property: string, byDefault: string, given: string, shown: string][] = [
  ['--site-agent-accent', '.launcher', 'background-color', 'rgb(15, 118, 110)', 'rgb(120, 0, 80)', 'rgb(120, 0, 80)'],
  ['--site-agent-bg', '.panel', 'background-color', 'rgb(255, 255, 255)', 'rgb(250, 240, 230)', 'rgb(250, 240, 230)'],
  ['--site-agent-fg', '.panel', 'color', 'rgb(29, 27, 24)', 'rgb(0, 0, 80)', 'rgb(0, 0, 80)'],
  ['--site-agent-border', '.panel', 'border-block-start-color', 'rgb(221, 214, 201)', 'rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
  ['--site-agent-radius', '.launcher', 'border-start-start-radius', '10px', '3px', '3px'],
  ['--site-agent-font', '.panel', 'font-family', 'system-ui', 'Georgia', 'Georgia'],
];

for (const [name, selector, property, byDefault, given, shown] of PROPERTIES) {
  test(`${name} has its default and gives way`, async ({ page, visit }) => {
    await place(visit, page, { ...RULES, open: '' });
    const now = () => style(page, selector, property);
    await expect.poll(now).toContain(byDefault);
    await page.addStyleTag({ content: `site-agent { ${name}: ${given} }` });
    await expect.poll(now).toContain(shown);
  });
}

test('muted, surface and danger reach what they are for', async ({ page, visit }) => {
  const agent = await place(visit, page, RULES);
  await page.addStyleTag({
    content: `site-agent { --site-agent-muted: rgb(1, 1, 1); --site-agent-surface: rgb(2, 2, 2);
      --site-agent-danger: rgb(3, 3, 3) }`,
  });
  await set(page, 'models', 'chrome');
  await agent.ask('hello');
  await expect(agent.log).toContainText('No model can answer here');
  const used = () =>
    page.evaluate(() => {
      const seen = new Set<string>();
      const root = document.querySelector('site-agent')?.shadowRoot;
      for (const node of root?.querySelectorAll('*') ?? []) {
        const { color, backgroundColor, borderBlockStartColor, borderInlineStartColor } = getComputedStyle(node);
        for (const one of [color, backgroundColor, borderBlockStartColor, borderInlineStartColor]) seen.add(one);
      }
      return [...seen];
    });
  // Colours change over a moment.
  await expect.poll(used).toEqual(expect.arrayContaining(['rgb(1, 1, 1)', 'rgb(2, 2, 2)', 'rgb(3, 3, 3)']));
});

test('the launcher stands in front of the page, as far as its owner wants', async ({ page, visit }) => {
  await place(visit, page, RULES);
  const layer = () => page.evaluate(() => getComputedStyle(document.querySelector('site-agent')!).zIndex);
  expect(await layer()).toBe('2147483000');
  await page.addStyleTag({ content: 'site-agent { --site-agent-z: 7 }' });
  expect(await layer()).toBe('7');
});

test('launcher, panel and card are parts', async ({ page, visit }) => {
  const agent = await place(visit, page, RULES);
  await page.addStyleTag({
    content: ['launcher', 'panel', 'card'].map((part) => `site-agent::part(${part}) { outline: 3px solid rgb(7, 7, 7) }`).join('\n'),
  });
  const outlined = () =>
    page.evaluate(() => {
      const parts = document.querySelector('site-agent')?.shadowRoot?.querySelectorAll('[part]') ?? [];
      return Array.from(parts)
        .filter((node) => getComputedStyle(node).outlineColor === 'rgb(7, 7, 7)')
        .map((node) => node.getAttribute('part'));
    });
  expect(await outlined()).toEqual(['launcher']);
  await agent.ask('add a note "Buy milk"');
  await expect(agent.card('Add a note')).toBeVisible();
  expect((await outlined()).sort()).toEqual(['card', 'launcher', 'panel']);
});
