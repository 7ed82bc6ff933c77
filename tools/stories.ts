import { prepareBrowser, runBrowserTests } from './browser-tests.ts';
import { endRun, step } from './steps.ts';
import { storyPartOf } from './story-parts.ts';

// The stories as a separate program, so that they run at the same time as other steps (`beginStories`).
const part = storyPartOf(process.argv[2]) ?? 'tests';

step('Chromium and the web, built', prepareBrowser);
step(part === 'tests' ? 'Browser tests' : 'More browser stories', () => runBrowserTests(part));
endRun();
