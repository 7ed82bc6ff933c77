import { type SqlBool, sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import { type Day, dayOf } from '#contract/dates.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { LineAnswer } from '#contract/supply/supply-request-line.ts';
import {
  type ListedSupplyRequest,
  supplyRequestFilter,
  supplyRequestSorts,
} from '#contract/supply/supply-request-row.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

/** The only definition of a late request: it was due before today, and not all of it is in stock. */
const late = (today: Day) => sql<boolean>`coalesce(r.estimated_delivery < ${today}::date
  and r.state not in ('attended', 'canceled'), false)`;

const specOf = (today: Day) =>
  listSpec({
    fields: supplyRequestFilter,
    sortedBy: supplyRequestSorts,
    sql: {
      number: sql`r.number`,
      state: sql`r.state`,
      supplier: sql`r.supplier_id`,
      warehouse: sql`r.warehouse_id`,
      sku: {
        where: (values) =>
          sql<SqlBool>`exists (select from supply_request_lines fl join product_variations fv on fv.id = fl.variation_id
            where fl.business_id = r.business_id and fl.request_id = r.id
              and fold(fv.sku) = any(array[${sql.join(values.map((value) => sql`fold(${String(value)})`))}]))`,
      },
      late: { where: ([wanted]) => sql<SqlBool>`${late(today)} = ${wanted}` },
      problem: {
        where: ([wanted]) => sql<SqlBool>`exists (select from reported_problems fp
          where fp.business_id = r.business_id and fp.request_id = r.id and fp.state = 'open') = ${wanted}`,
      },
      created: sql`r.created_at`,
      delivery: sql`(r.estimated_delivery::timestamp at time zone 'America/Sao_Paulo')`,
    },
    search: sql`fold(r.number || ' ' || s.name || ' ' || s.fantasy_name || ' ' || r.notes)`,
    sorts: {
      created: sql`r.id`,
      number: sql`r.number`,
      delivery: sql`r.estimated_delivery`,
      total: sql`r.total_centavos`,
      supplier: sql`s.name`,
    },
    required: ['created', 'number', 'total', 'supplier'],
    defaultSort: '-created',
    changedAt: sql`r.updated_at`,
    id: sql`r.id`,
  });

function selectRequests(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('supply_requests as r')
    .innerJoin('suppliers as s', 's.id', 'r.supplier_id')
    .innerJoin('warehouses as w', 'w.id', 'r.warehouse_id')
    .leftJoin('users as u', 'u.id', 'r.created_by')
    .where(withinWarehouses(actor, sql`r.warehouse_id`))
    .select([
      'r.id',
      'r.number',
      'r.state',
      'r.estimated_delivery',
      'r.total_products',
      'r.total_centavos',
      'r.created_at',
      'u.name as created_by_name',
      's.id as supplier_id',
      sql<string>`case s.fantasy_name when '' then s.name else s.fantasy_name end`.as('supplier_name'),
      'w.id as warehouse_id',
      'w.name as warehouse_name',
      late(dayOf(tx.now())).as('late'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRequests>['executeTakeFirstOrThrow']>>;

/** The row as its reader may see it: without prices or, for blind counters, without quantities. */
export function shapeRequest(row: Row, actor: Actor, blind: boolean): ListedSupplyRequest {
  return {
    id: row.id,
    number: row.number,
    supplier: { id: row.supplier_id, name: row.supplier_name },
    warehouse: { id: row.warehouse_id, name: row.warehouse_name },
    state: row.state,
    estimatedDelivery: row.estimated_delivery,
    late: row.late,
    totalProducts: isHidden(row.state, actor, blind) ? null : row.total_products,
    ...(actorCan(actor, 'prices.read') && { totalCentavos: row.total_centavos }),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name ?? '',
  };
}

/** Until the volumes are counted, if the owner requires blind counts. */
export function isHidden(state: string, actor: Actor, blind: boolean): boolean {
  return blind && ['in_transport', 'check_volumes'].includes(state) && !actorCan(actor, 'prices.read');
}

export async function isBlind(tx: Tx): Promise<boolean> {
  const row = await tx.db.selectFrom('purchasing_settings').select('blind_counting').executeTakeFirst();
  return row?.blind_counting ?? false;
}

export async function listRequests(
  tx: Tx,
  actor: Actor,
  query: ListQuery,
  states?: readonly SupplyRequestState[],
): Promise<Page<ListedSupplyRequest>> {
  const blind = await isBlind(tx);
  const base = selectRequests(tx, actor).$if(states !== undefined, (rows) =>
    rows.where('r.state', 'in', [...(states ?? [])]),
  );
  const page = await listPage(tx, base, specOf(dayOf(tx.now())), query);
  return { ...page, items: page.items.map((row) => shapeRequest(row, actor, blind)) };
}

export function findRequest(tx: Tx, actor: Actor, id: number) {
  return selectRequests(tx, actor)
    .leftJoin('users as a', 'a.id', 'r.approved_by')
    .select([
      'r.notes',
      'r.locale',
      'r.shows_prices',
      'r.created_by',
      'r.approved_at',
      'r.canceled_at',
      'r.cancel_reason',
      'r.version',
      'r.print_key',
      's.minimum_order_centavos',
      'a.name as approved_by_name',
    ])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

export function findSelectedRequests(tx: Tx, actor: Actor, selection: BulkSelection): Promise<number[]> {
  return findSelected(tx, selectRequests(tx, actor), specOf(dayOf(tx.now())), selection);
}

type LastPrice = { priceCentavos: number; at: string; supplier: string };
const lastPrices = sql<
  LastPrice[]
>`(select coalesce(jsonb_agg(jsonb_build_object('priceCentavos', x.price_centavos,
    'at', x.at, 'supplier', x.supplier) order by x.id desc), '[]') from (
  select p.id, p.price_centavos, p.at, ps.name as supplier from paid_prices p join suppliers ps on ps.id = p.supplier_id
  where p.business_id = l.business_id and p.variation_id = l.variation_id and p.request_id <> l.request_id
  order by p.id desc limit 3) x)`;

/** The newest answer to each line; days are sent as text. */
export const lastAnswer = sql<LineAnswer | null>`(select jsonb_build_object('id', x.id, 'name', x.name, 'at', x.at,
    'quantity', x.quantity, 'deliveryOn', x.delivery_on, 'note', x.note, 'taken', x.taken)
  from supply_request_answers x where x.business_id = l.business_id and x.line_id = l.id order by x.id desc limit 1)`;

export function findRequestLines(tx: Tx, requestId: number) {
  return tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select([
      'l.id',
      'l.variation_id',
      'v.name as variation_name',
      'v.sku',
      'v.gtin',
      'p.id as product_id',
      'p.name as product_name',
      'l.supplier_sku',
      'l.quantity',
      'l.confirmed_quantity',
      'l.confirmed_on',
      'l.quantity_per_volume',
      'l.price_centavos',
      'l.total_centavos',
      'l.inbound',
      lastPrices.as('last_prices'),
      lastAnswer.as('answer'),
    ])
    .where('l.request_id', '=', requestId)
    .orderBy('l.id')
    .execute();
}
