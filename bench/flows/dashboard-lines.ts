import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { percentile } from '../figures.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { timePage } from './page-times.ts';

const pages = [
  { line: 'warehouse dashboard', path: '/warehouse-center-dashboard' },
  { line: 'home', path: '/dashboard' },
];

/**
 * Today's figures of a warehouse with years of history: half a million volumes and as many sales, nearly all of them
 * over.
 */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const each = quick ? 20_000 : 500_000;
    const businessId = await makeBusiness(machine.app, 'supply');
    const sellerId = await makeBusiness(machine.app, 'sales');
    const { token, userId } = await makeStaff(machine.app, businessId, ['owner']);
    await fillHistory(machine, { businessId, sellerId, userId, each });
    const web = await machine.start('--web');
    const rows: Row[] = [];
    for (const { line, path } of pages) {
      const times = await timePage(web.url, path, token, quick ? 20 : 200);
      rows.push({
        line: `${line} at ${(2 * each).toLocaleString('en')} rows, p95`,
        value: percentile(times, 0.95),
        goal: 100,
        better: 'lower',
        unit: 'ms',
        note: `p50 ${percentile(times, 0.5).toFixed(1)} ms; 20,000 volumes stand, 3,000 sales wait, 10,000 positions`,
      });
    }
    return rows;
  } finally {
    await machine.stop();
  }
};

type History = { businessId: number; sellerId: number; userId: number; each: number };

/** The data is inserted by SQL; only the two dashboards are requested. */
async function fillHistory({ ask }: Machine, { businessId, sellerId, userId, each }: History): Promise<void> {
  const [place] = await ask<{ id: string }>(
    `insert into warehouses (business_id, name, created_at) values ($1, 'Galpão', now()) returning id`,
    [businessId],
  );
  const warehouseId = Number(place?.id);
  await ask(
    `insert into inventory_locations (business_id, warehouse_id, prefix, index, code, walk)
     select $1::bigint, $2::bigint, chr(65 + n / 500), n % 500, chr(65 + n / 500) || lpad((n % 500)::text, 3, '0'), n + 1
     from generate_series(0, 9999) n`,
    [businessId, warehouseId],
  );
  // The newest 20,000 are in the warehouse.
  await ask(
    `insert into volumes (business_id, code, warehouse_id, position_id, state, launched_at, created_at)
     select $1::bigint, 'V' || lpad(n::text, 8, '0'), $2::bigint, case when n < 20000 then first.id + n % 9000 end,
       case when n < 100 then 'registered' when n < 200 then 'blocked' when n < 300 then 'in_balance'
         when n < 20000 then 'active' else 'archived' end,
       now() - n * interval '3 minutes', now() - n * interval '3 minutes'
     from generate_series(1, $3::int) n,
       (select min(id) as id from inventory_locations where warehouse_id = $2::bigint) first`,
    [businessId, warehouseId, each],
  );
  await ask(
    `insert into balances (business_id, warehouse_id, volume_id, volume_version, kind, origin, state, started_by, started_at, ended_at)
     select business_id, warehouse_id, id, 1, 'routine', 'plan', 'checked', $2::bigint, created_at, created_at
     from volumes where business_id = $1 and state = 'archived' limit 100000`,
    [businessId, userId],
  );
  await ask(
    `insert into orders (business_id, fulfiller_id, warehouse_id, buyer_name, total_centavos, purchased_at, payment, paid_at,
       reserve, linked, document, label_ready, shown_at, released_at, dispatch_limit, status, packed_at, packed_by,
       collected_at, sent_at, delivered_at, created_at, updated_at)
     select $1::bigint, $2::bigint, $3::bigint, 'Comprador ' || n, 4990, at, 'approved', at, case when over then 'consumed' else 'firm' end,
       true, 'not_required', true, at, at, at + interval '1 day', case when over then 'complete' else 'pending' end,
       case when over then at + interval '1 hour' end, case when over then $5::bigint end,
       case when over then at + interval '2 hours' end, case when over then at + interval '3 hours' end,
       case when over then at + interval '3 days' end, at, at
     from generate_series(1, $4::int) n, lateral (select n > 3000 as over, now() - n * interval '1 minute' as at) o`,
    [sellerId, businessId, warehouseId, each, userId],
  );
  await ask('analyze');
}
