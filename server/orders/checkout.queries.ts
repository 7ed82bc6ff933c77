import { sql } from 'kysely';
import type { Checkout } from '#contract/orders/checkout.ts';
import { checkoutFilter } from '#contract/orders/checkout-filter.ts';
import { isLate, supplierStatusOf } from '#contract/orders/order-states.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { type ListSpec, listPage } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/scope.ts';
import { factsOf } from './facts.ts';

const late = (now: Date) => sql`case
  when o.status in ('waiting_separation', 'waiting_approval', 'pending', 'picking', 'waiting_collect') then coalesce(o.dispatch_limit < ${now}, false)
  when o.status = 'sent' then coalesce(o.promised_at < ${now}, false) else false end`;

/** `late` is a status to a person: it filters beside the stored ones. */
export const checkoutList = (now: Date): ListSpec => ({
  fields: checkoutFilter,
  sql: {
    status: {
      where: (values) => {
        const stored = values.filter((value) => value !== 'late');
        const parts = [
          ...(stored.length > 0 ? [sql`o.bench_status in (${sql.join(stored)})`] : []),
          ...(values.includes('late') ? [late(now)] : []),
        ];
        return sql`${sql.join(parts, sql` or `)}`;
      },
    },
    warehouse: sql`o.warehouse_id`,
    seller: sql`seller.name`,
    marketplace: sql`coalesce(o.marketplace, '')`,
    limit: sql`o.dispatch_limit`,
    date: sql`o.purchased_at`,
    reason: sql`o.approval_reason`,
  },
  search: sql`o.search`,
  matches: { list: 'bench', ids: sql`o.id`, fields: [] },
  sorts: { limit: sql`o.urgency`, date: sql`o.purchased_at`, id: sql`o.id` },
  required: ['limit', 'date'],
  defaultSort: 'limit',
  id: sql`o.id`,
});

export function checkoutBase(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('orders as o')
    .innerJoin('businesses as seller', 'seller.id', 'o.business_id')
    .leftJoin('warehouses as w', 'w.id', 'o.warehouse_id')
    .leftJoin('users as u', 'u.id', 'o.picking_by')
    .selectAll('o')
    .select([
      'seller.name as seller_name',
      'w.name as warehouse_name',
      'u.name as picker_name',
      sql<string>`(select string_agg(p.quantity || ' × ' || p.product_name, ', ' order by p.id) from order_parts p where p.order_id = o.id)`.as(
        'items',
      ),
      sql<number>`(select coalesce(sum(p.quantity), 0)::int from order_parts p where p.order_id = o.id)`.as(
        'unit_count',
      ),
      sql<number>`(select coalesce(sum(p.beeped), 0)::int from order_parts p where p.order_id = o.id)`.as(
        'beeped_count',
      ),
    ])
    .where('o.fulfiller_id', '=', actor.businessId)
    .where('o.shown_at', 'is not', null)
    .where(withinWarehouses(actor, sql`o.warehouse_id`));
}

type Row = Awaited<ReturnType<ReturnType<typeof checkoutBase>['executeTakeFirstOrThrow']>>;

export function shapeCheckout(row: Row, now: Date) {
  const facts = factsOf(row);
  const status = supplierStatusOf(facts);
  return {
    id: row.id,
    status,
    late: isLate({ status, dispatchLimit: row.dispatch_limit, promisedAt: row.promised_at }, now),
    dispatchLimit: row.dispatch_limit,
    purchasedAt: row.purchased_at,
    seller: { id: row.business_id, name: row.seller_name },
    warehouse: row.warehouse_id === null ? null : { id: row.warehouse_id, name: row.warehouse_name ?? '' },
    marketplace: row.marketplace,
    remoteOrderId: row.remote_order_id,
    packId: row.pack_id,
    logisticType: row.logistic_type,
    buyerName: row.buyer_name,
    items: row.items ?? '',
    unitCount: row.unit_count,
    beepedCount: row.beeped_count,
    labelReady: row.label_ready,
    document: row.document,
    approvalReason: facts.approvalReason,
    trackingCode: row.tracking_code,
    pickingBy: row.picking_by === null ? null : { id: row.picking_by, name: row.picker_name ?? '' },
    packedAt: row.packed_at,
    sentAt: row.sent_at,
  };
}

export async function listCheckout(tx: Tx, actor: Actor, query: ListQuery) {
  const now = tx.now();
  const found = await listPage(tx, checkoutBase(tx, actor), checkoutList(now), query);
  return { ...found, items: found.items.map((row) => shapeCheckout(row, now)) };
}

export async function readCheckout(tx: Tx, actor: Actor, id: number) {
  const row = (await checkoutBase(tx, actor).where('o.id', '=', id).executeTakeFirst()) ?? fail('not_found');
  const [parts, events, packmates] = [
    await readParts(tx, actor, id),
    await readEvents(tx, id),
    await readPackmates(tx, actor, row),
  ];
  return {
    ...shapeCheckout(row, tx.now()),
    parts,
    events,
    packmates,
    documentError: row.document_error,
    hasInvoice: row.invoice_file_id !== null,
    labelPrintedAt: row.label_printed_at,
    labelAvailableAt: row.label_available_at,
    canceledAt: row.canceled_at,
    canceledReason: row.canceled_reason,
    putBack: row.put_back,
  };
}

async function readParts(tx: Tx, actor: Actor, id: number) {
  const parts = await sql<{
    id: number;
    product: string;
    sku: string;
    gtin: string;
    quantity: number;
    beeped: number;
    cost: number;
    imageId: number | null;
    places: { volume: string; position: string | null; quantity: number }[];
  }>`
    select p.id, p.product_name as product, p.sku, p.gtin, p.quantity, p.beeped, p.unit_cost_centavos as cost,
      (select i.image_id from product_images i where i.product_id = p.product_id
        and (i.variation_id is null or i.variation_id = p.variation_id) order by i.variation_id nulls last, i.position limit 1) as "imageId",
      coalesce((select jsonb_agg(jsonb_build_object('volume', v.code, 'position', l.code, 'quantity', n.quantity) order by n.id)
        from pins n join volumes v on v.id = n.volume_id left join inventory_locations l on l.id = v.position_id
        where n.part_id = p.id), '[]') as places
    from order_parts p where p.order_id = ${id} order by p.id`.execute(tx.db);
  const priced = actorCan(actor, 'prices.read');
  return parts.rows.map(({ cost, ...part }) => ({ ...part, ...(priced && { unitCostCentavos: cost }) }));
}

async function readEvents(tx: Tx, id: number): Promise<Checkout['events']> {
  const events = await tx.db
    .selectFrom('order_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.at', 'e.kind', 'e.actor', 'u.name as author', 'e.status_to as statusTo', 'e.detail'])
    .where('e.order_id', '=', id)
    .where('e.actor', '<>', 'seller')
    .orderBy('e.id')
    .execute();
  return events.map((event) => ({
    ...event,
    at: event.at.toISOString(),
    detail: event.detail as Checkout['events'][number]['detail'],
  }));
}

async function readPackmates(tx: Tx, actor: Actor, row: Row): Promise<number[]> {
  if (row.pack_id === null) return [];
  const mates = await tx.db
    .selectFrom('orders')
    .select('id')
    .where('fulfiller_id', '=', actor.businessId)
    .where('business_id', '=', row.business_id)
    .where('pack_id', '=', row.pack_id)
    .where('id', '<>', row.id)
    .orderBy('id')
    .execute();
  return mates.map((mate) => mate.id);
}

/** Counts of a status board and its warehouses, in two statements. */
export async function countCheckout(tx: Tx, actor: Actor) {
  const now = tx.now();
  const scope = sql`o.fulfiller_id = ${actor.businessId} and o.shown_at is not null and ${withinWarehouses(actor, sql`o.warehouse_id`)}`;
  const statuses = await sql<{ status: string; count: number; late: number }>`
    select o.bench_status as status, count(*)::int as count, count(*) filter (where ${late(now)})::int as late
    from orders o where ${scope} group by 1`.execute(tx.db);
  const warehouses = await sql<{
    id: number;
    name: string;
    pending: number;
    picking: number;
    late: number;
    nextLimit: Date | null;
  }>`
    select w.id, w.name, count(o.id) filter (where o.status = 'pending' and o.refused_at is null)::int as pending,
      count(o.id) filter (where o.status = 'picking')::int as picking, count(o.id) filter (where ${late(now)})::int as late,
      min(o.dispatch_limit) filter (where o.status in ('pending', 'picking')) as "nextLimit"
    from warehouses w left join orders o on o.warehouse_id = w.id and ${scope}
      and o.status in ('waiting_approval', 'pending', 'picking', 'waiting_collect')
    where w.business_id = ${actor.businessId} and ${withinWarehouses(actor, sql`w.id`)}
    group by w.id, w.name order by w.name`.execute(tx.db);
  return {
    statuses: statuses.rows.map(({ status, count }) => ({ status, count })),
    late: statuses.rows.reduce((sum, row) => sum + row.late, 0),
    warehouses: warehouses.rows,
  };
}
