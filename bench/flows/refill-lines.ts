import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { startMachine } from './machine.ts';
import { insertOne } from './offered.ts';
import { timePage } from './page-times.ts';

const faces = 2000;
const volumesOfEach = 10;

const pages = [
  { line: `refills of ${faces} pick faces`, path: '/refills', goal: 250 },
  { line: 'list of pick faces', path: '/pick-faces?size=50&sort=position', goal: 100 },
  { line: 'pick faces of a product', path: '/pick-faces?query=product:PICK-77', goal: 100 },
];

/** A warehouse in which half of the pick faces lack units, with ten volumes of each product in reserve. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  const { ask } = machine;
  try {
    const businessId = await makeBusiness(machine.app, 'supply');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    const warehouseId = await insertOne(
      machine,
      `insert into warehouses (business_id, name, created_at) values ($1, 'Galpão', now()) returning id`,
      [businessId],
    );
    await ask(
      `insert into inventory_locations (business_id, warehouse_id, prefix, index, code, turnover, walk)
       select $1, $2, 'P', n, 'P' || n, n <= $3::int, n from generate_series(1, 2 * $3::int) n`,
      [businessId, warehouseId, faces],
    );
    await ask(
      `insert into products (business_id, name, created_at, updated_at)
       select $1, 'Produto ' || n, now(), now() from generate_series(1, $2::int) n`,
      [businessId, faces],
    );
    await ask(
      `insert into product_variations (business_id, product_id, name, sku)
       select business_id, id, 'Azul', 'PICK-' || row_number() over (order by id) from products where business_id = $1`,
      [businessId],
    );
    await ask(
      `insert into stock (business_id, variation_id, warehouse_id, on_hand)
       select business_id, id, $2, 0 from product_variations where business_id = $1`,
      [businessId, warehouseId],
    );
    // The first volume of each product is at its face; every second one has fewer units than the minimum.
    await ask(
      `with goods as (select id, row_number() over (order by id) as n from product_variations where business_id = $1),
        places as (select id, index as n from inventory_locations where business_id = $1),
        made as (
          insert into volumes (business_id, code, warehouse_id, position_id, state, launched_at, created_at)
          select $1, 'B' || g.n || '-' || v, $2, p.id, 'active', now() - v * interval '1 day', now()
          from goods g, generate_series(0, $3::int) v, lateral (select id from places
            where places.n = case when v = 0 then g.n else $4::int + 1 + (g.n * 7 + v) % $4::int end) p
          returning id, code)
       insert into volume_lines (business_id, volume_id, variation_id, quantity)
       select $1, m.id, g.id, case when m.code like '%-0' then case when g.n % 2 = 0 then 2 else 20 end else 30 end
       from made m join goods g on g.n = substring(m.code from 'B([0-9]+)-')::int`,
      [businessId, warehouseId, volumesOfEach, faces],
    );
    await ask(
      `insert into pick_faces (business_id, warehouse_id, position_id, variation_id, minimum, maximum)
       select $1, $2, l.id, v.id, 6, 24
       from (select id, row_number() over (order by id) as n from product_variations where business_id = $1) v
         join inventory_locations l on l.business_id = $1 and l.index = v.n`,
      [businessId, warehouseId],
    );
    await ask('analyze');
    const web = await machine.start('--web');
    const rows = [];
    for (const { line, path, goal } of pages) {
      const times = await timePage(web.url, path, token, quick ? 10 : 40);
      rows.push({
        line: `${line}, p95`,
        value: percentile(times, 0.95),
        goal,
        better: 'lower' as const,
        unit: 'ms',
        note: `p50 ${percentile(times, 0.5).toFixed(0)} ms; ${faces * (volumesOfEach + 1)} volumes`,
      });
    }
    return rows;
  } finally {
    await machine.stop();
  }
};
