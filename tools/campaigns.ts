import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { campaignFiles } from './campaign-list.ts';
import {
  beginRun,
  beginStories,
  type Count,
  counted,
  endRun,
  readReport,
  results,
  runNode,
  runVitest,
  step,
} from './steps.ts';

/** All of it is to be over after this many minutes on two processors; a step that takes longer than its own end is ended. */
const wholeMinutes = 24;
const testMinutes = 60;
const plantedSeconds = 150;
const plantedMinutes = 5;
const loadMinutes = { least: 1, most: 5, besides: 1.5 };

const dayMinutes = 4;
const names = [...Object.keys(campaignFiles), 'browser', 'day', 'load'];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such campaign: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(1);
}
const wanted = (name: string) => chosen.length === 0 || chosen.includes(name);
const files = Object.entries(campaignFiles).flatMap(([name, paths]) => (wanted(name) ? paths : []));

beginRun();
const endStories = wanted('browser') ? beginStories('campaigns') : undefined;
if (files.length > 0) step('Kills, faults and fuzz', runTests);
await endStories?.();
// What follows is bounded by time, or measures it: nothing runs beside it.
if (wanted('planted')) step('Planted bugs', runPlanted);
if (wanted('day')) step('A day of a warehouse', runDay);
if (wanted('load')) step('Load', runLoad);
endRun();

function runTests(): Count {
  // No more at once than there are processors: the stories run beside, and what is to be over in seconds has to be.
  const workers = `--maxWorkers=${availableParallelism()}`;
  const count = runVitest(['--project=campaigns', workers, ...files], testMinutes);
  printTimes();
  return count;
}

/** What each campaign took; several run at once, so the sum is more than the step. */
function printTimes(): void {
  const file = z.object({ name: z.string(), startTime: z.number(), endTime: z.number() });
  const report = readReport(join(results, 'vitest.json'), z.object({ testResults: z.array(file) }));
  for (const [name, paths] of Object.entries(campaignFiles)) {
    const isOwn = (file: string) => paths.some((path) => file.includes(path));
    const own = report?.testResults.filter((result) => isOwn(result.name)) ?? [];
    const seconds = own.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0);
    if (own.length > 0) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
  }
}

/** One wrong piece of the product after the other: would the tests notice? Each counts as a test. */
function runPlanted(): Count {
  const file = join(results, 'planted.json');
  const args = ['--quiet', '--budget', String(plantedSeconds), '--json', file];
  const passed = runNode(['faults/planted/run.ts', ...args], plantedMinutes);
  const found = readReport(file, z.object({ passed: z.number(), failed: z.number() }));
  return counted(passed, { passed: 0, failed: 0, ...found, skipped: 0 });
}

/** An hour of the simulated day: nothing may be lost in it. Counts as one test. */
function runDay(): Count {
  const passed = runNode(['bench/day.ts', '--small'], dayMinutes);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** As long as there is time for, at a rate that leaves this machine room for the generator. Counts as one test. */
function runLoad(): Count {
  const { least, most, besides } = loadMinutes;
  const left = Math.floor(wholeMinutes - besides - process.uptime() / 60);
  const minutes = Math.max(least, Math.min(most, left));
  const args = ['--small', '--ci', '--minutes', String(minutes)];
  const passed = runNode(['bench/load.ts', ...args], minutes + 3);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}
