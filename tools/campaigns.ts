import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { campaignParts, testCampaigns } from './campaign-list.ts';
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
  skipStep,
  step,
} from './steps.ts';
import { campaignStoryParts, type StoryPart } from './story-parts.ts';

/**
 * `minutes` is what the part took at most on the slowest machine seen; a part of tests is stopped, and fails, after
 * twice as long.
 */
type Part = { title: string; minutes: number; run: () => Count };

/** `.ci/run` passes the rest of its own limit; a manual run has an hour. */
const budgetSeconds = Number(process.env.CAMPAIGN_SECONDS ?? 3600);
const plantedSeconds = 150;
const load = { least: 1, most: 5, besides: 2 };
/** All stories, or one part of them, beside the other campaigns. */
const storyMinutes = { campaigns: 44, part: 26 };

const names = new Set([...Object.keys(testCampaigns), 'planted', 'day', 'load', 'browser']);
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.has(name));
if (unknown.length > 0) {
  console.error(`No such campaign: ${unknown.join(', ')}. There are: ${[...names].join(', ')}.`);
  process.exit(1);
}
const isWanted = (name: string) => chosen.length === 0 || chosen.includes(name);

/** These run beside the browser stories, which wait more than they work. */
const tests: Part[] = campaignParts.flatMap(({ campaigns, minutes }) => {
  const wanted = campaigns.filter(isWanted);
  if (wanted.length === 0) return [];
  const files = wanted.flatMap((name) => testCampaigns[name]);
  // The stories use the remaining processors.
  const args = ['--project=campaigns', `--maxWorkers=${availableParallelism()}`, ...files];
  return { title: `Campaigns ${wanted.join(', ')}`, minutes, run: () => runVitest(args, minutes * 2) };
});

/** These parts have or measure time limits, so nothing runs at the same time. */
const measured: Part[] = [
  ...(isWanted('planted') ? [{ title: 'Planted bugs', minutes: 5, run: runPlanted }] : []),
  ...(isWanted('day') ? [{ title: 'A day of a warehouse', minutes: 4, run: runDay }] : []),
  ...(isWanted('load') ? [{ title: 'Load', minutes: load.least + load.besides, run: runLoad }] : []),
];

const commit = commitNumber();

beginRun();
// On a slow machine the last parts find no time: the commit decides which these are.
const phases = [runBesideStories, async () => runParts(measured)];
for (const phase of rotate(phases, commit)) await phase();
endRun();

async function runBesideStories(): Promise<void> {
  const part = isWanted('browser') ? storiesInTime() : undefined;
  const endStories = part && beginStories(part);
  runParts(tests);
  await endStories?.();
}

function storiesInTime(): StoryPart | undefined {
  const minutes = secondsLeft() / 60;
  if (minutes >= storyMinutes.campaigns) return 'campaigns';
  skipStep(
    minutes >= storyMinutes.part ? 'The other browser stories' : 'More browser stories',
    'no time left',
  );
  return minutes >= storyMinutes.part ? rotate(campaignStoryParts, commit)[0] : undefined;
}

function runParts(parts: readonly Part[]): void {
  for (const { title, minutes, run } of rotate(parts, commit)) {
    if (secondsLeft() < minutes * 60) skipStep(title, 'no time left');
    else step(title, run);
  }
}

function secondsLeft(): number {
  return budgetSeconds - process.uptime();
}

/** The first digits of the checked-out commit as a number; 0 outside a repository. */
function commitNumber(): number {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 8), 16) : 0;
}

function rotate<T>(list: readonly T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/** Each planted bug that its detector finds counts as a passed test. */
function runPlanted(): Count {
  const file = join(results, 'planted.json');
  const args = ['--quiet', '--budget', String(plantedSeconds), '--json', file];
  const passed = runNode(['faults/planted/run.ts', ...args], 10);
  const report = readReport(file, z.object({ lines: z.array(z.object({ met: z.boolean() })) }));
  const found = report?.lines.filter(({ met }) => met).length ?? 0;
  return counted(passed, { passed: found, failed: (report?.lines.length ?? 0) - found, skipped: 0 });
}

/** An hour of the simulated day; counts as one test. */
function runDay(): Count {
  const passed = runNode(['bench/day.ts', '--small'], 8);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** As many minutes as there are, at a rate that leaves this machine room for the generator; counts as one test. */
function runLoad(): Count {
  const left = Math.floor(secondsLeft() / 60 - load.besides);
  const minutes = Math.max(load.least, Math.min(load.most, left));
  const passed = runNode(['bench/load.ts', '--small', '--ci', '--minutes', String(minutes)], minutes + 3);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}
