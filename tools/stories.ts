import { prepareBrowser, runBrowserTests } from './browser-tests.ts';
import { endRun, step } from './steps.ts';

// The stories as a separate program, so that they run at the same time as other steps (`beginStories`).
const part = process.argv[2] === 'campaigns' ? 'campaigns' : 'tests';

step('Chromium and the web, built', prepareBrowser);
step(part === 'tests' ? 'Browser tests' : 'More browser stories', () => runBrowserTests(part));
endRun();
