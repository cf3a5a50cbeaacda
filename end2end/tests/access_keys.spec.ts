/** The panel with nothing but a keyboard: where the focus goes, and what each key does. */
import type { Page } from '@playwright/test';
import type { Agent } from '../fixtures/test.ts';
import { expect, test } from '../fixtures/test.ts';

const PAGE = '/access.html';

/** The name of what has the focus, through the shadow root. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let node = document.activeElement;
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    return node?.ariaLabel || (node as HTMLElement)?.innerText || (node as any)?.name || node?.tagName || '';
  });

/** Presses a key again and again, and tells what had the focus after each. */
async function walk(page: Page, key: string, steps: number): Promise<string[]> {
  const names: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    names.push(await focused(page));
  }
  return names;
}

const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

async function openedByKey(visit: (path: string) => Promise<Agent>): Promise<Agent> {
  const agent = await visit(PAGE);
  await agent.launcher.focus();
  await agent.page.keyboard.press('Enter');
  await expect(agent.composer).toBeFocused();
  return agent;
}

/** Types a wish, and waits for the question about it. */
async function asked(agent: Agent): Promise<void> {
  await agent.page.keyboard.type('add Buy milk');
  await agent.page.keyboard.press('Enter');
  await expect(agent.card('Add a note')).toBeVisible();
}

test('Tab reaches the launcher from the page, and all of the panel in its order', async ({ page, visit }) => {
  const agent = await visit(PAGE);
  await page.getByLabel('Search').focus();
  expect(await walk(page, 'Tab', 1)).toEqual(['Ask this site']);
  await page.keyboard.press('Space');
  await expect(agent.composer).toBeFocused();
  expect(await walk(page, 'Shift+Tab', 5)).toEqual([
    'Tell me something',
    'List my notes',
    'Conversation',
    'Close',
    'Start over',
  ]);
  await agent.composer.focus();
  expect(await walk(page, 'Tab', 1)).toEqual(['Send']);
  // No trap: what comes after is not the panel's any more.
  const [next] = await walk(page, 'Tab', 1);
  expect(['Start over', 'Close', 'Conversation', 'Send']).not.toContain(next);
});

test('Send becomes Stop and Send again, under the same focus', async ({ page, visit }) => {
  const agent = await openedByKey(visit);
  await page.keyboard.type('go on');
  await page.keyboard.press('Tab');
  await expect(agent.button('Send')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(agent.log).toContainText('it whistles');
  await expect(agent.button('Stop')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(agent.log).toContainText('Stopped');
  await expect(agent.button('Send')).toBeFocused();
});

test('a card takes the focus to Deny, and gives it back to the composer', async ({ page, visit }) => {
  const agent = await openedByKey(visit);
  await asked(agent);
  await expect(agent.deny).toBeFocused();
  expect(await walk(page, 'Tab', 3)).toEqual(['Allow', 'What can I do for you?', 'Stop']);
  expect(await walk(page, 'Shift+Tab', 4)).toEqual(['What can I do for you?', 'Allow', 'Deny', 'Show details']);
  await page.keyboard.press('Enter');
  await expect(agent.panel.getByText('{"name":"add_note"')).toBeVisible();
  await page.waitForTimeout(800);
  await agent.allow.focus();
  await page.keyboard.press('Enter');
  await expect(notes(page)).toHaveText(['Buy milk']);
  await expect(agent.composer).toBeFocused();
});

test('a card leaves the focus where it is when that is in the page', async ({ page, visit }) => {
  const agent = await openedByKey(visit);
  await page.keyboard.type('add Buy milk');
  await page.evaluate(() => {
    // The model takes its time, and the visitor goes back to the page meanwhile.
    const element = document.querySelector('site-agent') as any;
    const { respond } = element.options.model;
    const slow = async (request: any) => {
      await new Promise((done) => setTimeout(done, 800));
      return respond(request);
    };
    element.options = { model: { name: 'own', respond: slow } };
  });
  await page.keyboard.press('Enter');
  await page.getByLabel('Search').focus();
  await expect(agent.card('Add a note')).toBeVisible();
  await expect(page.getByLabel('Search')).toBeFocused();
});

test('Escape denies, then closes, and the focus is on the launcher', async ({ page, visit }) => {
  const agent = await openedByKey(visit);
  await asked(agent);
  await page.keyboard.press('Escape');
  await expect(agent.card('Add a note')).toBeHidden();
  await expect(agent.log).toContainText('Denied');
  await expect(agent.composer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(agent.panel).toBeHidden();
  await expect(agent.launcher).toBeFocused();
  await expect(agent.launcher).toHaveAttribute('aria-expanded', 'false');
  await expect(notes(page)).toHaveCount(0);
});

test('Enter in the composer never allows, with words or without', async ({ page, visit }) => {
  const agent = await openedByKey(visit);
  await asked(agent);
  await page.waitForTimeout(600);
  await agent.composer.focus();
  for (const words of ['', 'yes, do it']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(agent.card('Add a note')).toBeVisible();
  }
  await expect(notes(page)).toHaveCount(0);
});

test('Allow counts from its 500th millisecond on, and only when a person pressed it', async ({ page, visit }) => {
  // Time stands still, and goes on by hand: as nobody can have it who comes after the agent.
  await page.addInitScript(() => {
    let stopped: number | undefined;
    for (const [{ prototype }, name] of [
      [Event, 'timeStamp'],
      [IntersectionObserverEntry, 'time'],
    ] as const) {
      const { get } = Object.getOwnPropertyDescriptor(prototype, name) as { get(): number };
      Object.defineProperty(prototype, name, {
        configurable: true,
        get() {
          return stopped ?? get.call(this);
        },
      });
    }
    Object.assign(globalThis, {
      stop: () => (stopped = performance.now()),
      goOn: (ms: number) => (stopped = (stopped ?? 0) + ms),
    });
  });
  const agent = await openedByKey(visit);
  await page.evaluate(() => (globalThis as any).stop());
  await asked(agent);
  // It has been seen by now.
  await page.waitForTimeout(200);
  await page.evaluate(() => (globalThis as any).goOn(499));
  await agent.allow.click();
  await expect(agent.card('Add a note')).toBeVisible();
  await agent.allow.focus();
  await page.keyboard.press('Enter');
  await expect(agent.card('Add a note')).toBeVisible();
  await page.evaluate(() => {
    (globalThis as any).goOn(1);
    const root = document.querySelector('site-agent')?.shadowRoot as ShadowRoot;
    const allow = root.querySelector('.allow') as HTMLElement;
    allow.click();
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      allow.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
    }
    for (const type of ['keydown', 'keypress', 'keyup']) {
      allow.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, composed: true }));
    }
  });
  await page.waitForTimeout(200);
  await expect(agent.card('Add a note')).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(notes(page)).toHaveText(['Buy milk']);
});

test('no clock of the page’s makes Allow count sooner, nor a page that keeps its card from being drawn', async ({
  page,
  visit,
}) => {
  const agent = await openedByKey(visit);
  // Where Allow will be.
  await asked(agent);
  const place = (await agent.allow.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.keyboard.press('Enter');
  await expect(agent.log).toContainText('Denied');
  await expect(agent.button('Send')).toBeVisible();
  await page.evaluate(() => {
    const late = { configurable: true, get: () => 1e9 };
    Object.defineProperty(Event.prototype, 'timeStamp', late);
    Object.defineProperty(AnimationTimeline.prototype, 'currentTime', late);
    performance.now = Date.now = () => 1e13;
    const early = { configurable: true, get: () => -1e9 };
    Object.defineProperty(IntersectionObserverEntry.prototype, 'time', early);
    globalThis.requestAnimationFrame = (run) => (run(-1e9), 0);
    const leaked: EventListener[] = [];
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type: string, hear: any, options?: any) {
      if (type === 'click') leaked.push(hear);
      return add.call(this, type, hear, options);
    };
    Object.assign(globalThis, { leaked });
    // When the card is there the page stands still: a press meanwhile would be heard of after it.
    document.querySelector('site-agent')?.addEventListener('site-agent-event', (event) => {
      if ((event as CustomEvent).detail.type !== 'confirm-request') return;
      console.log('asked');
      const end = new Date().getTime() + 1_500;
      while (new Date().getTime() < end);
    });
  });
  const standing = page.waitForEvent('console', (message) => message.text() === 'asked');
  await page.keyboard.type('add Buy milk');
  await page.keyboard.press('Enter');
  await standing;
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await expect(agent.card('Add a note')).toBeVisible();
  await page.evaluate(() => {
    const event = new MouseEvent('click');
    const forged = { isTrusted: true, timeStamp: 1e9, type: 'click', preventDefault() {} };
    for (const hear of (globalThis as any).leaked) {
      for (const one of [event, forged]) {
        try {
          hear.call(globalThis, one);
        } catch {
          // Deny is among them, and wants a true event as well.
        }
      }
    }
  });
  await page.waitForTimeout(200);
  await expect(notes(page)).toHaveCount(0);
});

test('what was said comes back with the arrows, and what is being written is left alone', async ({ page, visit }) => {
  const agent = await openedByKey(visit);
  for (const words of ['hello', 'hello again']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(agent.button('Send')).toBeVisible();
  }
  const values: string[] = [];
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key);
    values.push(await agent.composer.inputValue());
  }
  expect(values).toEqual(['hello again', 'hello', 'hello again', '']);
  await page.keyboard.type('mine');
  await page.keyboard.press('ArrowUp');
  await expect(agent.composer).toHaveValue('mine');
  // A line more, not a message.
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('and more');
  await expect(agent.composer).toHaveValue('mine\nand more');
});

test('while a word is being composed, Enter and Escape belong to the input method', async ({ page, visit }) => {
  const agent = await openedByKey(visit);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await expect(agent.composer).toHaveValue('にほ');
  const press = async (key: string, code: number) => {
    for (const type of ['rawKeyDown', 'keyUp'] as const) {
      await devtools.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: code });
    }
  };
  await press('Enter', 13);
  await press('Escape', 27);
  await expect(agent.panel).toBeVisible();
  await expect(agent.log).not.toContainText('にほ');
  await devtools.send('Input.insertText', { text: '日本' });
  await expect(agent.composer).toHaveValue('日本');
  await page.keyboard.press('Enter');
  await expect(agent.log).toContainText('日本');
});
