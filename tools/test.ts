import { join, relative, resolve } from 'node:path';
import { prepareBrowser, runBrowserTests } from './browser-tests.ts';
import { otherLaws } from './laws.ts';
import { beginRun, beginStories, check, endRun, runVitest, step } from './steps.ts';

// Paths choose files: those in e2e/ run in the browser, all others in Vitest, campaigns included. Without paths all
// tests except campaigns run.
const root = join(import.meta.dirname, '..');
const chosen = process.argv.slice(2);
const inBrowser = chosen.filter((path) => relative(root, resolve(path)).startsWith('e2e'));
const inVitest = chosen.filter((path) => !inBrowser.includes(path));
const everything = chosen.length === 0;

beginRun();
const endStories = everything ? beginStories('tests') : undefined;
if (everything) {
  step('Format and lint', () =>
    check('@biomejs/biome/bin/biome', [
      'check',
      '--config-path=biome.project.json',
      '--error-on-warnings',
      '.',
    ]),
  );
  // Each checker repeats the work it shares with the others: two use nearly twice the processor time, which the
  // stories need.
  step('Types', () => check('typescript/bin/tsc', ['-b', '--checkers', '1', '--builders', '1']));
}
if (everything) step('Tests', () => runVitest(['--project=!campaigns']));
else if (inVitest.length > 0) step('Tests', () => runVitest(inVitest));
if (inBrowser.length > 0) {
  step('Chromium and the web, built', prepareBrowser);
  step('Browser tests', () => runBrowserTests(inBrowser));
}
if (inVitest.includes('--project=laws'))
  console.log(
    `\nLeft out, because they need a database: ${otherLaws.join(', ')}. Run \`npm test -- rules\` before you land.`,
  );
await endStories?.();
endRun();
