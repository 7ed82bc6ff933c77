import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { buildWeb } from './build-web.ts';
import { installChromium } from './chromium.ts';
import {
  beginRun,
  type Count,
  check,
  counted,
  endRun,
  readReport,
  results,
  runInstalled,
  runVitest,
  step,
} from './steps.ts';

// Paths choose files: those in e2e/ for the browser, all others for Vitest, campaigns too. None: everything but them.
const root = join(import.meta.dirname, '..');
const chosen = process.argv.slice(2);
const inBrowser = chosen.filter((path) => relative(root, resolve(path)).startsWith('e2e'));
const inVitest = chosen.filter((path) => !inBrowser.includes(path));
const everything = chosen.length === 0;

beginRun();
if (everything) {
  step('Format and lint', () => check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']));
  step('Types', () => check('typescript/bin/tsc', ['-b']));
}
if (everything) step('Tests', () => runVitest(['--project=!campaigns']));
else if (inVitest.length > 0) step('Tests', () => runVitest(inVitest));
if (everything || inBrowser.length > 0) {
  step('Chromium and the web, built', prepareBrowser);
  step('Browser tests', runBrowserTests);
}
endRun();

function prepareBrowser(): Count {
  try {
    installChromium();
    buildWeb();
    return { passed: 0, failed: 0, skipped: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function runBrowserTests(): Count {
  const report = join(results, 'playwright.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  // Chosen files run without those that otherwise come before them.
  const alone = inBrowser.length > 0 ? ['--no-deps'] : [];
  const passed = runInstalled('@playwright/test/cli.js', [
    'test',
    '--reporter=list,json',
    ...alone,
    ...inBrowser,
  ]);
  const number = z.number();
  const schema = z.object({
    stats: z.object({ expected: number, unexpected: number, flaky: number, skipped: number }),
  });
  const stats = readReport(report, schema)?.stats;
  return counted(passed, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  });
}
