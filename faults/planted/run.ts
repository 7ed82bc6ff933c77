import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type ResultLine, writeResults } from '../../bench/results.ts';
import { invariants } from './invariants.ts';
import { sourcePlants } from './plants.ts';
import { startStation } from './station.ts';
import type { Outcome, Task } from './worker.ts';

/**
 * Plants one bug after the other and checks that its detector turns red. `--budget` starts no further bug after that many
 * seconds; one bug of each invariant comes first. `--green` also runs each detector without its bug, just before it and
 * just after another one. `--slow` includes bugs that take minutes, `--only` names invariants, `--json` names a results
 * file with one line per bug.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    budget: { type: 'string' },
    jobs: { type: 'string', default: String(Math.max(1, Math.min(4, availableParallelism()))) },
    green: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
/** Bugs that one process gets at a time. If it crashes, the running bug is lost and the others return to the queue. */
const batch = 6;
const only = values.only?.split(',');
const budget = values.budget === undefined ? Number.POSITIVE_INFINITY : Number(values.budget);
const began = performance.now();
const elapsed = () => (performance.now() - began) / 1000;

const chosen = [...sourcePlants.keys()].filter(
  (index) => (values.slow || !plantOf(index).slow) && (only?.includes(plantOf(index).breaks) ?? true),
);
const queue: Task[] = oneOfEachFirst(chosen).flatMap((index) => [
  ...(values.green ? [{ index, planted: false }] : []),
  { index, planted: true },
]);
/** How often a bug is run again if its detector stays green, because a race may go well by chance. */
const retries = 2;
const missedBefore = new Map<number, number>();
const done: { task: Task; outcome: Outcome }[] = [];

await Promise.all(Array.from({ length: Math.min(Number(values.jobs), queue.length) }, work));
report();

function plantOf(index: number) {
  const plant = sourcePlants[index];
  if (!plant) throw new Error(`no bug ${index}`);
  return plant;
}

function detectorOf(index: number): string {
  const { file, test } = plantOf(index).detector;
  return `${file} › ${test}`;
}

function oneOfEachFirst(indexes: number[]): number[] {
  const first = new Map(indexes.toReversed().map((index) => [plantOf(index).breaks, index]));
  const ones = new Set(first.values());
  return [...indexes.filter((index) => ones.has(index)), ...indexes.filter((index) => !ones.has(index))];
}

async function work(): Promise<void> {
  const station = await startStation();
  while (queue.length > 0 && elapsed() < budget) {
    const tasks = queue.splice(0, batch);
    const outcomes = await station.run(tasks, settle);
    queue.unshift(...tasks.slice(outcomes));
  }
  station.end();
}

/** Records an outcome, or queues a bug that was not found once more. */
function settle(task: Task, outcome: Outcome): void {
  const missed = task.planted && outcome.state !== 'red';
  const before = missedBefore.get(task.index) ?? 0;
  if (missed && before < retries) {
    missedBefore.set(task.index, before + 1);
    queue.push(task);
    return;
  }
  done.push({ task, outcome });
  print(task, outcome);
}

function print(task: Task, { state, seconds, said }: Outcome): void {
  const good = state === (task.planted ? 'red' : 'green');
  if (good && values.quiet) return;
  const { breaks, what } = plantOf(task.index);
  const bug = task.planted ? what : 'as it is';
  const again = task.planted ? (missedBefore.get(task.index) ?? 0) : 0;
  console.log(
    `${good ? ' ' : '!'} ${breaks}  ${bug} → ${state}  ${seconds.toFixed(1)} s${again > 0 ? `, unseen ${again} times before` : ''}  ${detectorOf(task.index)}`,
  );
  if (!good || process.env.EXPLAIN) console.log(`         ${said}`);
}

function report(): void {
  const planted = done.filter(({ task }) => task.planted);
  const found = planted.filter(({ outcome }) => outcome.state === 'red');
  const green = done.filter(({ task, outcome }) => !task.planted && outcome.state === 'green');
  const countOf = (id: string, list: typeof done) =>
    list.filter(({ task }) => plantOf(task.index).breaks === id).length;
  for (const { id, text } of invariants)
    if (countOf(id, planted) > 0)
      console.log(`${id}  ${countOf(id, found)} of ${countOf(id, planted)} planted bugs found  ${text}`);
  const left = chosen.length - planted.length;
  console.log(
    `${found.length} of ${planted.length} planted bugs found in ${elapsed().toFixed(0)} s${left > 0 ? `, ${left} not begun` : ''}`,
  );
  const failed = done.length - found.length - green.length;
  if (values.json) writeResults(values.json, 'planted', done.map(resultOf));
  if (failed > 0) process.exitCode = 1;
}

/** A bug is found if its detector fails; a detector without its bug has to pass. */
function resultOf({ task, outcome }: (typeof done)[number]): ResultLine {
  const { breaks, what } = plantOf(task.index);
  const met = outcome.state === (task.planted ? 'red' : 'green');
  const line = `${breaks}: ${task.planted ? what : 'detector without a bug'}`;
  const note = detectorOf(task.index);
  return { line, value: met ? 1 : 0, unit: '', goal: 1, better: 'higher', met, note };
}
