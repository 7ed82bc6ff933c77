import { isDeepStrictEqual } from 'node:util';
import { invariantsAtRest, openChecker } from '#server/test/check-invariants.ts';
import { listFiles } from './inspect.ts';
import { type CrashPoint, type Life, startLife } from './life.ts';
import { type Acknowledged, makeActs, type UseCase } from './run.ts';
import type { Stage } from './stage.ts';

/** The final state of an undisturbed use case. */
type Ending = {
  rows: Record<string, string[]>;
  market: string;
  letters: string[];
  files: string[];
  points: readonly string[];
};

export type Found = { point: string; moment: CrashPoint['moment']; what: string };
export type Enumerated = {
  name: string;
  points: number;
  crashes: number;
  /** Distinct states that a crash left behind; each was recovered to the end. */
  states: number;
  found: Found[];
  seconds: number;
};

/** Points at which something leaves the process: what was done before becomes visible to others. */
const effect = /^(POST|PUT|DELETE|file|mail)|^commit$/;

/**
 * Runs a use case once to its end to count its points, then once for each point and moment with a crash there. With
 * `every`: before the first point, after each effect, and at every nth of the others. Between two effects, a crash
 * leaves the same state as one after the first of them, because open transactions are rolled back.
 */
export async function enumerate<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  every = 1,
): Promise<Enumerated> {
  const began = performance.now();
  await begin(stage, useCase);
  const first = startLife();
  const ending = await inLimit(stage, first, 'undisturbed', finish(stage, useCase, first, new Map()));
  const found: Found[] = [];
  const seen = new Set<string>();
  const moments: CrashPoint[] = ending.points.flatMap((label, index): CrashPoint[] => {
    const at = index + 1;
    if (every === 1 || at === 1 || at % every === 0)
      return [
        { at, moment: 'before' },
        { at, moment: 'after' },
      ];
    return effect.test(label) ? [{ at, moment: 'after' }] : [];
  });
  for (const { at, moment } of moments) {
    await begin(stage, useCase);
    const acknowledged: Acknowledged = new Map();
    const point = `${at}: ${ending.points[at - 1]}`;
    const life = startLife({ at, moment });
    await inLimit(stage, life, `crash ${moment} ${point}`, crash(stage, useCase, life, acknowledged));
    const left = await leftBehind(stage);
    if (seen.has(left)) continue;
    seen.add(left);
    const next = startLife();
    const recovery = recover(stage, useCase, ending, acknowledged, next);
    const what = await inLimit(stage, next, `repeated after a crash ${moment} ${point}`, recovery);
    if (what) found.push({ point, moment, what });
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    name: useCase.name,
    points: ending.points.length,
    crashes: moments.length,
    states: seen.size,
    found,
    seconds,
  };
}

async function begin(stage: Stage, useCase: UseCase<never>): Promise<void> {
  await stage.reset();
  for (const task of useCase.jobs ?? [])
    await stage.inspector.query('select enqueue_jobs($1::jsonb)', [JSON.stringify([{ task, payload: {} }])]);
}

const longestStepMs = 60_000;

/**
 * Fails if a step does not end in 60 s, with the step, the last points of its process, the queue and the connections: a
 * time-out of the whole test would not name its cause.
 */
async function inLimit<T>(stage: Stage, life: Life, step: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void explain().then(reject, reject), longestStepMs);
  });
  const explain = async () => {
    const { inspector } = stage;
    const jobs = await inspector.query(
      `select task, state, queue, attempts, payload, run_at, heartbeat_on, last_error from queued_jobs`,
    );
    const connections = await inspector.query(
      `select application_name, state, wait_event_type, wait_event, left(query, 90) as query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return new Error(
      `not over after ${longestStepMs / 1000} s: ${step}\n` +
        JSON.stringify(
          { points: life.points.length, last: life.points.slice(-12), jobs, connections },
          null,
          1,
        ),
    );
  };
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function inTime<T>(stage: Stage, useCase: UseCase<never>, work: () => Promise<T>): Promise<T> {
  const before = stage.app.clock.now().toISOString();
  if (useCase.at) stage.app.clock.set(useCase.at);
  try {
    return await work();
  } finally {
    stage.app.clock.set(before);
  }
}

/** The state that a crash leaves to its successor: equal states are recovered only once. */
async function leftBehind(stage: Stage): Promise<string> {
  const files = await listFiles(stage.app.env.storage.folder);
  return [await stage.inspector.digest(), stage.market.state(), ...files].join('\n');
}

async function crash<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  life: Life,
  acknowledged: Acknowledged,
): Promise<void> {
  const instance = stage.host.boot(life);
  const acts = makeActs(instance, stage.inspector, acknowledged);
  const outlived = await inTime(stage, useCase, () =>
    Promise.race([
      life.died.then(() => false),
      life.run(() => useCase.run(acts, stage.cast).then(() => instance.drain())).then(() => true),
    ]),
  );
  // The actor of a known token is cached, so that this run had fewer points than the counted one. The point may be a
  // statement that is not awaited: a process that dies while it closes closes nothing more.
  if (outlived) await Promise.race([life.died, instance.close()]);
  await life.arrived();
  await stage.inspector.alone();
  await stage.inspector.rewind();
}

/** A process that runs to the end of the use case and of the queue. */
async function finish<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  life: Life,
  acknowledged: Acknowledged,
): Promise<Ending> {
  const instance = stage.host.boot(life);
  const { inspector } = stage;
  await inTime(stage, useCase, () =>
    life.run(async () => {
      await useCase.run(makeActs(instance, inspector, acknowledged), stage.cast);
      await instance.drain();
    }),
  );
  const points = [...life.points];
  await instance.close();
  return {
    points,
    rows: await inspector.rows(),
    market: stage.market.state(),
    letters: stage.market.letters(),
    files: await listFiles(stage.app.env.storage.folder),
  };
}

/** Repeats the requests and runs the queue; returns what is wrong then, or nothing. */
async function recover<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  expected: Ending,
  acknowledged: Acknowledged,
  life: Life,
): Promise<string | undefined> {
  const before = new Map(acknowledged);
  try {
    const ending = await finish(stage, useCase, life, acknowledged);
    for (const [n, body] of before)
      if (!isDeepStrictEqual(acknowledged.get(n), body))
        return `act ${n} was acknowledged as ${JSON.stringify(body)}, then as ${JSON.stringify(acknowledged.get(n))}`;
    return (await breach(stage)) ?? differenceOf(expected, ending, useCase.grows);
  } catch (error) {
    return String(error);
  }
}

async function breach(stage: Stage): Promise<string | undefined> {
  const checker = await openChecker(stage.app.databaseUrl, invariantsAtRest);
  const broken = await checker.all().finally(() => checker.close());
  return broken.length > 0 ? JSON.stringify(broken) : undefined;
}

function differenceOf(expected: Ending, got: Ending, grows: readonly string[] = []): string | undefined {
  for (const [table, rows] of Object.entries(expected.rows)) {
    if (grows.includes(table)) continue;
    const present = got.rows[table] ?? [];
    const lacking = rows.filter((row) => !present.includes(row));
    const added = present.filter((row) => !rows.includes(row));
    if (lacking.length + added.length > 0 || rows.length !== present.length)
      return `${table}: lacks ${lacking.join(' ')} has ${added.join(' ')}`.slice(0, 2000);
  }
  if (got.market !== expected.market) return `marketplace: ${firstDifference(expected.market, got.market)}`;
  const unsent = expected.letters.filter((letter) => !got.letters.includes(letter));
  if (unsent.length > 0) return `letters never sent: ${unsent.join(', ')}`;
  const isSame = grows.includes('files')
    ? got.files.length >= expected.files.length
    : got.files.join() === expected.files.join();
  if (!isSame) return `files: ${got.files.join()} instead of ${expected.files.join()}`;
  return undefined;
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  return `${one.slice(Math.max(0, at - 80), at + 80)} … ${other.slice(Math.max(0, at - 80), at + 80)}`;
}
