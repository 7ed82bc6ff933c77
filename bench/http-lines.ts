import { connectAccounts, startCategoryMarket } from './category-market.ts';
import { type Comparison, compare, type Pace, Refused } from './compare.ts';
import { type Pair, pairsOf } from './pairs.ts';
import type { Place } from './place.ts';
import { type Served, startLimit, startProduct } from './product.ts';
import type { Row } from './row.ts';
import type { Target } from './slice.ts';

export type HttpRun = { comparisons: Comparison[]; rows: Row[]; refused: string[] };

/** The product next to its limit, on one database: every pair at 1 and 16 connections, where there is a goal. */
export async function measureHttp(
  place: Place,
  pace: Pace,
  wanted: (line: string) => boolean,
  log: (line: string) => void,
): Promise<HttpRun> {
  const run = `r${Math.floor(performance.timeOrigin).toString(36)}`;
  const pairs = pairsOf(place.plan, run).filter((pair) => wanted(pair.name));
  const comparisons: Comparison[] = [];
  const rows: Row[] = [];
  const refused: string[] = [];
  if (pairs.length === 0) return { comparisons, rows, refused };
  await connectAccounts(place.adminUrl);
  const market = await startCategoryMarket();
  const started: Served[] = [];
  try {
    const served = await startProduct({
      databaseUrl: place.loginUrl,
      dataDir: place.dataDir,
      marketplaceUrl: market.url,
    });
    started.push(served);
    const limit = await startLimit(place.adminUrl);
    started.push(limit);
    const targetOf = ({ url, pid }: { url: string; pid: number }): Target => ({
      urls: [url],
      pids: [pid],
      databasePid: place.pid(),
    });
    const [ours, theirs] = [targetOf(served), targetOf(limit)];
    for (const pair of pairs) {
      for (const [text, goal] of Object.entries(pair.goals)) {
        const connections = Number(text);
        const side = `${pair.name} at ${connections}`;
        log(side);
        try {
          const found = await compare(sideOf(pair, connections), ours, theirs, connections, pace);
          comparisons.push(found);
          rows.push(rowOf(found, goal));
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refused.push(error.message);
        }
      }
    }
    return { comparisons, rows, refused };
  } finally {
    for (const one of started) await one.stop();
    market.stop();
  }
}

/** Records created at one number of connections must not be created again at the other. */
function sideOf(pair: Pair, connections: number): Pair {
  return pair.writes ? { ...pair, product: shifted(pair.product), limit: shifted(pair.limit) } : pair;
  function shifted<T>(request: (n: number) => T): (n: number) => T {
    return (n) => request(n + connections * 10_000_000);
  }
}

function rowOf({ name, connections, product, limit }: Comparison, goal: number): Row {
  return {
    line: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
    value: (100 * product.perSecond) / limit.perSecond,
    goal,
    better: 'higher',
    unit: '% of limit',
    note: `${product.perSecond.toFixed(0)}/s of ${limit.perSecond.toFixed(0)}/s, p95 ${product.p95.toFixed(1)} ms`,
  };
}
