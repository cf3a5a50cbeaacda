/** A browser that Playwright does not drive, as far as these tests need one. */
export interface Engine {
  /** A tab that remembers nothing. */
  fresh(): Promise<void>;
  goto(url: string): Promise<void>;
  /** Runs a function in the page, by its text, and gives what it gives. */
  evaluate(run: Function | string, ...given: unknown[]): Promise<any>;
  /** Presses the middle of what a selector finds in the element, with a mouse. */
  press(selector: string): Promise<void>;
  /** Types into what has the focus; `\n` is Enter. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** A call of the function as text, whose value may be a promise. */
export function callOf(run: Function | string, given: unknown[]): string {
  const values = given.map((value) => JSON.stringify(value)).join(', ');
  return `(${run})(${values})`;
}

/** Where the middle of something in the element is, in px of the page's window. */
export function middleOf(selector: string): { x: number; y: number } {
  const found = document.querySelector('site-agent')?.shadowRoot?.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  const { x, y, width, height } = found.getBoundingClientRect();
  if (width === 0) throw new Error(`${selector} does not show`);
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}
