import { z } from 'zod';
import { alternate, ask, type Measured, numbered, type Pace } from './compare.ts';
import type { Place } from './place.ts';
import { type Served, startProduct } from './product.ts';
import type { Row } from './row.ts';
import { sellerOf, supplierOf, tokenOf } from './seed/plan.ts';
import type { Target } from './slice.ts';

const lists = [
  { name: 'products', path: 'products', who: supplierOf(1) },
  { name: 'offers', path: 'dropship-items', who: supplierOf(1) },
  { name: 'advertisements', path: 'advertisements', who: sellerOf(1) },
  { name: 'sales', path: 'orders', who: sellerOf(1) },
  { name: 'checkout', path: 'orders-supplier', who: supplierOf(1) },
];
const searches = [
  { name: 'products search', path: 'products?query=sku-4711', who: supplierOf(1) },
  { name: 'products by brand and word', path: 'products?query=chaleira%20brand:Cerrado', who: supplierOf(1) },
  { name: 'advertisements search', path: 'advertisements?query=artesanal%201234', who: sellerOf(1) },
  { name: 'sales search', path: 'orders?query=ME4711', who: sellerOf(1) },
  { name: 'sales by status', path: 'orders?query=status:pending', who: sellerOf(1) },
];

/** This many rows into a list, or to its middle. */
const deepest = 10_000;
const stride = 100;
const keyed = z.object({ next: z.string() });

/** A page is reached as a reader reaches it: by the key at the end of the one before. */
async function deepPath(url: string, place: Place, path: string, who: number): Promise<string> {
  const token = tokenOf(place.plan.seed, who);
  const size = Math.min(stride, Math.max(1, place.plan.rows / 10));
  const depth = Math.min(deepest, place.plan.rows / 2);
  let after = '';
  for (let passed = 0; passed < depth; passed += size) {
    const key = after && `&after=${after}`;
    after = keyed.parse(await ask(url, { token, path: `/api/${path}?size=${size}${key}` })).next;
  }
  return `/api/${path}?after=${after}`;
}

const shareOf = (line: string, measured: Measured, base: Measured): Row => ({
  line,
  value: (100 * measured.perSecond) / base.perSecond,
  goal: 80,
  better: 'higher',
  unit: '% of first page',
  note: `${measured.perSecond.toFixed(0)}/s of ${base.perSecond.toFixed(0)}/s`,
});

const costOf = (line: string, measured: Measured, base: Measured): Row => {
  const cost = ({ serverCpu, databaseCpu }: Measured) => serverCpu + databaseCpu;
  return {
    line,
    value: (100 * cost(measured)) / cost(base),
    goal: 120,
    better: 'lower',
    unit: '% of the cost',
    note: `${cost(measured).toFixed(2)} ms of processor time, before ${cost(base).toFixed(2)} ms`,
  };
};

type Side = { place: Place; served: Served; target: Target };

async function startSide(place: Place): Promise<Side> {
  const served = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir });
  return { place, served, target: { urls: [served.url], pids: [served.pid], databasePid: place.pid() } };
}

const sideOf = ({ place, target }: Side, path: string, who: number) => ({
  target,
  next: numbered(target, () => ({ token: tokenOf(place.plan.seed, who), path })),
});

/** Deep pages next to first pages, on one database. */
export async function measureDeepPages(place: Place, pace: Pace): Promise<Row[]> {
  const side = await startSide(place);
  const rows: Row[] = [];
  try {
    for (const { name, path, who } of lists) {
      const deep = await deepPath(side.served.url, place, path, who);
      const sides = [sideOf(side, `/api/${path}`, who), sideOf(side, deep, who)];
      const [first, after] = await alternate(`${name} deep page`, sides, 16, pace);
      if (first && after) rows.push(shareOf(`${name} list, deep page by key`, after, first));
    }
    return rows;
  } finally {
    await side.served.stop();
  }
}

/** The cost of a request among `of` records, next to its cost in the smaller database. */
export async function measureGrowth(small: Place, large: Place, of: string, pace: Pace): Promise<Row[]> {
  const sides: Side[] = [];
  const rows: Row[] = [];
  try {
    for (const place of [small, large]) sides.push(await startSide(place));
    const [before, after] = sides;
    if (!before || !after) throw new Error('two sides');
    const isDeeper = large.plan.rows > small.plan.rows;
    for (const { name, path, who } of lists) {
      const first = `/api/${path}`;
      const measured = [sideOf(before, first, who), sideOf(after, first, who)];
      if (isDeeper) measured.push(sideOf(after, await deepPath(after.served.url, large, path, who), who));
      const [base, grown, deep] = await alternate(`${name} among ${of}`, measured, 16, pace);
      if (!base || !grown) throw new Error('two sides');
      rows.push(costOf(`${name} list, cost among ${of}`, grown, base));
      if (isDeeper) rows.push(shareOf(`${name} list, first page among ${of}`, grown, base));
      if (deep) rows.push(shareOf(`${name} list, deep page among ${of}`, deep, base));
    }
    if (isDeeper) rows.push(...(await measureSearches(after, of, pace)));
    return rows;
  } finally {
    for (const { served } of sides) await served.stop();
  }
}

async function measureSearches(side: Side, of: string, pace: Pace): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, path, who } of searches) {
    const [found] = await alternate(`${name} among ${of}`, [sideOf(side, `/api/${path}`, who)], 1, pace);
    if (!found) continue;
    rows.push({
      line: `${name} among ${of}, p95`,
      value: found.p95,
      goal: 50,
      better: 'lower',
      unit: 'ms',
      note: `p50 ${found.p50.toFixed(1)} ms, one connection`,
    });
  }
  return rows;
}
