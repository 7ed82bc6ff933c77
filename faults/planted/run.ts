import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { invariants } from './invariants.ts';
import { sourcePlants } from './plants.ts';
import { startStation } from './station.ts';
import type { Outcome, Task } from './worker.ts';

/**
 * Plants one bug after the other and looks whether its own detector turns red. `--budget` begins no more after so many
 * seconds: one of each invariant comes first. `--green` sees each detector green just before its bug, and just after
 * another's; `--slow` takes those that need minutes too; `--only` names invariants; `--json` writes how many were found.
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
/** What one process is handed at once: a crash in it costs the one that was running, and the rest waits again. */
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
/** How often a bug may stay unseen before it counts as not found. */
const luck = 2;
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

/** A race that went well by luck is run again. */
function settle(task: Task, outcome: Outcome): void {
  const missed = task.planted && outcome.state !== 'red';
  const before = missedBefore.get(task.index) ?? 0;
  if (missed && before < luck) {
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
  if (values.json)
    writeFileSync(values.json, JSON.stringify({ passed: found.length + green.length, failed }));
  if (failed > 0) process.exitCode = 1;
}
