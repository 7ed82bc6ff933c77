import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, serialize } from '../client.ts';
import { percentile } from '../figures.ts';
import { openPlace, type Place } from '../place.ts';
import { startProduct } from '../product.ts';
import { type Act, randomFrom } from './act.ts';
import { openBenches } from './benches.ts';
import { makeMix } from './mix.ts';
import { type Sample, startPacer } from './pacer.ts';
import { sortedLatencies } from './verdict.ts';

/** A tenth of the businesses of the full load, because waiting is measured and not searching. */
const seed = { rows: 2000, orders: 2000, businesses: 50, small: { products: 20, orders: 40 }, users: 500 };

/** One web process with the mix of the full load, for measurements that go in steps. */
export type Stage = Readonly<{
  url: string;
  next: () => Act;
  stop(): Promise<void>;
}>;

export async function openStage(keep?: string): Promise<Stage> {
  const place = await openPlace(seed, keep);
  try {
    const web = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir, flags: ['--web'] });
    return {
      url: web.url,
      next: await mixOf(place),
      async stop() {
        await web.stop();
        await place.stop();
      },
    };
  } catch (error) {
    await place.stop();
    throw error;
  }
}

async function mixOf({ adminUrl, plan }: Place): Promise<() => Act> {
  let order = Math.floor(performance.timeOrigin) % 1_000_000_000;
  const benches = await openBenches(adminUrl, plan);
  return makeMix(plan, randomFrom(plan.seed), benches, () => ({
    sellerId: '700000001',
    order: 2_000_000_000_000_000 + order++,
  }));
}

/** This many clients send again as soon as they are answered; returns accepted requests a second. */
export async function findPeak({ url, next }: Stage, hands: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let granted = 0;
  await Promise.all(
    Array.from({ length: hands }, async () => {
      const connection = await openConnection(url);
      while (performance.now() < until) {
        const act = next();
        const { status } = await connection.send(serialize(url, act.sent));
        act.done?.(status < 300);
        if (isGranted({ status })) granted++;
      }
      connection.close();
    }),
  );
  return granted / seconds;
}

export type Step = {
  samples: Sample[];
  /** Of what was granted, from the intended moment. */
  p95: number;
  p99: number;
  grantedPerSecond: number;
  /** Of all, 0 to 1. */
  refused: number;
  /** Answers that are neither: none may be. */
  wrong: Map<string, number>;
};

export const isGranted = ({ status }: { status: number }) => status >= 200 && status < 300;
export const isRefused = ({ status }: { status: number }) => status === 503 || status === 429;

/** A fixed rate for this long, independent of the answers; no request waits for a free connection. */
export async function pace(
  url: string,
  next: () => Act,
  perSecond: number,
  seconds: number,
  connections: number,
): Promise<Step> {
  const samples: Sample[] = [];
  const wrong = new Map<string, number>();
  const pacer = await startPacer({
    urls: [url],
    perSecond,
    connections,
    next,
    onSample: (sample) => samples.push(sample),
    onError: (what) => {
      if (!/: (503|401) /.test(what)) wrong.set(what.slice(0, 160), (wrong.get(what.slice(0, 160)) ?? 0) + 1);
    },
  });
  await delay(seconds * 1000);
  await pacer.stop();
  const granted = samples.filter(isGranted);
  const latencies = sortedLatencies(granted);
  return {
    samples,
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    grantedPerSecond: granted.length / seconds,
    refused: samples.filter(isRefused).length / samples.length,
    wrong,
  };
}
