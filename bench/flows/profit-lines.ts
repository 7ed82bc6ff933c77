import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { makeOffered } from './offered.ts';
import { timePage } from './page-times.ts';

const ads = 5000;
const groups = ['advertisement', 'product', 'account', 'day'];

/** A million sales at 2,000 a day; the home compares two months of them. */
const days = 500;

const pages = [
  { line: 'home', path: '/dashboard', goal: 300 },
  { line: 'sums of the home', path: '/dashboard/sales', goal: 1000 },
  { line: 'best and worst ads of the home', path: '/dashboard/ads', goal: 2500 },
  ...groups.map((group) => ({
    ...{ line: `profits of 30 days by ${group}`, path: `/profits?query=by:${group}`, goal: 2500 },
  })),
];

/** Sums of the sales of a month at 2,000 a day, among a million. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const perDay = quick ? 100 : 2000;
    const supplierId = await makeBusiness(machine.app, 'supply');
    const sellerId = await makeBusiness(machine.app, 'sales');
    const { token } = await makeStaff(machine.app, sellerId, ['owner']);
    await fill(machine, { supplierId, sellerId, sales: days * perDay, perDay });
    const web = await machine.start('--web');
    const rows: Row[] = [];
    for (const { line, path, goal } of pages) {
      const times = await timePage(web.url, path, token, quick ? 5 : 10);
      rows.push({
        line: `${line}, p95`,
        value: percentile(times, 0.95),
        goal,
        better: 'lower',
        unit: 'ms',
        note: `p50 ${percentile(times, 0.5).toFixed(0)} ms; ${days * perDay} sales, ${perDay} a day, ${ads} ads`,
      });
    }
    rows.push(await timeFile(web.url, token, quick ? 3 : 5));
    return rows;
  } finally {
    await machine.stop();
  }
};

/** The file of all ads, which is sent in chunks. */
async function timeFile(url: string, token: string, times: number): Promise<Row> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/profits/export?format=csv`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(`/profits/export: ${answer.status} ${text.slice(0, 200)}`);
    taken.push(performance.now() - began);
  }
  taken.sort((one, other) => one - other);
  return {
    line: `file of the profits of ${ads} ads, p95`,
    value: percentile(taken, 0.95),
    goal: 3000,
    better: 'lower',
    unit: 'ms',
    note: `p50 ${percentile(taken, 0.5).toFixed(0)} ms; sums are computed once`,
  };
}

type Trade = { supplierId: number; sellerId: number; sales: number; perDay: number };

/** Sales of one line, each tenth with a second one. */
async function fill(machine: Machine, { supplierId, sellerId, sales, perDay }: Trade): Promise<void> {
  const { ask } = machine;
  const { warehouseId, productId, variationId, stockId, offerId } = await makeOffered(
    machine,
    supplierId,
    'LUCRO',
  );
  await ask(
    `insert into advertisements (business_id, product, created_at, updated_at)
     select $1, 'Anúncio ' || n, now(), now() from generate_series(1, $2::int) n`,
    [sellerId, ads],
  );
  await ask(
    `insert into orders (business_id, fulfiller_id, warehouse_id, buyer_name, total_centavos, purchased_at, payment, paid_at,
       reserve, linked, document, label_ready, shown_at, released_at, status, packed_at, collected_at, sent_at, delivered_at,
       created_at, updated_at)
     select $1, $2, $3, 'Comprador ' || n, 4990, at, 'approved', at, case when over then 'consumed' else 'firm' end, true,
       'not_required', true, at, at, case when over then 'complete' else 'pending' end,
       case when over then at + interval '1 hour' end, case when over then at + interval '2 hours' end,
       case when over then at + interval '3 hours' end, case when over then at + interval '1 day' end, at, at
     from generate_series(1, $4::int) n,
       lateral (select now() - n * interval '1 day' / $5::int as at, n > 2 * $5::int as over) t`,
    [sellerId, supplierId, warehouseId, sales, perDay],
  );
  await ask(
    `insert into order_lines (business_id, fulfiller_id, order_id, title, quantity, unit_price_centavos, sale_fee_centavos,
       advertisement_id, purchased_at)
     select $1, $2, o.id, 'Caneca', 1, 4990, 600, a.id, o.purchased_at
     from orders o, generate_series(1, case when o.id % 10 = 0 then 2 else 1 end) line,
       lateral (select (select min(id) from advertisements where business_id = $1) + (o.id * line) % $3::int as id) a
     where o.business_id = $1`,
    [sellerId, supplierId, ads],
  );
  await ask(
    `insert into order_parts (business_id, fulfiller_id, order_id, line_id, dropship_item_id, product_id, variation_id, stock_id,
       quantity, unit_cost_centavos, product_name, sku)
     select $1, $2, l.order_id, l.id, $3, $4, $5, $6, 1, 2000, 'Caneca', 'LUCRO' from order_lines l where l.business_id = $1`,
    [sellerId, supplierId, offerId, productId, variationId, stockId],
  );
  await ask('analyze');
}
