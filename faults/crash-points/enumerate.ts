import { isDeepStrictEqual } from 'node:util';
import { invariantsAtRest, openChecker } from '#server/test/check-invariants.ts';
import { type Inspector, listFiles, openInspector } from './inspect.ts';
import { type CrashPoint, type Life, startLife } from './life.ts';
import { type Acknowledged, makeActs, type UseCase } from './run.ts';
import type { Stage } from './stage.ts';

/** What a use case ends in when nothing disturbs it. */
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
  /** States that a crash left behind which differ from each other; each was taken up again to the end. */
  states: number;
  found: Found[];
  seconds: number;
};

type Ground = { url: string; inspector: Inspector; start: string; drop(): Promise<void> };

/**
 * Runs a use case once to its end to count its points, then once for each point and moment with a crash there; with
 * `every`, for each commit, call, letter and file, and for every so many of the other statements.
 */
export async function enumerate<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  every = 1,
): Promise<Enumerated> {
  const began = performance.now();
  let ground = await openGround(stage, useCase);
  const ending = await finish(stage, useCase, ground, startLife(), new Map());
  await ground.drop();
  ground = await openGround(stage, useCase);
  const found: Found[] = [];
  const seen = new Set<string>();
  let crashes = 0;
  for (let at = 1; at <= ending.points.length; at++) {
    // Between two of these nothing leaves the process but statements that are rolled back together.
    if (
      every > 1 &&
      at % every !== 0 &&
      !/^(commit|GET|POST|PUT|file|mail)/.test(ending.points[at - 1] ?? '')
    )
      continue;
    for (const moment of ['before', 'after'] as const) {
      crashes++;
      const acknowledged: Acknowledged = new Map();
      await crash(stage, useCase, ground, { at, moment }, acknowledged);
      const left = await leftBehind(stage, ground);
      if (!seen.has(left)) {
        seen.add(left);
        const what = await recover(stage, useCase, ground, ending, acknowledged);
        if (what) found.push({ point: `${at}: ${ending.points[at - 1]}`, moment, what });
      } else if (left.startsWith(ground.start)) {
        await stage.reset();
        continue;
      }
      await ground.drop();
      ground = await openGround(stage, useCase);
    }
  }
  await ground.drop();
  const seconds = (performance.now() - began) / 1000;
  return { name: useCase.name, points: ending.points.length, crashes, states: seen.size, found, seconds };
}

async function openGround<Cast>(stage: Stage, useCase: UseCase<Cast>): Promise<Ground> {
  await stage.reset();
  const copy = await stage.copy();
  const inspector = await openInspector(copy.url);
  for (const task of useCase.jobs ?? [])
    await inspector.query('select graphile_worker.add_job($1, $2)', [task, '{}']);
  await inspector.rewind();
  const drop = async () => {
    await inspector.close();
    await copy.drop();
  };
  return { url: copy.url, inspector, start: await inspector.digest(), drop };
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

/** What a crash leaves to whoever comes after it: the same leavings are taken up in the same way. */
async function leftBehind(stage: Stage, ground: Ground): Promise<string> {
  const files = await listFiles(stage.app.env.storage.folder);
  return [await ground.inspector.digest(), stage.market.state(), ...files].join('\n');
}

async function crash<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  ground: Ground,
  point: CrashPoint,
  acknowledged: Acknowledged,
): Promise<void> {
  const life = startLife(point);
  const instance = stage.host.boot(life, ground.url);
  const acts = makeActs(instance, ground.inspector, acknowledged);
  await inTime(stage, useCase, () =>
    Promise.race([life.died, life.run(() => useCase.run(acts, stage.cast).then(() => instance.drain()))]),
  );
  await ground.inspector.alone();
  await ground.inspector.rewind();
}

/** A process that lives to the end of the use case and of the queue. */
async function finish<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  ground: Ground,
  life: Life,
  acknowledged: Acknowledged,
): Promise<Ending> {
  const instance = stage.host.boot(life, ground.url);
  const { inspector } = ground;
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

/** Repeats what was asked and runs the queue; answers what is wrong then, or nothing. */
async function recover<Cast>(
  stage: Stage & { cast: Cast },
  useCase: UseCase<Cast>,
  ground: Ground,
  expected: Ending,
  acknowledged: Acknowledged,
): Promise<string | undefined> {
  const before = new Map(acknowledged);
  try {
    const ending = await finish(stage, useCase, ground, startLife(), acknowledged);
    for (const [n, body] of before)
      if (!isDeepStrictEqual(acknowledged.get(n), body))
        return `act ${n} was acknowledged as ${JSON.stringify(body)}, then as ${JSON.stringify(acknowledged.get(n))}`;
    return (await breach(ground)) ?? differenceOf(expected, ending);
  } catch (error) {
    return String(error);
  }
}

async function breach(ground: Ground): Promise<string | undefined> {
  const checker = await openChecker(ground.url, invariantsAtRest);
  const broken = await checker.all().finally(() => checker.close());
  return broken.length > 0 ? JSON.stringify(broken) : undefined;
}

function differenceOf(expected: Ending, got: Ending): string | undefined {
  for (const [table, rows] of Object.entries(expected.rows)) {
    const present = got.rows[table] ?? [];
    const lacking = rows.filter((row) => !present.includes(row));
    const added = present.filter((row) => !rows.includes(row));
    if (lacking.length + added.length > 0 || rows.length !== present.length)
      return `${table}: lacks ${lacking.join(' ')} has ${added.join(' ')}`.slice(0, 2000);
  }
  if (got.market !== expected.market) return `marketplace: ${firstDifference(expected.market, got.market)}`;
  const unsent = expected.letters.filter((letter) => !got.letters.includes(letter));
  if (unsent.length > 0) return `letters never sent: ${unsent.join(', ')}`;
  if (got.files.join() !== expected.files.join())
    return `files: ${got.files.join()} instead of ${expected.files.join()}`;
  return undefined;
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  return `${one.slice(Math.max(0, at - 80), at + 80)} … ${other.slice(Math.max(0, at - 80), at + 80)}`;
}
