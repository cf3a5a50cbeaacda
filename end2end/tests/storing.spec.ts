/**
 * Storing runs, with the visitor: what is asked and when, what leaves the page after which answer, and
 * what they can do about it afterwards.
 */
import type { Agent } from '../fixtures/test.ts';
import { addNote, CANARY, codeOf, expect, FakeStore, networkLog, QUESTION, question, sayYes, test } from '../fixtures/stored.ts';
import { FramedAgent } from '../fixtures/framed.ts';

const line = (agent: Agent) => agent.panel.locator('.kept');
const about = (sent: { url: string }[]) => sent.filter(({ url }) => url.includes('/api/traces'));

test('a no is a no: nothing leaves, and nobody asks again', async ({ page, hosted }) => {
  const sent = await networkLog(page);
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await addNote(agent);
  await expect(question(agent)).toBeVisible();
  await agent.button('Don’t store').click();
  await expect(question(agent)).toBeHidden();
  await expect(agent.composer).toBeFocused();
  await addNote(agent, 'another');
  await expect(question(agent)).toBeHidden();
  await page.reload();
  await addNote(agent, 'on another page');
  await page.waitForTimeout(500);
  await expect(question(agent)).toBeHidden();
  expect(store.posted).toEqual([]);
  expect(about(sent)).toEqual([]);
  expect(sent.filter(({ url, body }) => `${url}${body}`.includes(CANARY))).toEqual([]);
});

test('no answer is no yes, and nobody asks twice', async ({ page, hosted }) => {
  const sent = await networkLog(page);
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await addNote(agent);
  await expect(question(agent)).toBeVisible();
  await addNote(agent, 'meanwhile');
  await expect(question(agent)).toBeVisible();
  await page.waitForTimeout(300);
  await page.reload();
  await addNote(agent, 'later');
  await page.waitForTimeout(500);
  await expect(question(agent)).toBeHidden();
  expect(store.posted).toEqual([]);
  expect(about(sent)).toEqual([]);
  expect(sent.filter(({ url, body }) => `${url}${body}`.includes(CANARY))).toEqual([]);
});

test('a yes stores this run and the later ones; each has a code', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await addNote(agent);
  expect(store.posted).toEqual([]);
  await sayYes(agent);
  await expect(line(agent).getByText(`Stored. Code: ${codeOf(1)}`)).toBeVisible();
  await expect(agent.panel.getByRole('status').filter({ hasText: codeOf(1) })).toHaveCount(1);
  await expect(agent.composer).toBeFocused();
  expect(store.posted).toHaveLength(1);
  const [{ level, trace }] = store.posted as [any];
  expect(level).toBe('full');
  expect(trace.steps.map(({ type }: any) => type)).toEqual(
    ['user', 'tools', 'model', 'tool-call', 'decision', 'tool-result', 'model', 'answer'],
  );
  expect(trace.steps[0].text).toContain(CANARY);
  expect(trace.steps[3].call.arguments).toEqual({ text: CANARY });
  await addNote(agent, 'bread');
  await expect(line(agent).getByText(`Stored. Code: ${codeOf(2)}`)).toBeVisible();
  expect(store.posted).toHaveLength(2);
  await expect(agent.panel.getByText('Stored earlier: 1')).toBeVisible();
  // On the next page the codes are still there, and nobody asks.
  await page.reload();
  await expect(line(agent).getByText(`Stored. Code: ${codeOf(2)}`)).toBeVisible();
  await addNote(agent, 'butter');
  await expect(line(agent).getByText(`Stored. Code: ${codeOf(3)}`)).toBeVisible();
  await expect(question(agent)).toBeHidden();
});

test('what was stored can be deleted, and then nothing more is stored', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await addNote(agent);
  await sayYes(agent);
  await addNote(agent, 'bread');
  await expect(line(agent).getByText(codeOf(2))).toBeVisible();
  const remove = agent.panel.getByRole('button', { name: 'Delete' }).first();
  await expect(remove).toHaveAccessibleDescription(codeOf(2));
  for (const failure of ['offline', 500] as const) {
    store.answers.delete = failure;
    await page.waitForTimeout(700);
    await remove.click();
    await expect(line(agent)).toContainText('This could not be deleted. Try again.');
    await expect(line(agent).getByText(codeOf(2))).toBeVisible();
  }
  store.answers.delete = 204;
  store.deleted.length = 0;
  await page.waitForTimeout(700);
  await remove.click();
  await expect(line(agent)).toContainText('Deleted. Nothing more is stored.');
  await expect(agent.panel.getByRole('status').filter({ hasText: 'Deleted.' })).toHaveCount(1);
  await expect(line(agent).getByText(codeOf(2))).toBeHidden();
  await expect(agent.composer).toBeFocused();
  expect(store.deleted).toEqual([codeOf(2)]);
  // The earlier one can go as well, also from another page.
  await page.reload();
  await expect(line(agent).getByText(`Stored. Code: ${codeOf(1)}`)).toBeVisible();
  await page.waitForTimeout(700);
  await agent.button('Delete').click();
  await expect(line(agent)).toContainText('Deleted.');
  expect(store.deleted).toEqual([codeOf(2), codeOf(1)]);
  await addNote(agent, 'after all that');
  await page.waitForTimeout(500);
  expect(store.posted).toHaveLength(2);
  await expect(question(agent)).toBeHidden();
});

test('no script presses Store, nor Delete, and no press that was meant for a card', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await addNote(agent);
  const pressed = async (selector: string) => {
    await page.waitForTimeout(700);
    await page.evaluate((selector) => {
      const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
      for (const button of root.querySelectorAll<HTMLButtonElement>(selector)) {
        const options = { bubbles: true, composed: true };
        for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click']) {
          button.dispatchEvent(new MouseEvent(type, options));
        }
        button.click();
        const label = document.createElement('label');
        button.before(label);
        button.id = 'pressed';
        label.htmlFor = 'pressed';
        label.click();
        label.remove();
      }
    }, selector);
    await page.waitForTimeout(200);
  };
  await expect(question(agent)).toBeVisible();
  await pressed('.keep button:last-child');
  expect(store.posted).toEqual([]);
  await expect(question(agent)).toBeVisible();
  // A card covers it and goes; what is pressed in its place the next moment is no yes.
  await agent.ask('add a note "Buy milk"');
  await expect(agent.allow).toBeVisible();
  await expect(question(agent)).toBeHidden();
  await page.waitForTimeout(700);
  await agent.deny.click();
  await agent.button('Store').click();
  await page.waitForTimeout(300);
  expect(store.posted).toEqual([]);
  await sayYes(agent);
  await expect(line(agent).getByText(codeOf(1))).toBeVisible();
  await pressed('.kept button');
  expect(store.deleted).toEqual([]);
});

test('what could not be stored is said in a line, and the conversation goes on', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  store.answers.post = 0;
  await addNote(agent);
  await sayYes(agent);
  const said = line(agent);
  await expect(said).toHaveText('This conversation could not be stored.');
  for (const [status, words] of [
    [500, 'This conversation could not be stored.'],
    [413, 'This conversation was too long to be stored.'],
    [429, 'This conversation could not be stored.'],
  ] as const) {
    store.answers.post = status;
    await addNote(agent, `${status}`);
    await expect(said).toHaveText(words);
  }
  store.answers.post = 201;
  await addNote(agent, 'at last');
  await expect(said).toContainText('Stored. Code: ');
});

test('what is too long does not leave the page', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await page.evaluate(() => {
    const execute = () => 'x'.repeat(3_900);
    const annotations = { readOnlyHint: true };
    return (document as any).modelContext.registerTool({
      name: 'read_story',
      title: 'Read story',
      description: 'Reads a story.',
      inputSchema: { type: 'object', properties: {}, $comment: 'x' },
      annotations,
      execute,
    });
  });
  await page.evaluate(() => {
    // A model that reads until the run is long enough.
    let turns = 0;
    const respond = () =>
      (turns += 1) > 45 ? 'That was it.' : { type: 'tool', name: 'read_story', arguments: { pad: 'y'.repeat(4_000) } };
    const element = document.querySelector('site-agent') as any;
    element.configure({ model: { name: 'own', respond }, maxSteps: 50 });
  });
  await agent.ask('read on');
  await expect(agent.log).toContainText('That was it.', { timeout: 30_000 });
  await sayYes(agent);
  await expect(line(agent)).toHaveText('This conversation was too long to be stored.');
  expect(store.posted).toEqual([]);
});

test('it is asked, pressed and read with a keyboard', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await addNote(agent);
  await expect(question(agent)).toBeVisible();
  await expect(question(agent)).toHaveAccessibleDescription(/Its owner could then read/);
  await expect(agent.panel.getByRole('status').filter({ hasText: QUESTION })).toHaveCount(1);
  // It does not take the focus; a step back from the composer leads to it.
  await expect(agent.composer).toBeFocused();
  await page.waitForTimeout(700);
  await page.keyboard.press('Shift+Tab');
  await expect(agent.button('Store')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(agent.button('Don’t store')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(line(agent).getByText(codeOf(1))).toBeVisible();
  await expect(agent.composer).toBeFocused();
  await page.waitForTimeout(700);
  await page.keyboard.press('Shift+Tab');
  await expect(agent.button('Delete')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(line(agent)).toContainText('Deleted.');
  expect(store.deleted).toEqual([codeOf(1)]);
});

test('starting over takes the question along, and stores nothing', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await addNote(agent);
  await expect(question(agent)).toBeVisible();
  await page.waitForTimeout(300);
  await agent.button('Start over').click();
  await expect(question(agent)).toBeHidden();
  await addNote(agent, 'again');
  await page.waitForTimeout(500);
  await expect(question(agent)).toBeHidden();
  expect(store.posted).toEqual([]);
});

test('a script’s run without the panel is asked about when the panel is opened', async ({ page, hosted }) => {
  const store = await FakeStore.on(page);
  const agent = await hosted();
  await agent.launcher.hover();
  await page.waitForFunction(() => (document.querySelector('site-agent') as any).agent !== undefined);
  await page.evaluate(() => (document.querySelector('site-agent') as any).agent.ask('list notes'));
  await page.waitForFunction(() => !(document.querySelector('site-agent') as any).agent.running);
  await page.waitForTimeout(300);
  await agent.open();
  await sayYes(agent);
  await expect(line(agent).getByText(codeOf(1))).toBeVisible();
  expect(store.posted).toHaveLength(1);
});

test.describe('in a frame', () => {
  test('the question is asked there, and the page cannot raise the level', async ({ page, hosted }) => {
    const store = await FakeStore.on(page);
    await hosted('data-mode="frame"');
    const agent = new FramedAgent(page);
    await addNote(agent);
    await sayYes(agent);
    await expect(line(agent).getByText(codeOf(1))).toBeVisible();
    expect(store.posted).toHaveLength(1);
    expect(store.posted[0]?.trace.page.origin).toBe(new URL(page.url()).origin);
    await page.waitForTimeout(700);
    await agent.button('Delete').click();
    await expect(line(agent)).toContainText('Deleted.');
    expect(store.deleted).toEqual([codeOf(1)]);
  });
});

test.describe('with the true program', () => {
  test('what a visitor allowed is stored, and deleted at their wish', async ({ hosted }) => {
    const agent = await hosted();
    await addNote(agent);
    await sayYes(agent);
    await expect(line(agent)).toContainText(/^Stored\. Code: [A-Z0-9]{4}-[A-Z0-9]{4}/);
    await agent.page.waitForTimeout(700);
    await agent.button('Delete').click();
    await expect(line(agent)).toHaveText('Deleted. Nothing more is stored.');
  });

  test('also from the panel in a frame', async ({ page, hosted }) => {
    await hosted('data-mode="frame"');
    const agent = new FramedAgent(page);
    await addNote(agent);
    await sayYes(agent);
    await expect(line(agent)).toContainText(/^Stored\. Code: /);
    await page.waitForTimeout(700);
    await agent.button('Delete').click();
    await expect(line(agent)).toHaveText('Deleted. Nothing more is stored.');
  });
});
