import { type SqlBool, sql } from 'kysely';
import {
  type Serial,
  type SerialDetail,
  type SerialFigures,
  type SerialState,
  serialFilter,
  serialSorts,
} from '#contract/inventory/serial.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { isBlind, isVariationCounted } from '#server/inventory/balance/blind.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { serialsHere, unitsInVolumes } from './serial-units.ts';

const spec = listSpec({
  fields: serialFilter,
  sortedBy: serialSorts,
  sql: {
    code: sql`s.code`,
    product: sql`s.product_id`,
    variation: sql`s.variation_id`,
    state: sql`s.state`,
    sale: {
      where: (ids) => sql<SqlBool>`exists (select from sale_serials u where u.fulfiller_id = s.business_id
        and u.serial_id = s.id and u.freed_at is null and u.order_id in (${sql.join(ids)}))`,
    },
    changed: sql`s.changed_at`,
  },
  search: sql`s.search`,
  sorts: { code: sql`s.code`, changed: sql`s.changed_at` },
  required: ['code', 'changed'],
  defaultSort: '-changed',
  id: sql`s.id`,
});

const lastSale = sql<number | null>`(select u.order_id from sale_serials u
  where u.fulfiller_id = s.business_id and u.serial_id = s.id and u.freed_at is null order by u.id desc limit 1)`;

const selectSerials = (tx: Tx) =>
  tx.db
    .selectFrom('serials as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .innerJoin('product_variations as v', 'v.id', 's.variation_id')
    .where('s.business_id', '=', ownBusiness)
    .select([
      's.id',
      's.code',
      's.state',
      's.changed_at',
      's.product_id',
      'p.name as product_name',
      's.variation_id',
      'v.name as variation_name',
      'v.sku',
      lastSale.as('sale'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof selectSerials>['executeTakeFirstOrThrow']>>;

const shape = (row: Row): Serial => ({
  id: row.id,
  code: row.code,
  state: row.state as SerialState,
  product: { id: row.product_id, name: row.product_name },
  variation: { id: row.variation_id, name: row.variation_name },
  sku: row.sku,
  sale: row.sale,
  changedAt: row.changed_at.toISOString(),
});

export async function listSerials(tx: Tx, _actor: Actor, query: ListQuery): Promise<Page<Serial>> {
  const page = await listPage(tx, selectSerials(tx), spec, query);
  return { ...page, items: page.items.map(shape) };
}

const events = sql<SerialDetail['events']>`coalesce((select json_agg(json_build_object('id', e.id, 'at', e.at,
    'kind', e.kind, 'author', u.name || ${atStation}, 'sale', e.order_id, 'reason', e.reason) order by e.id desc)
  from serial_events e left join users u on u.id = e.user_id left join stations st on st.id = e.station_id
  where e.business_id = s.business_id and e.serial_id = s.id), '[]')`;

const request = sql<SerialDetail['request']>`(select json_build_object('id', r.id, 'number', r.number)
  from supply_requests r where r.business_id = s.business_id and r.id = s.request_id)`;

export async function readSerial(tx: Tx, id: number): Promise<SerialDetail> {
  const row = await selectSerials(tx)
    .select([events.as('events'), request.as('request')])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) return fail('not_found');
  return {
    ...shape(row),
    events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    request: row.request,
  };
}

type Figures = { id: number; name: string; sku: string; here: number; units: number; counted: boolean };

/** Units beside serial numbers: unknown to a blind counter of some of them, and to people of single warehouses. */
export async function figuresOfProduct(
  tx: Tx,
  actor: Actor,
  productId: number,
): Promise<{ variations: SerialFigures[] }> {
  const { rows } = await sql<Figures>`
    select v.id, v.name, v.sku, ${serialsHere} as here, ${unitsInVolumes} as units, ${isVariationCounted} as counted
    from product_variations v where v.business_id = ${ownBusiness} and v.product_id = ${productId}
    order by v.id`.execute(tx.db);
  if (rows.length === 0) return fail('not_found');
  return {
    variations: rows.map(({ id, name, sku, here, units, counted }) => {
      const known = actor.warehouseIds === null && !(counted && isBlind(actor));
      return {
        variation: { id, name },
        sku,
        here,
        units: known ? units : null,
        missing: known ? Math.max(0, units - here) : null,
        surplus: known ? Math.max(0, here - units) : null,
      };
    }),
  };
}
