import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { closeDays } from '#server/orders/productivity/close-days.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { insertOne, makeOffered } from './offered.ts';
import { timePages } from './page-times.ts';

const people = 20;
/** Today and the thirty days before it. */
const days = 31;

const pages = [
  { line: 'a month by person', path: '/productivity?sort=-seconds&size=50' },
  { line: 'a month by day', path: '/productivity?query=by:day&sort=-id&size=50' },
  { line: 'a month of picking by person', path: '/productivity?query=kind:picking&size=50' },
  { line: 'the sums of a month', path: '/productivity/sums' },
];

/** Productivity of 20 people who pick, pack and hand over 2,000 parcels a day. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const supplierId = await makeBusiness(machine.app, 'supply');
    const sellerId = await makeBusiness(machine.app, 'sales');
    const { token } = await makeStaff(machine.app, supplierId, ['owner']);
    const pickers: number[] = [];
    for (let n = 0; n < people; n++)
      pickers.push((await makeStaff(machine.app, supplierId, ['packer'])).userId);
    await fill(machine, { supplierId, sellerId, pickers, perDay: quick ? 100 : 2000 });
    const web = await machine.start('--web');
    const times = quick ? 5 : 40;
    const rows: Row[] = [];
    // No day is added up yet: all of them are read from scans and histories.
    const recorded = await timePages(web.url, token, {
      of: 'productivity from scans',
      pages: pages.slice(0, 1),
      times: 5,
    });
    rows.push(...recorded.map((row) => ({ ...row, goal: 2500 })));
    const { database } = machine.app;
    while (!(await database.transact({ businessId: supplierId }, (tx) => closeDays(tx, supplierId))));
    await machine.ask('analyze');
    rows.push(...(await timePages(web.url, token, { of: 'productivity', pages, times })));
    return rows;
  } finally {
    await machine.stop();
  }
};

type Floor = { supplierId: number; sellerId: number; pickers: number[]; perDay: number };

/** Each sale has one line, each second one two units; its units are scanned twice, its parcel is packed and collected. */
async function fill(machine: Machine, { supplierId, sellerId, pickers, perDay }: Floor): Promise<void> {
  const { ask } = machine;
  const idOf = (text: string, values: unknown[]) => insertOne(machine, text, values);
  const { warehouseId, productId, variationId, stockId, offerId } = await makeOffered(
    machine,
    supplierId,
    'RITMO',
  );
  const volumeId = await idOf(
    `insert into volumes (business_id, warehouse_id, name, code, state, created_at) values ($1, $2, 'V', 'RITMO-1', 'registered', now()) returning id`,
    [supplierId, warehouseId],
  );
  const listId = await idOf(
    `insert into picking_lists (business_id, warehouse_id, state, created_by, created_at)
     values ($1, $2, 'finished', $3, now()) returning id`,
    [supplierId, warehouseId, pickers[0]],
  );
  // Eight hours of work on each day.
  await ask(
    `insert into orders (business_id, fulfiller_id, warehouse_id, buyer_name, total_centavos, purchased_at, payment, paid_at,
       reserve, linked, document, label_ready, shown_at, released_at, status, created_at, updated_at)
     select $1, $2, $3, 'Comprador ' || day || '/' || n, 4990, at, 'approved', at, 'firm', true, 'not_required', true, at, at,
       'pending', at, at
     from generate_series(0, $4::int - 1) day, generate_series(0, $5::int - 1) n, lateral (select
       ((now() at time zone 'America/Sao_Paulo')::date - day + time '00:00') at time zone 'America/Sao_Paulo'
         + (n * interval '8 hours' / $5::int) as at) t
     order by day desc, n`,
    [sellerId, supplierId, warehouseId, days, perDay],
  );
  await ask(
    `insert into order_lines (business_id, fulfiller_id, order_id, title, quantity, unit_price_centavos, purchased_at)
     select $1, $2, o.id, 'Caneca', 1 + o.id % 2, 4990, o.purchased_at from orders o where o.business_id = $1 order by o.id`,
    [sellerId, supplierId],
  );
  await ask(
    `insert into order_parts (business_id, fulfiller_id, order_id, line_id, dropship_item_id, product_id, variation_id, stock_id,
       quantity, unit_cost_centavos, product_name, sku)
     select $1, $2, l.order_id, l.id, $3, $4, $5, $6, l.quantity, 2000, 'Caneca', 'RITMO'
     from order_lines l where l.business_id = $1 order by l.id`,
    [sellerId, supplierId, offerId, productId, variationId, stockId],
  );
  await ask(
    `insert into picking_list_orders (business_id, list_id, order_id, place, units, left_at, left_reason)
     select $1, $2, o.id, 1, 2, o.purchased_at, 'taken_off' from orders o where o.fulfiller_id = $1 order by o.id`,
    [supplierId, listId],
  );
  await ask(
    `insert into picking_scans (business_id, list_id, order_id, variation_id, volume_id, client_id, user_id, at)
     select $1, $2, p.order_id, $3, $4, 'p' || p.id || '/' || n, ($5::bigint[])[1 + p.id % 10], o.purchased_at + n * interval '5 seconds'
     from order_parts p join orders o on o.id = p.order_id, generate_series(1, p.quantity) n
     where p.fulfiller_id = $1 order by p.id, n`,
    [supplierId, listId, variationId, volumeId, pickers],
  );
  await ask(
    `insert into order_scans (business_id, order_id, part_id, client_id, code, attempt, user_id, at)
     select $1, p.order_id, p.id, 's' || p.id || '/' || n, 'RITMO', 1, ($2::bigint[])[11 + p.id % 8], o.purchased_at + n * interval '7 seconds'
     from order_parts p join orders o on o.id = p.order_id, generate_series(1, p.quantity) n
     where p.fulfiller_id = $1 order by p.id, n`,
    [supplierId, pickers],
  );
  await ask(
    `insert into order_events (business_id, fulfiller_id, order_id, at, user_id, actor, kind)
     select o.business_id, $1, o.id, o.purchased_at + after, ($2::bigint[])[person], 'fulfiller', kind
     from orders o, lateral (values (interval '20 seconds', 'packed', 11 + o.id % 8),
       (interval '30 seconds', 'collected', 19 + o.id % 2)) as e (after, kind, person)
     where o.fulfiller_id = $1 order by o.id, after`,
    [supplierId, pickers],
  );
  await ask('analyze');
}
