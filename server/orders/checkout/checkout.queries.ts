import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import { type Day, dayOf } from '#contract/dates.ts';
import { readCartCode } from '#contract/inventory/cart.ts';
import { checkoutFilter, checkoutSorts } from '#contract/orders/checkout-filter.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { orderEventKinds, orderEvents } from '#contract/orders/order-events.ts';
import { isLate, type OrderStatus, supplierStatuses } from '#contract/orders/order-states.ts';
import { stoppingReasons } from '#contract/orders/picking-states.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { prepared } from '#server/db/prepared.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { cutoffOf, lateAtBench } from '#server/marketplaces/late.ts';
import { currentDeclaration } from '#server/orders/declarations/declaration.queries.ts';
import { partImage } from '#server/orders/part-image.ts';
import { isOnList } from '#server/orders/picking/may-begin.ts';
import { isReportedByMarketplace, leftUnpacked, waitsForLabel } from '#server/orders/sale/facts.ts';
import { serialsOf } from '#server/orders/sale/sale-serials.ts';
import { isGivenBack } from '#server/orders/sale/status.ts';
import { isWaitingForLabel } from '#server/orders/waits-for-label.ts';
import { readChange, readUnitsBack } from './changed-sale.ts';
import { proofOfParcel, ruleOfParcel, shapeProofAtBench } from './parcel-proof.ts';
import { placesOfPart } from './places.ts';
import { findResetRefusal } from './reset-refusal.ts';

/** Sales with a product that one of these codes is on, in a warehouse where it is. */
const hasOneOf = (codes: readonly string[]) => sql<SqlBool>`exists (
  select from order_parts part where part.order_id = o.id and (upper(part.sku) in (${sql.join(codes)})
    or part.gtin in (${sql.join(codes.flatMap((code) => [code, codeOfGoods(code)]))})
    or part.variation_id in (select line.variation_id from volume_lines line join volumes v on v.id = line.volume_id
      where v.code in (${sql.join(codes)}) and v.warehouse_id = o.warehouse_id)))`;

const isLabelled = (codes: readonly string[]) =>
  sql<SqlBool>`(upper(o.shipment_id) in (${sql.join(codes)}) or upper(o.tracking_code) in (${sql.join(codes)}))`;

const isReadyToPack = sql<boolean>`o.bench_status = 'picking' and exists (select from picking_list_orders m
  join picking_lists p on p.id = m.list_id and p.state = 'finished'
  where m.order_id = o.id and m.left_at is null and m.bench_by is null)`;

const liesInOneOf = (codes: readonly string[]) => sql<SqlBool>`exists (select from pick_allocations a
  join volumes v on v.id = a.volume_id where a.order_id = o.id and v.code in (${sql.join(codes)}))`;

/** A sale that was canceled while its units lay on the cart is still in its place. */
function isOnCart(codes: readonly string[]): RawBuilder<SqlBool> {
  const places = codes.flatMap((code) => {
    const { number, place } = readCartCode(code) ?? { number: 0, place: null };
    return place === null ? [] : [sql`(${number}::int, ${place}::int)`];
  });
  if (places.length === 0) return sql`false`;
  return sql`exists (select from cart_uses u join carts c on c.business_id = u.business_id and c.id = u.cart_id
      join picking_list_orders m on m.list_id = u.list_id
    where m.order_id = o.id and u.freed_at is null and c.warehouse_id = o.warehouse_id
      and (c.number, m.place) in (${sql.join(places)})
      and (m.left_at is null or m.left_reason in (${sql.join([...stoppingReasons])})))`;
}

/** Sales of one lane: its hour. All late ones are one lane, and all without a limit are another. */
function isDue(lane: string, now: Date): RawBuilder<SqlBool> {
  if (lane === 'none') return sql<SqlBool>`o.dispatch_limit is null`;
  if (lane === 'late') return lateAtBench(now);
  const limit = new Date(lane);
  return Number.isNaN(limit.getTime())
    ? sql<SqlBool>`false`
    : sql<SqlBool>`${cutoffOf(sql`o.dispatch_limit`)} = ${cutoffOf(sql`${limit}::timestamptz`)}`;
}

/** `late` is a status on screens: it is filtered together with the stored ones. */
export const checkoutList = (now: Date) =>
  listSpec({
    fields: checkoutFilter,
    sortedBy: checkoutSorts,
    sql: {
      status: {
        where: (values) => {
          const stored = values.filter((value) => value !== 'late');
          const parts = [
            ...(stored.length > 0 ? [sql`o.bench_status in (${sql.join(stored)})`] : []),
            ...(values.includes('late') ? [lateAtBench(now)] : []),
          ];
          return sql`${sql.join(parts, sql` or `)}`;
        },
      },
      warehouse: sql`o.warehouse_id`,
      seller: sql`seller.name`,
      marketplace: sql`coalesce(o.marketplace, '')`,
      carrier: {
        where: (values) =>
          sql`coalesce(o.marketplace, '') || '/' || o.logistic_type in (${sql.join(values)})`,
      },
      limit: sql`o.dispatch_limit`,
      due: {
        where: (values) =>
          sql`${sql.join(
            values.map((value) => isDue(String(value), now)),
            sql` or `,
          )}`,
      },
      date: sql`o.purchased_at`,
      code: { where: (values) => hasOneOf(values.map((value) => asCode(String(value)))) },
      label: { where: (values) => isLabelled(values.map((value) => asCode(String(value)))) },
      listed: { where: ([wanted]) => sql`${isOnList} = ${wanted}` },
      ready: { where: ([wanted]) => sql`(${isReadyToPack}) = ${wanted}` },
      unlabelled: { where: ([wanted]) => sql`${isWaitingForLabel} = ${wanted}` },
      tote: { where: (values) => liesInOneOf(values.map((value) => asCode(String(value)))) },
      cart: { where: (values) => isOnCart(values.map((value) => asCode(String(value)))) },
      changed: { where: ([wanted]) => sql`(o.changed_lines is not null) = ${wanted}` },
      reason: sql`o.approval_reason`,
      mine: { where: ([wanted]) => sql`coalesce(o.picking_by = app_user_or_null(), false) = ${wanted}` },
    },
    search: sql`o.search`,
    matches: { list: 'bench', ids: sql`o.id`, fields: [], numbered: true },
    sorts: { limit: sql`o.urgency`, date: sql`o.purchased_at`, id: sql`o.id` },
    required: ['limit', 'date'],
    defaultSort: 'limit',
    changedAt: sql`o.updated_at`,
    id: sql`o.id`,
  });

const shown = [
  'o.id',
  'o.business_id',
  'o.dispatch_limit',
  'o.promised_at',
  'o.purchased_at',
  'o.warehouse_id',
  'o.marketplace',
  'o.remote_order_id',
  'o.pack_id',
  'o.logistic_type',
  'o.buyer_name',
  'o.tracking_code',
  'o.status',
  'o.account_id',
  'o.shipment_id',
  'o.shipped_by_seller',
  'o.parcel_label_at',
  'o.label_printed_at',
  'o.document',
  'o.label_ready',
  'o.approval_reason',
  'o.refused_at',
  'o.refused_reason',
  'o.picking_by',
  'o.packed_at',
  'o.collected_at',
  'o.sent_at',
  'o.delivered_at',
  'o.canceled_at',
  'o.changed_at',
] as const;

/** The goods of a row, in one subquery. */
const partFigures = sql<{ items: string; units: number; beeped: number }>`(
  select json_build_object('items', coalesce(string_agg(p.quantity || ' × ' || p.product_name, ', ' order by p.id) filter (where p.quantity > 0), ''),
    'units', coalesce(sum(p.quantity), 0), 'beeped', coalesce(sum(p.beeped), 0))
  from order_parts p where p.order_id = o.id)`;

/** Left joins although the rows always exist: the database then skips tables that a count does not use. */
export function checkoutBase(db: Kysely<DB>, actor: Pick<Actor, 'warehouseIds'>) {
  return db
    .selectFrom('orders as o')
    .leftJoin('businesses as seller', 'seller.id', 'o.business_id')
    .leftJoin('warehouses as w', 'w.id', 'o.warehouse_id')
    .leftJoin('users as u', 'u.id', 'o.picking_by')
    .select(shown)
    .select(['seller.name as seller_name', 'w.name as warehouse_name', 'u.name as picker_name'])
    .select([partFigures.as('parts'), sql<OrderStatus>`o.bench_status`.as('bench_status')])
    .where('o.fulfiller_id', '=', ownBusiness)
    .where('o.shown_at', 'is not', null)
    .where(withinWarehouses(actor, sql`o.warehouse_id`));
}

/**
 * Rows `o` of a list of the fulfiller. A sale that goes back to its seller's side (its parcel has to wait for a date, its
 * lines changed) is not theirs until it is released again; its page can still be opened by its number.
 */
const isOnBench = sql<boolean>`o.shown_at is not null and o.bench_status in (${sql.join(supplierStatuses.map((status) => sql.lit(status)))})`;

type Row = Awaited<ReturnType<ReturnType<typeof checkoutBase>['executeTakeFirstOrThrow']>>;

export function shapeCheckout(row: Row, now: Date) {
  const { bench_status: status } = row;
  return {
    id: row.id,
    status,
    late: isLate({ status, dispatchLimit: row.dispatch_limit, promisedAt: row.promised_at }, now),
    dispatchLimit: row.dispatch_limit,
    purchasedAt: row.purchased_at,
    seller: { id: row.business_id, name: row.seller_name ?? '' },
    warehouse: row.warehouse_id === null ? null : { id: row.warehouse_id, name: row.warehouse_name ?? '' },
    marketplace: row.marketplace,
    remoteOrderId: row.remote_order_id,
    packId: row.pack_id,
    logisticType: row.logistic_type,
    buyerName: row.buyer_name,
    items: row.parts.items,
    unitCount: row.parts.units,
    beepedCount: row.parts.beeped,
    changed: row.changed_at !== null,
    labelReady: row.label_ready,
    waitsForLabel: waitsForLabel(row),
    document: row.document,
    approvalReason: row.approval_reason,
    trackingCode: row.tracking_code,
    pickingBy: row.picking_by === null ? null : { id: row.picking_by, name: row.picker_name ?? '' },
    packedAt: row.packed_at,
    sentAt: row.sent_at,
    refusedReason: isGivenBack(row) ? (row.refused_reason ?? '') : null,
  };
}

const benchBase = (db: Kysely<DB>, actor: Pick<Actor, 'warehouseIds'>) =>
  checkoutBase(db, actor).where(isOnBench);
const wholeBench = (tx: Tx) => benchBase(tx.db, { warehouseIds: null });

export async function listCheckout(tx: Tx, actor: Actor, query: ListQuery) {
  const now = tx.now();
  const base = actor.warehouseIds === null ? wholeBench : benchBase(tx.db, actor);
  const found = await listPage(tx, base, checkoutList(now), query);
  return { ...found, items: found.items.map((row) => shapeCheckout(row, now)) };
}

export function findSelectedCheckout(tx: Tx, actor: Actor, selection: BulkSelection): Promise<number[]> {
  return findSelected(tx, benchBase(tx.db, actor), checkoutList(tx.now()), selection);
}

type Part = Checkout['parts'][number];

type PartRow = Omit<Part, 'asksSerials' | 'serials'> & {
  serial: { asks: boolean; codes: string[] };
};

const partRowsOn = (day: Day) => sql<
  PartRow[]
>`coalesce((select json_agg(json_build_object('id', part.id, 'product', part.product_name, 'sku', part.sku,
    'gtin', part.gtin, 'quantity', part.quantity, 'beeped', part.beeped, 'unitCostCentavos', part.unit_cost_centavos,
    'imageId', ${partImage(sql`part.product_id`, sql`part.variation_id`)},
    'places', ${placesOfPart(day)}, 'serial', ${serialsOf(sql`part`)})
    order by part.id)
  from order_parts part where part.order_id = o.id and part.quantity > 0), '[]')`;

const seenKinds = orderEventKinds.filter((kind) => orderEvents[kind].fulfillerSees);
const events = sql<Checkout['events']>`coalesce((select json_agg(json_build_object('at', e.at, 'kind', e.kind,
    'actor', e.actor, 'author', case when e.actor <> 'seller' then author.name || ${atStation} end,
    'statusTo', e.status_to, 'detail', e.detail) order by e.id)
  from order_events e left join users author on author.id = e.user_id
    left join stations st on st.id = e.station_id
  where e.order_id = o.id and e.kind in (${sql.join(seenKinds.map((kind) => sql.lit(kind)))})), '[]')`;

/** Other sales of the same parcel; a seller sees only their own. */
const packmates = sql<number[]>`coalesce((select json_agg(m.id order by m.id) from orders m
  where o.pack_id is not null and m.account_id = o.account_id and m.pack_id = o.pack_id and m.id <> o.id
    and m.fulfiller_id = o.fulfiller_id and m.business_id = o.business_id), '[]')`;

/** The sale at the bench with all its parts, in one statement. */
const wholeSale = (
  db: Kysely<DB>,
  reach: Pick<Actor, 'warehouseIds'>,
  { id, day }: { id: number; day: Day },
) =>
  checkoutBase(db, reach)
    .selectAll('o')
    .select([partRowsOn(day).as('part_rows'), events.as('events'), packmates.as('packmates')])
    .select(currentDeclaration.as('declaration'))
    .select([proofOfParcel.as('proof'), ruleOfParcel.as('proof_rule')])
    .where('o.id', '=', id);
const anySale = prepared((db, sale: { id: number; day: Day }) =>
  wholeSale(db, { warehouseIds: null }, { id: sale.id, day: sale.day }),
);

export async function readCheckout(tx: Tx, actor: Actor, id: number) {
  const sale = { id, day: dayOf(tx.now()) };
  const [found] =
    actor.warehouseIds === null ? await anySale(tx, sale) : await wholeSale(tx.db, actor, sale).execute();
  const row = found ?? fail('not_found');
  const priced = actorCan(actor, 'prices.read');
  const change = await readChange(tx, row);
  return {
    ...shapeCheckout(row, tx.now()),
    parts: row.part_rows.map(({ unitCostCentavos, serial, ...part }) => ({
      ...part,
      asksSerials: serial.asks,
      serials: serial.codes,
      ...(priced && { unitCostCentavos }),
    })),
    change: change && { ...change, putBack: await readUnitsBack(tx, row) },
    events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    proof: shapeProofAtBench(row, row.proof, row.proof_rule),
    packmates: row.packmates,
    documentError: row.document_error,
    hasInvoice: row.invoice_file_id !== null,
    declaration: row.declaration,
    labelPrintedAt: row.label_printed_at,
    parcelLabelAt: row.parcel_label_at,
    labelFormats: [
      ...(row.label_file_id === null ? [] : ['pdf' as const]),
      ...(row.label_zpl_file_id === null ? [] : ['zpl' as const]),
    ],
    labelAvailableAt: row.label_available_at,
    canceledAt: row.canceled_at,
    canceledReason: row.canceled_reason,
    putBack: row.put_back,
    resetRefusal: findResetRefusal(actor, row, tx.now()),
    leftUnpacked: leftUnpacked(row),
    marketplaceReportsShipping: isReportedByMarketplace(row),
  };
}

/** Counts of a status board and its warehouses, in two statements. */
export async function countCheckout(tx: Tx, actor: Actor) {
  const now = tx.now();
  const scope = sql`o.fulfiller_id = ${actor.businessId} and ${isOnBench} and ${withinWarehouses(actor, sql`o.warehouse_id`)}`;
  type Counts = { status: string; count: number; late: number; unlabelled: number; changed: number };
  const statuses = await sql<Counts>`
    select o.bench_status as status, count(*)::int as count, count(*) filter (where ${lateAtBench(now)})::int as late,
      count(*) filter (where ${isWaitingForLabel})::int as unlabelled,
      count(*) filter (where o.bench_status = 'waiting_collect' and o.changed_lines is not null)::int as changed
    from orders o where ${scope} group by 1`.execute(tx.db);
  const warehouses = await sql<{
    id: number;
    name: string;
    pending: number;
    picking: number;
    late: number;
    nextLimit: Date | null;
  }>`
    select w.id, w.name, count(o.id) filter (where o.bench_status = 'pending')::int as pending,
      count(o.id) filter (where o.bench_status = 'picking')::int as picking, count(o.id) filter (where ${lateAtBench(now)})::int as late,
      min(o.dispatch_limit) filter (where o.bench_status in ('pending', 'picking')) as "nextLimit"
    from warehouses w left join orders o on o.warehouse_id = w.id and ${scope}
      and o.status in ('waiting_approval', 'pending', 'picking', 'waiting_collect')
    where w.business_id = ${actor.businessId} and ${withinWarehouses(actor, sql`w.id`)}
    group by w.id, w.name order by w.name`.execute(tx.db);
  return {
    statuses: statuses.rows.map(({ status, count }) => ({ status, count })),
    late: statuses.rows.reduce((sum, row) => sum + row.late, 0),
    unlabelled: statuses.rows.reduce((sum, row) => sum + row.unlabelled, 0),
    changed: statuses.rows.reduce((sum, row) => sum + row.changed, 0),
    warehouses: warehouses.rows,
  };
}
