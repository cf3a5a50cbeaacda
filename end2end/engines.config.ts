import { defineConfig } from '@playwright/test';
import { missing } from './engines/fixture.ts';
import type { EngineName } from './engines/fixture.ts';

const names: EngineName[] = ['firefox', 'webkit'];
if (process.env.TEST_WORKER_INDEX === undefined) {
  for (const line of names.map(missing).filter(Boolean)) console.log(line);
}

/** The shim and the main job in engines that have no WebMCP, where such a browser is installed. */
export default defineConfig<{}, { engineName: EngineName }>({
  testDir: 'engines',
  testMatch: '*.spec.ts',
  outputDir: 'results',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 1,
  workers: 2,
  // The last lines of a log tell what failed, and how; a terminal shows it as it happens.
  reporter: process.stdout.isTTY ? 'line' : 'dot',
  projects: names.map((engineName) => ({ name: engineName, use: { engineName } })),
});
