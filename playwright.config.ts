import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';

// Chromium talks to its maker's hosts on its own; in a closed network every try costs seconds.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tools/e2e-server.ts',
  // The screens wait for nobody: beside them the stories have time, on two processors as well.
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  // The line turns the product's clock past the life of a session: it has the product for itself.
  projects: [
    { name: 'screens', testMatch: '**/*.e2e.ts', testIgnore: '**/line.e2e.ts' },
    { name: 'line', testMatch: '**/line.e2e.ts', dependencies: ['screens'] },
  ],
  use: {
    actionTimeout: 20_000,
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: [...quiet, '--no-sandbox'] },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
