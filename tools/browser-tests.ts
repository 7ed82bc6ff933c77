import { join } from 'node:path';
import { z } from 'zod';
import { buildWeb } from './build-web.ts';
import { installChromium } from './chromium.ts';
import { failedStories } from './failed-tests.ts';
import { type Count, counted, keepFailures, readReport, results, runInstalled } from './steps.ts';
import type { StoryPart } from './story-parts.ts';

export function prepareBrowser(): Count {
  try {
    installChromium();
    buildWeb();
    return { passed: 0, failed: 0, skipped: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** A part of the stories, or all in some files. */
export function runBrowserTests(chosen: StoryPart | readonly string[]): Count {
  const report = join(results, 'playwright.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  // Read by playwright.config.ts. A filter on its command line would skip tests on which other stories depend.
  if (typeof chosen === 'string') process.env.E2E_PART = chosen;
  // Chosen files run without the projects they normally depend on.
  const files = typeof chosen === 'string' ? [] : ['--no-deps', ...chosen];
  const passed = runInstalled('@playwright/test/cli.js', ['test', '--reporter=list,json', ...files]);
  const number = z.number();
  const schema = z.object({
    stats: z.object({ expected: number, unexpected: number, flaky: number, skipped: number }),
  });
  const stats = readReport(report, schema)?.stats;
  keepFailures(failedStories(readReport(report, z.unknown()) ?? { suites: [] }));
  return counted(passed, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  });
}
