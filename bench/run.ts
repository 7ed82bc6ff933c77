import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Comparison, type Pace, Refused } from './compare.ts';
import { measureDeepPages, measureGrowth } from './growth-lines.ts';
import { measureHttp } from './http-lines.ts';
import { pairsOf } from './pairs.ts';
import { openPlace, type Place } from './place.ts';
import { measureMemory, measureStart, measureTwoProcesses } from './process-lines.ts';
import type { Measure, Row } from './row.ts';
import type { SeedOptions } from './seed/plan.ts';

export type BenchOptions = {
  /** Of the one large business; above 10,000 only what grows is measured. */
  rows: number;
  /** Parts of names; empty: everything. */
  only: readonly string[];
  quick: boolean;
  pace: Pace;
  keep?: string;
  /** Businesses among which the first is measured again. */
  businesses?: number;
  /** Skips the lines that start their own processes. */
  httpOnly?: boolean;
  log: (line: string) => void;
};

export type BenchRun = { rows: Row[]; comparisons: Comparison[]; refused: string[] };

const standardRows = 10_000;
const manyBusinesses = 1000;

/** Measures every requested line. A line that cannot be measured is reported and does not stop the others. */
export async function runBench(options: BenchOptions): Promise<BenchRun> {
  const { only, pace, log } = options;
  const run: BenchRun = { rows: [], comparisons: [], refused: [] };
  const wanted = (name: string) =>
    only.length === 0 || only.some((part) => name.toLowerCase().includes(part));
  const step = async (name: string, work: () => Promise<Row[]>) => {
    if (!wanted(name)) return;
    log(name);
    try {
      run.rows.push(...(await work()));
    } catch (error) {
      run.refused.push(error instanceof Refused ? error.message : `${name}: ${String(error)}`);
    }
  };
  const grown = options.rows > standardRows;
  const open = (seed: Omit<SeedOptions, 'url'>) => openPlace(seed, options.keep);
  const base = await open({ rows: Math.min(options.rows, standardRows) });
  try {
    if (grown) {
      const of = `${options.rows.toLocaleString('en')} rows`;
      await withPlace(
        () => open({ rows: options.rows, businesses: options.businesses ?? manyBusinesses }),
        async (large) => {
          await step(`growth: ${of}`, () => measureGrowth(base, large, of, pace));
          await compareAll(large, (name) => wanted(name) && /list|search|status/.test(name));
        },
      );
      return run;
    }
    await step('start', () => measureStart(base));
    // Before any write: jobs for the marketplace would keep the worker busy.
    await step('memory', () => measureMemory(base, pace));
    await compareAll(base, wanted);
    await step('deep pages', () => measureDeepPages(base, pace));
    await step('two processes', () => measureTwoProcesses(base, pace));
    if (wanted('growth: tenants')) {
      const of = `${options.businesses ?? manyBusinesses} businesses`;
      await withPlace(
        () => open({ rows: options.rows, businesses: options.businesses ?? manyBusinesses }),
        (large) => step('growth: tenants', () => measureGrowth(base, large, of, pace)),
      );
    }
  } finally {
    await base.stop();
  }
  if (!options.httpOnly)
    for (const { name, measure } of await findMeasures())
      await step(name, () => measure({ quick: options.quick }));
  return run;

  async function compareAll(place: Place, isWanted: (name: string) => boolean): Promise<void> {
    if (!pairsOf(place.plan, '').some(({ name }) => isWanted(name))) return;
    const http = await measureHttp(place, pace, isWanted, log);
    run.rows.push(...http.rows);
    run.comparisons.push(...http.comparisons);
    run.refused.push(...http.refused);
  }
}

async function withPlace(open: () => Promise<Place>, work: (place: Place) => Promise<void>): Promise<void> {
  const place = await open();
  try {
    await work(place);
  } finally {
    await place.stop();
  }
}

/** Measures in `flows/…-lines.ts` and `browser/…-lines.ts`. */
async function findMeasures(): Promise<{ name: string; measure: Measure }[]> {
  const found: { name: string; measure: Measure }[] = [];
  for (const folder of ['flows', 'browser']) {
    const path = join(import.meta.dirname, folder);
    if (!existsSync(path)) continue;
    for (const file of readdirSync(path).filter((name) => name.endsWith('-lines.ts'))) {
      const { measure } = (await import(join(path, file))) as { measure: Measure };
      found.push({ name: `${folder}: ${file.replace('-lines.ts', '')}`, measure });
    }
  }
  return found;
}
