import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/chromium.ts';
import { type StoryPart, storyPartOf } from './tools/story-parts.ts';

// Chromium talks to its maker's hosts on its own; in a closed network every try costs seconds.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** Stories that only the campaigns tell: in the other language, on the other screen, slow, over several days. */
const ofCampaigns = /@campaign/;
const part = storyPartOf(process.env.E2E_PART);

/** What the names of the tests of each part look like: project, file, title and tags. */
const chosenNames = {
  tests: { grepInvert: ofCampaigns },
  campaigns: { grep: ofCampaigns },
  'campaigns-screens': { grep: / screens\.e2e\.ts .*@campaign/ },
  'campaigns-a-l': { grep: / [a-l][a-z-]*\.e2e\.ts .*@campaign/ },
  'campaigns-m-z': { grep: / (?!screens\.)[m-z][a-z-]*\.e2e\.ts .*@campaign/ },
} satisfies Record<StoryPart, object>;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tools/e2e-server.ts',
  // The screens wait for nobody: beside them the stories have time, on two processors as well.
  workers: 2,
  // For what hangs, and what never comes: a machine may be several times busier than another.
  timeout: 900_000,
  expect: { timeout: 90_000, toPass: { timeout: 180_000 } },
  forbidOnly: true,
  reporter: 'list',
  ...(part && chosenNames[part]),
  projects: [
    // The longest begins first: begun last, it would run alone at the end.
    { name: 'screens', testMatch: '**/screens.e2e.ts' },
    { name: 'stories', testMatch: '**/*.e2e.ts', testIgnore: '**/{screens,line,station,bank}.e2e.ts' },
    // One turns the product's clock past the life of a session, and one past that of a link in a mail; in the other 15
    // idle minutes sign a person out, and every story may turn the clock further. Each has the product for itself.
    {
      name: 'alone',
      testMatch: '**/{line,station,bank}.e2e.ts',
      dependencies: ['screens', 'stories'],
      workers: 1,
    },
  ],
  use: {
    actionTimeout: 90_000,
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: [...quiet, '--no-sandbox'] },
    screenshot: 'only-on-failure',
    // What stood on the screen is kept of a failure; recording every story as it is drawn took a quarter of the time.
    trace: 'off',
  },
});
