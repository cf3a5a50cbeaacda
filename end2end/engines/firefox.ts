import { launch } from 'puppeteer-core';
import { callOf, middleOf } from './engine.ts';
import type { Engine } from './engine.ts';

/** Where Debian puts it; `FIREFOX` names another. */
export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Firefox, over WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
  });
  let page = await browser.newPage();
  const evaluate = (run: Function | string, ...given: unknown[]) =>
    page.evaluate(callOf(run, given)) as Promise<any>;
  return {
    evaluate,
    async fresh() {
      const last = page;
      page = await browser.newPage();
      await last.close();
    },
    async goto(url) {
      await page.goto(url);
    },
    async press(selector) {
      const { x, y } = await evaluate(middleOf, selector);
      await page.mouse.click(x, y);
    },
    async type(text) {
      const [line = '', ...more] = text.split('\n');
      await page.keyboard.type(line);
      for (let left = more.length; left > 0; left -= 1) await page.keyboard.press('Enter');
    },
    close: () => browser.close(),
  };
}
