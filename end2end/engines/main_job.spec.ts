/** The main job, as a visitor does it with mouse and keyboard. */
import type { Engine } from './engine.ts';
import { expect, shows, test } from './fixture.ts';

const ADD = 'add a note "Buy milk"';

/** What the panel says. */
const log = () => document.querySelector('site-agent')?.shadowRoot?.querySelector('[role=log]')?.textContent ?? '';
const question = () => document.querySelector('site-agent')?.shadowRoot?.querySelector('.card h3')?.textContent ?? '';
const notes = () => Array.from(document.querySelectorAll('#notes li'), ({ textContent }) => textContent);
const isReady = () =>
  document.querySelector('site-agent')?.shadowRoot?.querySelector('.launcher')?.getBoundingClientRect().width !== 0;
/** Whether the composer has the focus. */
const composes = () => document.querySelector('site-agent')?.shadowRoot?.activeElement?.localName;

async function ask(engine: Engine, text: string): Promise<void> {
  await engine.press('textarea');
  await engine.type(`${text}\n`);
}

/** Opens the panel on a page and says something. */
async function asked(engine: Engine, url: string, text: string): Promise<void> {
  await engine.goto(url);
  await shows(engine, isReady).toBe(true);
  await engine.press('.launcher');
  await shows(engine, composes).toBe('textarea');
  await engine.type(`${text}\n`);
}

test.beforeEach(({ engine }) => engine.fresh());

test('asked, allowed, done; then denied', async ({ customer, engine }) => {
  await asked(engine, `${customer.origin}/notes.html`, ADD);
  await shows(engine, question).toBe('Allow “Add a note”?');
  expect(await engine.evaluate(notes)).toEqual([]);
  await new Promise((read) => setTimeout(read, 700));
  await engine.press('.allow');
  await shows(engine, notes).toEqual(['Buy milk']);
  await shows(engine, log).toContain('There are now 1 notes');
  await ask(engine, 'remove all notes');
  await shows(engine, question).toBe('Allow “Remove all notes”?');
  await engine.press('.deny');
  await shows(engine, log).toContain('Denied');
  expect(await engine.evaluate(notes)).toEqual(['Buy milk']);
});

test('a script that presses Allow is not the visitor', async ({ customer, engine }) => {
  await asked(engine, `${customer.origin}/notes.html`, ADD);
  await shows(engine, question).toBe('Allow “Add a note”?');
  await new Promise((read) => setTimeout(read, 700));
  await engine.evaluate(() => {
    const root = document.querySelector('site-agent')?.shadowRoot;
    const allow = root?.querySelector('.allow') as HTMLButtonElement;
    const label = document.createElement('label');
    allow.click();
    allow.replaceWith(label);
    label.append(allow);
    label.click();
  });
  await new Promise((done) => setTimeout(done, 300));
  expect(await engine.evaluate(notes)).toEqual([]);
  expect(await engine.evaluate(question)).toBe('Allow “Add a note”?');
});

test('an open question comes back over a reload as a question', async ({ customer, engine }) => {
  const url = `${customer.origin}/notes.html`;
  await asked(engine, url, ADD);
  await shows(engine, question).toBe('Allow “Add a note”?');
  await engine.goto(url);
  await shows(engine, question).toBe('Allow “Add a note”?');
  expect(await engine.evaluate(notes)).toEqual([]);
  await new Promise((read) => setTimeout(read, 700));
  await engine.press('.allow');
  await shows(engine, notes).toEqual(['Buy milk']);
});

test('the shop: two mugs', async ({ engine, program }) => {
  await asked(engine, `${program.origin}/shop`, 'add two blue enamel mugs to my cart');
  await shows(engine, question).toBe('Allow “Add to cart”?');
  await new Promise((read) => setTimeout(read, 700));
  await engine.press('.allow');
  await shows(engine, log).toContain('The cart now has 2 items');
  await shows(engine, () => document.querySelector('header')?.textContent ?? '').toContain('2');
});

test('a form that is a tool is filled, and waits for its visitor', async ({ customer, engine }) => {
  await asked(engine, `${customer.origin}/letter.html`, 'subscribe me to the newsletter with ada@example.com');
  await shows(engine, question).toBe('Allow “Subscribe to the newsletter”?');
  await new Promise((read) => setTimeout(read, 700));
  await engine.press('.allow');
  await shows(engine, log).toContain('Waiting for you to submit');
  await engine.evaluate(() => document.querySelector<HTMLElement>('#letter button')?.click());
  await shows(engine, log).toContain('ada@example.com is on the list now.');
});
