import { percentile } from '../figures.ts';
import { type Row, rowsNamed } from '../row.ts';
import type { Sample } from './pacer.ts';
import type { Watched } from './watch.ts';

export type Outcome = {
  perSecond: number;
  seconds: number;
  processors: number;
  samples: readonly Sample[];
  errors: number;
  /** Answers of the business that asks ten times its share. */
  noisy: { answers: number; refused: number; errors: number };
  /** Others' p99 while it is quiet and while it is loud. */
  quietP99: number;
  loudP99: number;
  drainedIn: number | null;
  watched: Watched;
};

export const sortedLatencies = (samples: readonly Sample[]) =>
  Float64Array.from(samples, ({ latency }) => latency).sort();

export function rowsOf(outcome: Outcome): Row[] {
  const { samples, watched } = outcome;
  const latencies = sortedLatencies(samples);
  const answered = samples.filter(({ status }) => status >= 200 && status < 300).length;
  const row = rowsNamed('load');
  const kinds = (['read', 'write', 'notification'] as const).map((kind) => {
    const own = sortedLatencies(samples.filter((sample) => sample.kind === kind));
    return `${kind} ${percentile(own, 0.95).toFixed(0)}/${percentile(own, 0.99).toFixed(0)} ms`;
  });
  return [
    row('answered', answered / outcome.seconds, outcome.perSecond * 0.999, 'higher', '/s'),
    row('p95', percentile(latencies, 0.95), 80, 'lower', 'ms', `p95/p99 ${kinds.join(', ')}`),
    row(
      'p99',
      percentile(latencies, 0.99),
      200,
      'lower',
      'ms',
      `longest ${(latencies.at(-1) ?? 0).toFixed(0)} ms`,
    ),
    row('errors', outcome.errors, 0, 'lower', ''),
    row(
      'noisy business, share refused',
      (100 * outcome.noisy.refused) / Math.max(1, outcome.noisy.answers),
      50,
      'higher',
      '%',
      `of ${outcome.noisy.answers}; other errors ${outcome.noisy.errors}`,
    ),
    row(
      "noisy business, others' p99",
      (100 * outcome.loudP99) / outcome.quietP99,
      120,
      'lower',
      '% of quiet',
      `${outcome.loudP99.toFixed(0)} ms beside ${outcome.quietP99.toFixed(0)} ms`,
    ),
    row(
      'invariants broken',
      watched.broken.length,
      0,
      'lower',
      '',
      `${watched.checks} checks while it ran, the slowest ${watched.slowestCheckMs.toFixed(0)} ms, and one of everything after it`,
    ),
    row('idle in transaction over 1 s', watched.idleInTransaction, 0, 'lower', ''),
    row(
      'queue empty after',
      outcome.drainedIn ?? Number.POSITIVE_INFINITY,
      60,
      'lower',
      's',
      `most jobs waiting at once ${watched.mostWaiting}`,
    ),
  ];
}

export function describeMachine({ watched, processors }: Outcome): string {
  const processes = watched.processes.map(
    ({ name, memory, files }) =>
      `${name}: memory ${memory.map((value) => value.toFixed(0)).join(' → ')} MiB (first, last, most), files ${files.join(' → ')}`,
  );
  const { connections, load } = watched;
  return [
    ...processes,
    `database connections ${connections.first} → ${connections.last}, most ${connections.most}`,
    `load average ${load.first.toFixed(1)} before, ${load.most.toFixed(1)} at most, on ${processors} processors`,
  ].join('\n');
}
