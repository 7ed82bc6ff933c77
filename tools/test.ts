import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { buildWeb } from './build-web.ts';
import { installChromium } from './chromium.ts';

type Count = { passed: number; failed: number; skipped: number };

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const programs = join(root, 'node_modules');
const count: Count = { passed: 0, failed: 0, skipped: 0 };
/** The whole run has to stay within 20 minutes on two cores, with what came before it and the load's own seed and end. */
const isSmallMachine = availableParallelism() < 4;
const mostLoadMinutes = isSmallMachine ? 1 : 5;
const wholeMinutes = 16.5;
const plantedSeconds = isSmallMachine ? 45 : 75;

// Paths choose files: those in e2e/ for the browser, all others for Vitest. None: everything.
const chosen = process.argv.slice(2);
const inBrowser = chosen.filter((path) => relative(root, resolve(path)).startsWith('e2e'));
const inVitest = chosen.filter((path) => !inBrowser.includes(path));
const everything = chosen.length === 0;

process.chdir(root);
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

if (everything) {
  check('Format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
  check('Types', 'typescript/bin/tsc', ['-b']);
}
if (everything || inVitest.length > 0) runVitest();
if (everything) runPlanted();
if (everything || inBrowser.length > 0) runBrowserTests();
if (everything) runLoad();

const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
process.exitCode = count.failed > 0 ? 1 : 0;

/** Not a test, and so not counted, unless it fails. */
function check(title: string, program: string, args: string[]): void {
  if (!run(title, program, args)) count.failed++;
}

function runVitest(): void {
  const report = join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const passed = run('Tests', 'vitest/vitest.mjs', ['run', ...reporters, ...inVitest]);
  const schema = z.object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
  });
  const found = readReport(report, schema);
  add(passed, {
    passed: found?.numPassedTests ?? 0,
    failed: found?.numFailedTests ?? 0,
    skipped: (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0),
  });
}

/** Would the tests notice? One wrong piece of the product after the other; counts as one test. */
function runPlanted(): void {
  const budget = String(plantedSeconds);
  const passed = run('Planted bugs', 'faults/planted/run.ts', ['--quiet', '--budget', budget], root);
  add(passed, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
}

/** The minutes that are left, at a rate that leaves this machine room for the generator; counts as one test. */
function runLoad(): void {
  const left = Math.floor(wholeMinutes - process.uptime() / 60);
  const minutes = String(Math.min(mostLoadMinutes, Math.max(1, left)));
  const passed = run('Load', 'bench/load.ts', ['--small', '--ci', '--minutes', minutes], root);
  add(passed, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
}

function runBrowserTests(): void {
  const report = join(results, 'playwright.json');
  try {
    installChromium();
    buildWeb();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count.failed++;
    return;
  }
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  // Chosen files run without those that otherwise come before them.
  const alone = inBrowser.length > 0 ? ['--no-deps'] : [];
  const args = ['test', '--reporter=list,json', ...alone, ...inBrowser];
  const passed = run('Browser tests', '@playwright/test/cli.js', args);
  const number = z.number();
  const schema = z.object({
    stats: z.object({ expected: number, unexpected: number, flaky: number, skipped: number }),
  });
  const stats = readReport(report, schema)?.stats;
  add(passed, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  });
}

/** A run can fail without a failed test: a file that does not load, a server that does not start. */
function add(allPassed: boolean, found: Count): void {
  count.passed += found.passed;
  count.skipped += found.skipped;
  count.failed += allPassed ? found.failed : Math.max(found.failed, 1);
}

function run(title: string, program: string, args: string[], folder = programs): boolean {
  console.log(`\n— ${title}`);
  return spawnSync(process.execPath, [join(folder, program), ...args], { stdio: 'inherit' }).status === 0;
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
