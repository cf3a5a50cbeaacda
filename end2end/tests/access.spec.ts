/**
 * What machines can tell of access: axe finds nothing against WCAG 2.2 A and AA, its best practices
 * and its target sizes, in every state of the panel, light and dark. And what the accessibility tree
 * has of the main states: the third that axe does not see.
 */
import { expect, test } from '../fixtures/test.ts';
import { findings } from './access/findings.ts';
import { STATES } from './access/states.ts';

for (const [state, reach] of Object.entries(STATES)) {
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing: ${state}, ${theme}`, async ({ page, visit }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await reach(visit);
      const { passed, ...found } = await findings(page);
      expect(found).toEqual({ violations: [], undecided: [] });
      expect(passed).toEqual(expect.arrayContaining(['button-name', 'color-contrast', 'target-size']));
    });
  }
}

const DIALOG = `
- dialog "Ask this site":`;

/** What a reader meets in the main states: names, roles and order. */
const TREES: Record<string, string> = {
  closed: `
- button "Ask this site"`,
  empty: `${DIALOG}
  - heading "Ask this site" [level=2]
  - paragraph: own
  - button "Start over" [disabled]
  - button "Close"
  - log "Conversation":
    - paragraph: /^Say in your own words what you need\\./
    - list "Suggestions":
      - listitem:
        - button "List my notes"
      - listitem:
        - button "Tell me something"
  - textbox "What can I do for you?"
  - button "Send" [disabled]
  - status
  - alert`,
  stopped: `${DIALOG}
  - log "Conversation":
    - text: "You said:"
    - paragraph: go on
    - text: "Answer:"
    - paragraph: The kettle is on the shelf.
    - paragraph: It holds two litres.
    - paragraph: And it whistles.
    - paragraph: Stopped.
  - textbox "What can I do for you?"
  - button "Send" [disabled]
  - status
  - alert`,
  downloading: `${DIALOG}
  - log "Conversation":
    - text: "You said:"
    - paragraph: hello
    - paragraph: "Downloading: 40%"
    - progressbar "Download the on-device model"
    - button "Cancel"
  - textbox "What can I do for you?"
  - button "Send" [disabled]
  - status
  - alert`,
  card: `${DIALOG}
  - log "Conversation":
    - text: "You said:"
    - paragraph: add Buy milk
  - group "Allow “Add a note”?":
    - heading "Allow “Add a note”?" [level=3]
    - paragraph: /127\\.0\\.0\\.1/
    - term: Text
    - definition: Buy milk
    - term: Site’s words
    - definition: Adds a note.
    - paragraph: Asked because this changes something.
    - group: Show details
    - button "Deny"
    - button "Allow"
  - textbox "What can I do for you?"
  - button "Stop"
  - status
  - alert: "Your decision is needed: Allow “Add a note”?"`,
  answered: `${DIALOG}
  - log "Conversation":
    - text: "You said:"
    - paragraph: add Buy milk
    - group:
      - text: Ran “Add a note” Done
      - heading "Arguments" [level=3]
      - text: '{"text":"Buy milk"}'
      - heading "Result" [level=3]
      - text: Added. There are now 1 notes.
    - text: "Answer:"
    - paragraph: The note is there.
  - textbox "What can I do for you?"
  - button "Send" [disabled]
  - status
  - alert`,
  error: `${DIALOG}
  - log "Conversation":
    - text: "You said:"
    - paragraph: fail
    - paragraph: /The model could not answer/
    - button "Try again"
  - textbox "What can I do for you?"
  - button "Send" [disabled]
  - status
  - alert`,
};

for (const [state, tree] of Object.entries(TREES)) {
  test(`the accessibility tree: ${state}`, async ({ visit }) => {
    const agent = await STATES[state]?.(visit);
    await expect(agent!.page.locator('body')).toMatchAriaSnapshot(tree);
  });
}
