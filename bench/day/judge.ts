import { invariantsAtRest, openChecker } from '#server/test/check-invariants.ts';
import { percentile } from '../figures.ts';
import type { Machine } from '../flows/machine.ts';
import { figure, type ResultLine } from '../results.ts';
import { type Row, rowsNamed } from '../row.ts';
import { type Buyers, cartPlaces } from './office.ts';
import { hour, type Tally } from './person.ts';

export type Worked = {
  tally: Tally;
  buyers: Buyers;
  people: number;
  seconds: number;
  trucks: number;
  counts: number;
};
/** Figures to compare days by, and lines with a goal. */
export type Judged = { figures: ResultLine[]; rows: Row[] };

type Sale = { id: string; status: string; refused: boolean; late: boolean; place: number };

const rounded = (value: number) => Math.round(value * 10) / 10;

/** The figures of the day, and whether it lost anything. */
export async function judge(machine: Machine, supplierId: number, worked: Worked): Promise<Judged> {
  const { tally, buyers, people, seconds } = worked;
  const sales = await readSales(machine, supplierId);
  const gone = sales.filter(({ status }) => status === 'collected');
  const open = sales.filter(
    ({ status, refused }) => status !== 'collected' && status !== 'canceled' && !refused,
  );
  const forgotten = open.length + Math.abs(buyers.sold - sales.length);
  for (const { id, status } of open.slice(0, 10)) tally.troubles.push(`sale ${id} is left in ${status}`);
  const broken = await brokenInvariants(machine);
  for (const one of broken) tally.troubles.push(one);
  const drifts = await machine.ask('select * from stock_drifts');
  const waits = Float64Array.from(tally.waits).sort();
  const parcels = gone.length;
  const each = (n: number) => rounded(n / Math.max(1, parcels));
  const late = gone.filter((sale) => sale.late).length;
  const refused = sales.filter((sale) => sale.refused).length;
  const row = rowsNamed('day');
  return {
    figures: [
      figure('sales', sales.length),
      figure('parcels handed over', parcels),
      figure('sales canceled by buyers', buyers.canceled),
      figure('sales refused for lack of stock', refused),
      figure('receipts', worked.trucks),
      figure('counts', worked.counts),
      figure('parcels for each person and hour', rounded(parcels / people / (seconds / hour))),
      figure('scans for each parcel', each(tally.scans)),
      figure('positions walked for each parcel', each(tally.steps)),
      figure('positions walked for each parcel in the order of sale', each(inOrderOfSale(gone))),
      figure('late parcels', late),
      figure('scans answered', waits.length),
      figure('scan answered, p95', Math.round(percentile(waits, 0.95)), 'ms'),
      figure('scan answered, longest', Math.round(waits.at(-1) ?? 0), 'ms'),
    ],
    rows: [
      row('sales forgotten', forgotten, 0, 'lower', ''),
      row('invariants broken', broken.length, 0, 'lower', ''),
      row('buckets that drifted', drifts.length, 0, 'lower', ''),
      row('what must not happen', tally.troubles.length, 0, 'lower', '', tally.troubles[0]),
    ],
  };
}

/** Of every sale how it ended, and the index of the position that its first product had in the morning. */
function readSales(machine: Machine, supplierId: number): Promise<Sale[]> {
  return machine.ask<Sale>(
    `select o.id, o.status, o.refused_at is not null as refused, o.collected_at > o.dispatch_limit as late, l.index as place
    from orders o
      join lateral (select variation_id from order_parts where order_id = o.id order by id limit 1) p on true
      join lateral (select v.position_id from volume_lines i join volumes v on v.id = i.volume_id
        where i.variation_id = p.variation_id order by v.id limit 1) v on true
      join inventory_locations l on l.id = v.position_id
    where o.fulfiller_id = $1 order by o.purchased_at, o.id`,
    [supplierId],
  );
}

/** Positions passed when the same sales, with as many per cart, are fetched in the order of sale. */
function inOrderOfSale(sales: readonly Sale[]): number {
  let steps = 0;
  let at = 0;
  for (const [n, { place }] of sales.entries()) {
    if (n % cartPlaces === 0) {
      steps += at;
      at = 0;
    }
    steps += Math.abs(place - at);
    at = place;
  }
  return steps + at;
}

async function brokenInvariants(machine: Machine): Promise<string[]> {
  const checker = await openChecker(machine.databaseUrl, invariantsAtRest);
  try {
    return (await checker.all()).map(({ name, rows }) => `${name}: ${JSON.stringify(rows[0])}`);
  } finally {
    await checker.close();
  }
}
