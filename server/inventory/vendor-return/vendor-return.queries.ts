import { type SqlBool, sql } from 'kysely';
import { leaveOut } from '#contract/filter.ts';
import {
  type VendorReturn,
  type VendorReturnLine,
  type VendorReturnRow,
  vendorReturnFilter,
  vendorReturnSorts,
} from '#contract/inventory/vendor-return.ts';
import { type VendorReturnState, vendorReturnStates } from '#contract/inventory/vendor-return-states.ts';
import { type ListQuery, mostCounted, type Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { filterOf } from '#server/db/list-filter.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { costOfUnits } from '#server/inventory/volume/line-cost.ts';
import { lotOf } from '#server/inventory/volume/volume.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';

const spec = listSpec({
  fields: vendorReturnFilter,
  sortedBy: vendorReturnSorts,
  sql: {
    state: sql`r.state`,
    warehouse: sql`r.warehouse_id`,
    volume: {
      where: (codes) => sql<SqlBool>`exists (select from vendor_return_lines fl
        join volumes fv on fv.business_id = fl.business_id and fv.id = fl.volume_id
        where fl.business_id = r.business_id and fl.return_id = r.id
          and fv.code = any(array[${sql.join(codes.map((code) => sql`upper(${String(code)})`))}]))`,
    },
    created: sql`r.created_at`,
    'handed-over': sql`r.handed_over_at`,
  },
  search: sql`r.search`,
  sorts: { number: sql`r.number` },
  required: ['number'],
  defaultSort: '-number',
  id: sql`r.id`,
});

const selectReturns = (tx: Tx, actor: Actor) =>
  tx.db
    .selectFrom('vendor_returns as r')
    .innerJoin('warehouses as w', (join) =>
      join.onRef('w.business_id', '=', 'r.business_id').onRef('w.id', '=', 'r.warehouse_id'),
    )
    .where('r.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`r.warehouse_id`));

const sums = sql<{
  volumes: number;
  units: number;
}>`(select jsonb_build_object('volumes', count(distinct l.volume_id),
    'units', coalesce(sum(l.quantity), 0))
  from vendor_return_lines l where l.business_id = r.business_id and l.return_id = r.id)`.as('sums');

const selectRows = (tx: Tx, actor: Actor) =>
  selectReturns(tx, actor).select([
    'r.id',
    'r.number',
    'r.state',
    'r.warehouse_id',
    'w.name as warehouse_name',
    'r.supplier_id',
    'r.vendor_name',
    'r.vendor_document',
    'r.invoice_key',
    'r.created_at',
    'r.handed_over_at',
    'r.credit_centavos',
    'r.credited_on',
    sums,
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

const shape = (row: Row, priced: boolean): VendorReturnRow => ({
  id: row.id,
  number: row.number,
  state: row.state,
  warehouse: { id: row.warehouse_id, name: row.warehouse_name },
  vendor: { id: row.supplier_id, name: row.vendor_name, document: row.vendor_document },
  ...row.sums,
  invoiceKey: row.invoice_key,
  createdAt: row.created_at.toISOString(),
  handedOverAt: row.handed_over_at?.toISOString() ?? null,
  ...(priced && { creditCentavos: row.credit_centavos }),
  creditedOn: row.credited_on,
});

export async function listVendorReturns(
  tx: Tx,
  actor: Actor,
  query: ListQuery,
): Promise<Page<VendorReturnRow>> {
  const page = await listPage(tx, selectRows(tx, actor), spec, query);
  const priced = actorCan(actor, 'prices.read');
  return { ...page, items: page.items.map((row) => shape(row, priced)) };
}

/** The number of returns in each state that the filter finds without its own state. */
export async function countVendorReturns(
  tx: Tx,
  actor: Actor,
  query: string | undefined,
): Promise<{ states: { state: VendorReturnState; count: number }[] }> {
  const { conditions } = await filterOf(tx, spec, leaveOut(query ?? '', ['state']).text);
  const found = (state: VendorReturnState) =>
    selectReturns(tx, actor)
      .select('r.id')
      .where('r.state', '=', state)
      .where((where) => where.and(conditions))
      .limit(mostCounted);
  const { rows } = await sql<{ state: VendorReturnState; count: number }>`
    select s.state, s.count from (${sql.join(
      vendorReturnStates.map(
        (state) =>
          sql`select ${state}::text as state, (select count(*)::int from (${found(state)}) f) as count`,
      ),
      sql` union all `,
    )}) s`.execute(tx.db);
  return { states: rows };
}

export async function readVendorReturn(tx: Tx, actor: Actor, id: number): Promise<VendorReturn> {
  const row = await selectRows(tx, actor)
    .leftJoin('users as c', 'c.id', 'r.created_by')
    .leftJoin('users as h', 'h.id', 'r.handed_over_by')
    .select(['c.name as creator', 'h.name as giver', 'r.note', 'r.canceled_because', 'r.version'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) return fail('not_found');
  const priced = actorCan(actor, 'prices.read');
  return {
    ...shape(row, priced),
    note: row.note,
    createdBy: row.creator ?? '',
    handedOverBy: row.giver,
    canceledBecause: row.canceled_because,
    lines: await findLines(tx, id, priced),
    version: row.version,
  };
}

/** The receipt of volume `v`, by number. */
const receiptOf = sql<VendorReturnLine['receipt']>`(select jsonb_build_object('id', q.id, 'number', q.number)
  from supply_request_lines ql join supply_requests q on q.business_id = ql.business_id and q.id = ql.request_id
  where ql.business_id = v.business_id and ql.id = v.request_line_id)`.as('receipt');

async function findLines(tx: Tx, returnId: number, priced: boolean): Promise<VendorReturnLine[]> {
  const rows = await tx.db
    .selectFrom('vendor_return_lines as l')
    .innerJoin('volumes as v', (join) =>
      join.onRef('v.business_id', '=', 'l.business_id').onRef('v.id', '=', 'l.volume_id'),
    )
    .innerJoin('product_variations as pv', 'pv.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'pv.product_id')
    .leftJoin('volume_lines as c', (join) =>
      join
        .onRef('c.business_id', '=', 'l.business_id')
        .onRef('c.volume_id', '=', 'l.volume_id')
        .onRef('c.variation_id', '=', 'l.variation_id'),
    )
    .leftJoin('batches as b', (join) =>
      join
        .onRef('b.business_id', '=', 'l.business_id')
        .on(sql<SqlBool>`b.id = case when l.open then c.batch_id else l.batch_id end`),
    )
    .leftJoin('inventory_locations as i', (join) =>
      join.onRef('i.business_id', '=', 'v.business_id').onRef('i.id', '=', 'v.position_id'),
    )
    .select([
      'l.id',
      'l.quantity',
      'l.reason',
      'l.open',
      'l.cost_centavos as left_cost',
      'v.id as volume_id',
      'v.code',
      'v.blocked_as',
      'i.code as position',
      'p.id as product_id',
      'p.name as product_name',
      'pv.id as variation_id',
      'pv.name as variation_name',
      'pv.sku',
      'b.id as batch_id',
      'b.code as batch_code',
      'b.expires_on',
      sql<boolean>`coalesce(c.expired, false)`.as('expired'),
      sql<number>`coalesce(c.quantity, 0)`.as('inside'),
      'c.cost_centavos as cost',
      receiptOf,
    ])
    .where('l.business_id', '=', ownBusiness)
    .where('l.return_id', '=', returnId)
    .orderBy('l.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    volume: { id: row.volume_id, code: row.code, position: row.position, blockedAs: row.blocked_as },
    product: { id: row.product_id, name: row.product_name },
    variation: { id: row.variation_id, name: row.variation_name },
    sku: row.sku,
    lot: lotOf(row),
    quantity: row.quantity,
    inside: row.inside,
    reason: row.reason,
    receipt: row.receipt,
    ...(priced && {
      costCentavos: row.open ? costOfUnits(row.cost, row.inside, row.quantity) : row.left_cost,
    }),
  }));
}
