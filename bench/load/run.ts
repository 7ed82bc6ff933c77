import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectAccounts } from '../category-market.ts';
import { percentile } from '../figures.ts';
import { firstOrder, type MarketItem } from '../flows/market.ts';
import { openPlace, type Place } from '../place.ts';
import { type Served, startProduct } from '../product.ts';
import { rowsOfPair, type SeedOptions, supplierOf, tokenOf } from '../seed/plan.ts';
import { randomFrom } from './act.ts';
import { openBenches } from './benches.ts';
import { makeMix } from './mix.ts';
import { type Sample, startPacer } from './pacer.ts';
import { type Outcome, sortedLatencies } from './verdict.ts';
import { startWatch } from './watch.ts';

export type LoadOptions = {
  seconds: number;
  perSecond: number;
  /** Web processes in addition to one worker. */
  webs: number;
  seed: Omit<SeedOptions, 'url'>;
  keep?: string;
  log: (line: string) => void;
};

/** The share of all requests that one business may send; the noisy one sends ten times as much. */
const businessShare = 0.1;
const noise = 10;
const noisyPair = 2;
/** Quiet and loud phases alternate, so that both have the same machine. */
const turnMs = 15_000;
/**
 * Warms up with a quarter of the rate, then half, then three quarters: a new process has to prepare its statements on
 * each connection, each five times. This long for each quarter at the full rate; shorter at a lower one.
 */
const rampMs = 20_000;
const fullRate = 1000;
const warmUpMs = 5000;
const marketSellers = 700_000_000;

export async function runLoad(options: LoadOptions): Promise<Outcome> {
  const { seconds, perSecond, webs, log } = options;
  const place = await openPlace(options.seed, options.keep);
  const served: { name: string; process: Served }[] = [];
  const market = await startMarket();
  try {
    const items = await fillMarket(market.url, place);
    await connectAccounts(place.adminUrl);
    const limit = Math.max(1, Math.round((perSecond * businessShare * 60) / webs));
    for (let n = 0; n < webs; n++)
      served.push({ name: `web ${n + 1}`, process: await start(place, market.url, '--web', limit) });
    served.push({ name: 'worker', process: await start(place, market.url, '--worker', limit) });
    log(
      `Running: ${webs} web, 1 worker; ${perSecond}/s for ${seconds} s, ${limit}/min for each business and process`,
    );
    return await measure(options, place, served, items);
  } finally {
    for (const { process } of served) await process.stop();
    market.child.kill();
    await place.stop();
  }
}

function start(place: Place, marketplaceUrl: string, flag: string, limit: number): Promise<Served> {
  return startProduct({
    databaseUrl: place.loginUrl,
    dataDir: place.dataDir,
    flags: [flag],
    marketplaceUrl,
    variables: { REQUESTS_PER_MINUTE: '3000', BUSINESS_REQUESTS_PER_MINUTE: String(limit) },
  });
}

async function measure(
  options: LoadOptions,
  place: Place,
  served: { name: string; process: Served }[],
  items: readonly MarketItem[],
): Promise<Outcome> {
  const { seconds, perSecond, log } = options;
  const { plan } = place;
  const random = randomFrom(plan.seed + 7);
  const urls = served.filter(({ name }) => name.startsWith('web')).map(({ process }) => process.url);
  const benches = await openBenches(place.adminUrl, plan);
  // Fewer than a thousand a second, so the ids differ from those of every former run.
  let orders = Math.floor(performance.timeOrigin);
  const notice = () => {
    const order = firstOrder + ++orders;
    return { sellerId: items[orders % items.length]?.sellerId ?? '', order };
  };
  const watch = await startWatch(place, served, log);
  const samples: Sample[] = [];
  const failures = new Map<string, number>();
  const noisy = { answers: 0, refused: 0, errors: 0 };
  let counting = false;
  let errors = 0;
  const note = (what: string) => {
    if (counting) errors++;
    const kind = what.replace(/\d{2,}/g, '…').slice(0, 160);
    const known = failures.get(kind) ?? 0;
    failures.set(kind, known + 1);
    // Logged at once, because a run of half an hour may be stopped before its summary.
    if (known === 0) log(`failed: ${what.slice(0, 400)}`);
  };
  const next = makeMix(plan, random, benches, notice);
  const begin = (rate: number) =>
    startPacer({
      urls,
      perSecond: rate,
      connections: 128,
      next,
      onSample: (sample) => counting && samples.push(sample),
      onError: note,
    });
  for (const quarters of [1, 2, 3]) {
    const ramp = await begin((perSecond * quarters) / 4);
    await delay(rampMs * Math.min(1, perSecond / fullRate));
    await ramp.stop();
  }
  const pacer = await begin(perSecond);
  await delay(warmUpMs);
  counting = true;
  const started = performance.now();
  const loud: { from: number; to: number }[] = [];
  for (let turn = 0; performance.now() - started < seconds * 1000; turn++) {
    const rest = Math.min(turnMs, seconds * 1000 - (performance.now() - started));
    const from = performance.now();
    if (turn % 2 === 0) await delay(rest);
    else {
      await makeNoise(urls, plan, perSecond * businessShare * noise, rest, noisy);
      loud.push({ from, to: performance.now() });
    }
    const last = sortedLatencies(samples.filter(({ at }) => at >= from));
    log(
      `${((performance.now() - started) / 1000).toFixed(0)} s, ${turn % 2 ? 'loud ' : 'quiet'}: p95 ${percentile(last, 0.95).toFixed(0)} ms, ` +
        `p99 ${percentile(last, 0.99).toFixed(0)} ms, ${errors} errors`,
    );
  }
  counting = false;
  const took = (performance.now() - started) / 1000;
  await pacer.stop();
  const drainedIn = await watch.drain(90);
  const watched = await watch.finish();
  for (const [what, times] of failures) log(`${times} × ${what}`);
  const isLoud = ({ at }: Sample) => loud.some(({ from, to }) => at >= from && at < to);
  return {
    perSecond,
    seconds: took,
    processors: availableParallelism(),
    samples,
    errors,
    noisy,
    quietP99: percentile(sortedLatencies(samples.filter((sample) => !isLoud(sample))), 0.99),
    loudP99: percentile(sortedLatencies(samples.filter(isLoud)), 0.99),
    drainedIn,
    watched,
  };
}

/** One business whose people request lists as fast as ten businesses may. */
async function makeNoise(
  urls: readonly string[],
  plan: Place['plan'],
  perSecond: number,
  forMs: number,
  count: { answers: number; refused: number; errors: number },
): Promise<void> {
  const business = supplierOf(Math.min(noisyPair, plan.pairs));
  const people = Math.max(1, Math.floor(plan.users / (plan.pairs * 2)));
  let n = 0;
  const pacer = await startPacer({
    urls,
    perSecond,
    connections: 16,
    next: () => ({
      kind: 'read',
      sent: { token: tokenOf(plan.seed, business + (n++ % people) * plan.pairs * 2), path: '/api/products' },
    }),
    onSample: ({ status }) => {
      count.answers++;
      if (status === 429) count.refused++;
    },
    onError: () => count.errors++,
  });
  await delay(forMs);
  await pacer.stop();
}

async function startMarket(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../flows/market.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Published items of the seed are on sale there. */
async function fillMarket(url: string, { plan }: Place): Promise<MarketItem[]> {
  const items: MarketItem[] = [];
  for (let pair = 1; pair <= plan.pairs; pair++) {
    const { firstProduct, products } = rowsOfPair(plan, pair);
    for (let n = 0; n < Math.min(products, 100); n++) {
      const product = firstProduct + n;
      items.push({
        itemId: `MLB${4_000_000_000 + product}`,
        sellerId: String(marketSellers + pair),
        price: 59.9,
        sku: `PUB-${product}`,
      });
    }
  }
  const answer = await fetch(`${url}/bench`, { method: 'POST', body: JSON.stringify(items) });
  await answer.arrayBuffer();
  return items;
}
