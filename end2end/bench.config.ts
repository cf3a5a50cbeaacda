import config from './playwright.config.ts';
import { defineConfig } from '@playwright/test';

/** Measures instead of testing: one page at a time, without traces, which cost what is measured. */
export default defineConfig({
  ...config,
  testDir: 'bench',
  testMatch: '*.bench.ts',
  timeout: 300_000,
  workers: 1,
  reporter: [['line']],
  use: { ...config.use, trace: 'off' },
});
