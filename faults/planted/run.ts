import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { invariants } from './invariants.ts';
import type { SourcePlant } from './plant.ts';
import { sourcePlants } from './plants.ts';
import type { Outcome, Task } from './worker.ts';

/**
 * Plants one bug after the other and looks whether its own detector turns red. `--budget` ends the run after so many
 * seconds, in an order that the seed decides; without it each detector is first seen green.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    budget: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    jobs: { type: 'string', default: String(Math.max(1, Math.min(4, availableParallelism()))) },
    slow: { type: 'boolean', default: false },
  },
});
const budget = values.budget === undefined ? Number.POSITIVE_INFINITY : Number(values.budget);
const only = values.only?.split(',');
const seed = Number(values.seed);
const began = performance.now();
const plants = shuffle(
  sourcePlants.filter(({ breaks, slow }) => (values.slow || !slow) && (only?.includes(breaks) ?? true)),
);
const queue: Task[] = Number.isFinite(budget)
  ? plants.map((plant) => ({ plant, planted: true }))
  : [
      ...firstOfEach(plants).map((plant) => ({ plant, planted: false })),
      ...plants.map((plant) => ({ plant, planted: true })),
    ];
const done: { task: Task; outcome: Outcome }[] = [];

await Promise.all(Array.from({ length: Math.min(Number(values.jobs), queue.length) }, work));
report();

/** The order changes from day to day, so that what a budget leaves out one day is run another. */
function shuffle(list: readonly SourcePlant[]): SourcePlant[] {
  const weight = (index: number) => {
    const mixed = Math.imul((index + 1) ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return list
    .map((plant, index) => ({ plant, weight: weight(index) }))
    .toSorted((one, other) => one.weight - other.weight)
    .map(({ plant }) => plant);
}

function firstOfEach(list: readonly SourcePlant[]): SourcePlant[] {
  return [...new Map(list.map((plant) => [`${plant.detector.file} ${plant.detector.test}`, plant])).values()];
}

async function work(): Promise<void> {
  for (;;) {
    if ((performance.now() - began) / 1000 > budget) return;
    const task = queue.shift();
    if (!task) return;
    const outcome = await runAlone(task);
    done.push({ task, outcome });
    print(task, outcome);
  }
}

/** In a process of its own: what one loaded with a bug in it is never met by the next. */
async function runAlone(task: Task): Promise<Outcome> {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(worker, 'exit');
  worker.send(task);
  const answer = await Promise.race([once(worker, 'message'), ended]);
  const [said] = answer as [Outcome | number | null];
  await ended;
  if (said === null || typeof said === 'number')
    return { state: 'broken', seconds: 0, said: `ended with ${said}` };
  return said;
}

function print({ plant, planted }: Task, { state, seconds, said }: Outcome): void {
  const { breaks, what, detector } = plant;
  const good = state === (planted ? 'red' : 'green');
  console.log(
    `${good ? ' ' : '!'} ${breaks}  ${detector.file} › ${detector.test}  ${planted ? what : 'as it is'} → ${state}  ${seconds.toFixed(1)} s`,
  );
  if (!good || process.env.EXPLAIN) console.log(`         ${said}`);
}

function report(): void {
  const planted = done.filter(({ task }) => task.planted);
  const detected = planted.filter(({ outcome }) => outcome.state === 'red');
  const green = done.filter(({ task, outcome }) => !task.planted && outcome.state === 'green');
  const unbuilt = invariants.filter((row) => row.notBuilt).length;
  console.log(
    `${detected.length} of ${planted.length} planted bugs detected (seed ${seed}, ${plants.length - planted.length} left for another day); ` +
      `${invariants.length - unbuilt} invariants of what exists, ${unbuilt} of what does not exist yet`,
  );
  if (detected.length < planted.length || green.length < done.length - planted.length) process.exitCode = 1;
}
