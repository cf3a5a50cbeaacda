import { existsSync } from 'node:fs';
import { expect, test as base } from '@playwright/test';
import { servePages } from '../fixtures/pages.ts';
import type { Pages } from '../fixtures/pages.ts';
import { startProgram } from '../fixtures/program.ts';
import type { Program } from '../fixtures/program.ts';
import type { Engine } from './engine.ts';
import { firefoxPath, startFirefox } from './firefox.ts';
import { startWebKit, webkitBrowser, webkitDriver } from './webkit.ts';

export type EngineName = 'firefox' | 'webkit';

const engines = {
  firefox: { start: startFirefox, needs: [firefoxPath], package: 'firefox-esr' },
  webkit: {
    start: startWebKit,
    needs: [webkitDriver, webkitBrowser, '/usr/bin/Xvfb'],
    package: 'webkit2gtk-driver xvfb',
  },
};

/** Why an engine cannot be tried here, and what to do about it; nothing when it can. */
export function missing(name: EngineName): string {
  const { needs, package: debian } = engines[name];
  return needs.every(existsSync) ? '' : `no ${name} here: skipped (Debian: apt-get install ${debian})`;
}

interface Shared {
  engineName: EngineName;
  program: Program;
  customer: Pages;
  /** A browser of that name; where there is none, its tests are skipped before they use it. */
  engine: Engine;
}

export const test = base.extend<{ installed: void }, Shared>({
  engineName: ['firefox', { scope: 'worker', option: true }],
  program: [
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 40_000 },
  ],
  customer: [
    async ({ program }, use) => {
      const pages = await servePages(program.origin);
      await use(pages);
      await pages.stop();
    },
    { scope: 'worker' },
  ],
  engine: [
    async ({ engineName }, use) => {
      const engine = missing(engineName) ? undefined : await engines[engineName].start();
      await use(engine as Engine);
      await engine?.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  installed: [
    async ({ engineName }, use) => {
      base.skip(missing(engineName) !== '', missing(engineName));
      await use();
    },
    { auto: true },
  ],
});

export { expect };

/** What the page says of itself, as soon as it says so. */
export const shows = (engine: Engine, run: Function | string, ...given: unknown[]) =>
  expect.poll(() => engine.evaluate(run, ...given).catch(String));
