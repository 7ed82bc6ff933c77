import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { failedTests } from './failed-tests.ts';
import type { StoryPart } from './story-parts.ts';

export type Count = { passed: number; failed: number; skipped: number };

const root = join(import.meta.dirname, '..');
const programs = join(root, 'node_modules');
const steps: (Count & { title: string; seconds: number })[] = [];
const failures: string[] = [];
const number = z.number();

/** Reports, screenshots and traces of the last run. */
export const results = join(root, 'test-results');

export function beginRun(): void {
  process.chdir(root);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
}

/** Runs one step and records its time and its counts. */
export function step(title: string, work: () => Count): void {
  console.log(`\n— ${title}`);
  const began = performance.now();
  const count = work();
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`— ${title}: ${seconds} s`);
  steps.push({ title, seconds, ...count });
}

/**
 * Begins the stories, which wait more than they work, while the steps go on. The function it returns waits for them,
 * prints what they printed and counts their steps here.
 */
export function beginStories(part: StoryPart): () => Promise<void> {
  const [log, total] = [join(results, 'stories.log'), join(results, 'stories.tsv')];
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, [join(root, 'tools', 'stories.ts'), part], {
    stdio: ['ignore', output, output],
    env: { ...process.env, TOTAL_FILE: total },
  });
  closeSync(output);
  const ended = once(child, 'exit');
  console.log('\n— Browser stories: beside what follows; what they print comes when both are over');
  return async () => {
    await ended;
    process.stdout.write(readFileSync(log, 'utf8'));
    takeIn(total);
  };
}

/** The counts that `endRun` of another program wrote to its TOTAL_FILE. */
function takeIn(file: string): void {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  if (lines.length === 0)
    steps.push({ title: 'Browser stories', seconds: 0, passed: 0, failed: 1, skipped: 0 });
  for (const line of lines) {
    const [seconds = 0, passed = 0, failed = 0, skipped = 0] = line.split('\t').map(Number);
    steps.push({ title: line.split('\t').at(-1) ?? '', seconds, passed, failed, skipped });
  }
  if (existsSync(`${file}.failures`)) failures.push(readFileSync(`${file}.failures`, 'utf8').trimEnd());
}

/** Records a part that was not run; it counts as one skipped test. */
export function skipStep(title: string, reason: string): void {
  console.log(`\n— ${title}: ${reason}`);
  steps.push({ title: `${title}: ${reason}`, seconds: 0, passed: 0, failed: 0, skipped: 1 });
}

/** A check is no test: it counts only when it fails. */
export function check(program: string, args: string[]): Count {
  return { passed: 0, failed: runInstalled(program, args) ? 0 : 1, skipped: 0 };
}

/** Runs a program of node_modules. After `minutes` it is ended, and has failed. */
export function runInstalled(program: string, args: string[], minutes?: number): boolean {
  return runNode([join(programs, program), ...args], minutes);
}

export function runNode(args: string[], minutes?: number): boolean {
  const timeout = minutes === undefined ? undefined : minutes * 60_000;
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'inherit', timeout });
  if (error) console.error(`${args[0]}: ${error.message}`);
  return status === 0;
}

export function runVitest(args: string[], minutes?: number): Count {
  const file = join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const passed = runInstalled('vitest/vitest.mjs', ['run', ...reporters, ...args], minutes);
  const schema = z.object({
    numPassedTests: number,
    numFailedTests: number,
    numPendingTests: number,
    numTodoTests: number,
  });
  const found = readReport(file, schema);
  keepFailures(failedTests(readReport(file, z.unknown()) ?? { testResults: [] }, root));
  return counted(passed, {
    passed: found?.numPassedTests ?? 0,
    failed: found?.numFailedTests ?? 0,
    skipped: (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0),
  });
}

/** Kept for the last lines of the run. */
export function keepFailures(found: readonly string[]): void {
  failures.push(...found);
}

/** A run can fail without a failed test: a file that does not load, a server that does not start. */
export function counted(allPassed: boolean, found: Count): Count {
  return allPassed ? found : { ...found, failed: Math.max(found.failed, 1) };
}

export function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/**
 * Prints the time of each step and, last, the passed and failed tests. With TOTAL_FILE set, this run is part of a
 * larger one and its steps are written there instead.
 */
export function endRun(): void {
  const sum = (key: keyof Count) => steps.reduce((total, one) => total + one[key], 0);
  const file = process.env.TOTAL_FILE;
  if (file) {
    for (const { title, ...one } of steps) appendFileSync(file, `${columns(one)}\t${title}\n`);
    for (const failure of failures) appendFileSync(`${file}.failures`, `${failure}\n`);
  } else {
    for (const failure of failures) console.log(`\n${failure}`);
    console.log('');
    const whole = { title: 'everything, some of it at once', seconds: Math.round(process.uptime()) };
    for (const { title, seconds } of [...steps, whole])
      console.log(`${String(seconds).padStart(5)} s  ${title}`);
    const used = processorSeconds();
    if (used !== undefined) console.log(`${String(used).padStart(5)} s  of processor, all processes`);
    console.log(`\n${inWords({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') })}`);
  }
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}

/**
 * User and system time of this process and of all its descendants that have ended, in seconds; undefined where the
 * system has no `/proc`. Source: proc(5), fields 14 to 17 of `stat`, in ticks of 1/100 s.
 */
function processorSeconds(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Math.round(fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100);
}

function columns({ seconds, passed, failed, skipped }: Omit<(typeof steps)[number], 'title'>): string {
  return [seconds, passed, failed, skipped].join('\t');
}

function inWords({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
