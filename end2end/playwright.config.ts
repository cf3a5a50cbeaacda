import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  throw new Error(
    `No browser at ${executablePath}: install Chromium (Debian: apt-get install chromium) or set CHROMIUM to its path.`,
  );
}

/** Quiet on the network: nothing but the pages under test may speak. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names for other origins and for one that is no secure context; all of them this machine.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];
const withWebMcp = [...args, '--enable-features=WebMCPTesting'];

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  // Generous, since only a failure waits that long: a shared machine may stand still for seconds.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // What passes only at another try is listed as flaky at the end.
  retries: 2,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // The last lines of a log tell what failed, and how; a terminal shows it as it happens.
  reporter: process.stdout.isTTY ? 'line' : 'dot',
  use: { locale: 'en-GB', trace: 'retain-on-failure' },
  projects: [
    // Whoever lists the tools, a provider is told the same.
    { name: 'native', testIgnore: 'providers.*', use: { launchOptions: { executablePath, args: withWebMcp } } },
    // The dashboard asks no page for tools.
    { name: 'shim', testIgnore: /admin_(accounts|deployed|traces|widgets)/, use: { launchOptions: { executablePath, args } } },
  ],
});
