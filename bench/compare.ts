import { openConnection, type Sent, serialize } from './client.ts';
import { median, percentile } from './figures.ts';
import type { Pair } from './pairs.ts';
import { runSlice, type Slice, type Target } from './slice.ts';

export type Measured = {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  serverCpu: number;
  databaseCpu: number;
  residentMiB: number;
};
export type Comparison = { name: string; connections: number; product: Measured; limit: Measured };
export type Pace = { seconds: number; rounds: number };

/** A figure with an error in it would be a figure of something else. */
export class Refused extends Error {}

/**
 * Compares several sides: in every round each has its slice, one right after the other. The result of each is the
 * median of its rounds.
 */
export async function alternate(
  name: string,
  sides: { target: Target; next: () => Buffer }[],
  connections: number,
  pace: Pace,
): Promise<Measured[]> {
  const slices = sides.map((): Slice[] => []);
  for (let round = -1; round < pace.rounds; round++) {
    for (const [index, { target, next }] of sides.entries()) {
      const seconds = round < 0 ? pace.seconds / 4 : pace.seconds;
      const slice = await runSlice(target, { connections, seconds, next });
      // A slow machine may answer nothing while it warms up.
      const isUnanswered = slice.requests === 0 && round >= 0;
      if (slice.errors > 0 || isUnanswered)
        throw new Refused(`${name}: ${slice.errors} errors, no figure. First: ${slice.firstError}`);
      // The first one of each warms up and is not counted.
      if (round >= 0) slices[index]?.push(slice);
    }
  }
  return slices.map(middleOf);
}

function middleOf(slices: Slice[]): Measured {
  const middle = (read: (slice: Slice) => number) => median(slices.map(read));
  return {
    perSecond: middle((slice) => slice.perSecond),
    p50: middle((slice) => percentile(slice.latencies, 0.5)),
    p95: middle((slice) => percentile(slice.latencies, 0.95)),
    p99: middle((slice) => percentile(slice.latencies, 0.99)),
    serverCpu: middle((slice) => slice.serverCpu),
    databaseCpu: middle((slice) => slice.databaseCpu),
    residentMiB: Math.max(...slices.map((slice) => slice.residentMiB)),
  };
}

/** Distinct requests in sequence. Numbers continue over slices, because a product can be created only once. */
export function numbered(target: Target, request: (n: number) => Sent): () => Buffer {
  let n = 0;
  return () => serialize(target.urls[0] ?? '', request(++n));
}

export async function compare(
  pair: Pair,
  product: Target,
  limit: Target,
  connections: number,
  pace: Pace,
): Promise<Comparison> {
  const sides = [
    { target: product, next: numbered(product, pair.product) },
    { target: limit, next: numbered(limit, pair.limit) },
  ];
  const [ours, theirs] = await alternate(pair.name, sides, connections, pace);
  if (!ours || !theirs) throw new Error('two sides');
  return { name: pair.name, connections, product: ours, limit: theirs };
}

/** One answer, parsed; for finding what to ask next. */
export async function ask(url: string, sent: Sent): Promise<unknown> {
  const connection = await openConnection(url);
  const { status, body } = await connection.send(serialize(url, sent));
  connection.close();
  if (status !== 200) throw new Refused(`${sent.path}: ${status} ${body.toString().slice(0, 300)}`);
  return JSON.parse(body.toString());
}
