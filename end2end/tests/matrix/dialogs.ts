/** Pages that show dialogs of their own, and want the focus for themselves. */
import { expect } from '../../fixtures/test.ts';
import { inline } from './row.ts';
import type { Row } from './row.ts';

/** A dialog that is made by hand: the focus comes back, and all else is hidden from readers. */
const SWEEP = `
  const hide = () => {
    for (const node of document.querySelectorAll('body > *, html > :not(head, body, dialog)')) {
      if (!node.hasAttribute('aria-live')) node.setAttribute('aria-hidden', 'true');
    }
  };
  addEventListener('load', hide);
`;

const TRAP = `
  const back = (event) => {
    const field = document.querySelector('[name=q]');
    if (event.target !== field) field.focus();
  };
  document.addEventListener('focusin', back, true);
  document.addEventListener('focusout', () => document.querySelector('[name=q]').focus(), true);
  addEventListener('load', () => document.querySelector('[name=q]').focus());
`;

/** The older events, which do not bubble. */
const OLD_TRAP = `
  const field = () => document.querySelector('[name=q]');
  document.addEventListener('focus', (event) => event.target !== field() && field().focus(), true);
  document.addEventListener('blur', (event) => event.target === field() && field().focus(), true);
  addEventListener('load', () => field().focus());
`;

export const DIALOGS: Row[] = [
  {
    name: 'a Radix dialog is open',
    content: '<div id="dialog" style="height: 30px"></div>',
    after: '<script src="/built/matrix/react-dialog.js" defer></script>',
    loaded: async ({ page }) => {
      await page.getByRole('button', { name: 'Open the page’s dialog' }).click();
      await expect(page.getByRole('dialog', { name: 'The page’s dialog' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    },
    asked: ({ page }) =>
      expect(page.getByRole('dialog', { name: 'The page’s dialog' })).toBeVisible(),
  },
  {
    name: 'a focus trap is active',
    content: `<div style="height: 60px"><button id="open">Open</button>
      <div id="dialog" role="dialog" aria-label="Trap" hidden><input aria-label="Name"></div></div>`,
    after: '<script src="/built/matrix/focus-trap.js" defer></script>',
    loaded: async ({ page }) => {
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    },
    // Escape was for the panel: the page's dialog has not heard it.
    done: ({ page }) => expect(page.getByRole('dialog', { name: 'Trap' })).toBeVisible(),
  },
  {
    name: 'a trap by hand, in both directions',
    before: inline(TRAP),
  },
  {
    name: 'a trap by hand that captures focus and blur',
    before: inline(OLD_TRAP),
  },
  {
    name: 'a sweep of aria-hidden',
    before: inline(SWEEP),
  },
  {
    name: 'a modal dialog was open',
    content: `<div style="height: 30px"><button onclick="late.showModal()">Open</button></div>
      <dialog id="late" aria-label="Modal"><button onclick="late.close()">Done</button></dialog>`,
    names: /^late$/,
    loaded: async ({ agent, page }) => {
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Modal' })).toBeVisible();
      // Nobody could press it, so it is not offered.
      await expect(agent.launcher).toBeHidden();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(agent.launcher).toBeVisible();
      // As frameworks close it: it is there no more.
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(agent.launcher).toBeHidden();
      await page.evaluate(() => document.querySelector('dialog')?.remove());
      await expect(agent.launcher).toBeVisible();
    },
  },
  {
    name: 'a modal dialog opens over the panel',
    content: `<dialog id="late" aria-label="Modal"><button onclick="late.close()">Done</button></dialog>`,
    names: /^late$/,
    asked: async ({ agent, page }) => {
      await page.evaluate(() => (document.getElementById('late') as HTMLDialogElement).showModal());
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(agent.card('Add a note')).toBeVisible();
    },
  },
  {
    name: 'the body is inert',
    body: 'inert',
  },
  {
    name: 'all of the body is inert, and all that comes',
    before: inline(`new MutationObserver(() => {
      for (const node of document.body?.children ?? []) node.inert = true;
    }).observe(document, { childList: true, subtree: true })`),
  },
  {
    name: 'Escape, Enter and letters are shortcuts of the page',
    before: inline(`
      for (const type of ['keydown', 'keypress', 'keyup']) {
        document.addEventListener(type, (event) => {
          document.title = 'heard ' + event.key;
          event.preventDefault();
        });
      }`),
    done: ({ page }) => expect(page).toHaveTitle('Notes'),
  },
  {
    name: 'a popover of the page is open',
    content: `<div style="height: 30px"><button popovertarget="pop">Open</button></div>
      <div id="pop" popover="manual" style="inset: 0; width: 100%; height: 40%">On top</div>`,
    names: /^pop$/,
    loaded: async ({ page }) => {
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByText('On top')).toBeVisible();
    },
  },
];
