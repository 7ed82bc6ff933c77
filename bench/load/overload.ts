import { percentile } from '../figures.ts';
import { type Row, rowsNamed } from '../row.ts';
import type { Sample } from './pacer.ts';
import { findPeak, isRefused, openStage, pace } from './steps.ts';
import { sortedLatencies } from './verdict.ts';

type Options = { quick: boolean; keep?: string; log: (line: string) => void };

const times = 3;

/**
 * Three times the capacity of one web process, then half of it. Accepted requests must be answered in time and in the
 * same number as before; the others must be refused at once.
 */
export async function measureOverload({ quick, keep, log }: Options): Promise<Row[]> {
  const stage = await openStage(keep);
  const seconds = quick ? 4 : 15;
  try {
    await findPeak(stage, 32, quick ? 2 : 5);
    const peak = await findPeak(stage, 32, quick ? 3 : 10);
    const calm = await pace(stage.url, stage.next, peak / 2, quick ? 2 : 5, 200);
    log(
      `peak ${peak.toFixed(0)}/s; at half of it p95 ${calm.p95.toFixed(0)} ms, p99 ${calm.p99.toFixed(0)} ms`,
    );
    const connections = Math.min(6000, Math.ceil(peak * times * 1.5));
    const storm = await pace(stage.url, stage.next, peak * times, seconds, connections);
    const after = await pace(stage.url, stage.next, peak / 2, quick ? 6 : 15, 200);
    const wrong = [storm, after].flatMap((step) => [...step.wrong]);
    for (const [what, often] of wrong) log(`${often} × ${what}`);
    const refusals = sortedLatencies(storm.samples.filter(isRefused));
    const row = rowsNamed('overload');
    return [
      row(
        'granted, share of the peak',
        storm.grantedPerSecond / peak,
        0.8,
        'higher',
        '×',
        `${times} times ${peak.toFixed(0)}/s for ${seconds} s, ${(storm.refused * 100).toFixed(0)} % refused`,
      ),
      row(
        'p99 of what was granted',
        storm.p99,
        1000,
        'lower',
        'ms',
        `from the intended moment; refused p99 ${percentile(refusals, 0.99).toFixed(0)} ms`,
      ),
      row(
        'normal again after',
        normalAfter(after.samples, Math.max(calm.p95 * 2, calm.p95 + 50)),
        10,
        'lower',
        's',
        `half the peak: p95 ${calm.p95.toFixed(0)} ms before, ${after.p95.toFixed(0)} ms after`,
      ),
      row('answers neither granted nor refused', wrong.length, 0, 'lower', ''),
    ];
  } finally {
    await stage.stop();
  }
}

/** The first second after which no request is refused and p95 stays below the limit. */
function normalAfter(samples: readonly Sample[], p95: number): number {
  const begun = Math.min(...samples.map(({ at }) => at));
  const seconds = Map.groupBy(samples, ({ at }) => Math.floor((at - begun) / 1000));
  const bad = [...seconds]
    .filter(([, own]) => own.some(isRefused) || percentile(sortedLatencies(own), 0.95) > p95)
    .map(([second]) => second + 1);
  return Math.max(0, ...bad);
}
