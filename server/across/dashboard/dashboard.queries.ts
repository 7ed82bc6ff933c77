import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FirstStep } from '#contract/business/dashboard.ts';
import { type Day, timeZone } from '#contract/dates.ts';
import { statusesToShip } from '#contract/orders/order-states.ts';
import { mostCounted } from '#contract/primitives.ts';
import { ongoingStates } from '#contract/supply/supply-request-states.ts';
import { isExample } from '#server/business/examples.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isOverdue } from '#server/dropshipping/dropinvoice/overdue.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { warnedUntil } from '#server/marketplaces/grant-warning.ts';
import { beforeDispatch, lateAt, lateAtBench } from '#server/marketplaces/late.ts';
import { loose, ofSales } from '#server/orders/returns/put-backs.queries.ts';
import { isOfGoods } from '#server/products/images/image.queries.ts';

/**
 * The inputs of one read of the figures. Offers and products of other businesses are readable, so every count names its
 * owner.
 */
export type DashboardScope = {
  businessId: number;
  userId: number;
  now: Date;
  today: Day;
  /** Of the column `o.warehouse_id`. */
  reach: RawBuilder<SqlBool>;
  /** Of the column `warehouse_id` of volumes and offers. */
  goodsReach: RawBuilder<SqlBool>;
  actor: Actor;
};

export type Figures = {
  advertisements: number;
  products: number;
  images: number;
  volumes: number;
  supplyRequests: number;
  offers: number;
  advertisedOffers: number;
  partners: number;
  dropinvoices: number;
  ordersLate: number;
  ordersRefused: number;
  questionsWaiting: number;
  messagesWaiting: number;
  claimsWaiting: number;
  ordersShort: number;
  ordersApproval: number;
  ordersUnlinked: number;
  ordersWithoutDocument: number;
  accountsDisconnected: number;
  authorizationsEnding: number;
  reputationsAtRisk: number;
  publicationsFaulty: number;
  invoicesOverdue: number;
  invoicesUnpaid: number;
  proofs: number;
  bankMissing: number;
  offersEmpty: number;
  partnersRequested: number;
  shipmentsLate: number;
  shipmentsApproval: number;
  shipmentsMine: number;
  shipmentsCollect: number;
  putBacks: number;
  receiptsWaiting: number;
  problemsOpen: number;
  countsOpen: number;
  countsApproval: number;
  zeroChecks: number;
  /** A publication counts for the way whose goods it sells. */
  isDone: Record<FirstStep | 'publishOwn' | 'publishOffered', boolean>;
  /** The newest product without an offer, and the newest advertisement without a publication. */
  unstocked: number | null;
  unpublished: number | null;
  pending: { id: number; name: string; count: number }[];
};

/** A sale that this side refused before it was packed is over for it. */
const isOnBench = sql`o.shown_at is not null and (o.refused_at is null or o.packed_at is not null)`;

/** Counting stops at the cap, so that the home does not read all of a million open sales. */
const countOrders = (where: RawBuilder<SqlBool>) =>
  sql`(select count(*) from (select from orders o where ${where} limit ${sql.lit(mostCounted)}) counted)`;

/** All figures in one statement, so that they are of one moment. */
export async function readFigures(tx: Tx, scope: DashboardScope): Promise<Figures> {
  const { businessId: me, userId, now, today, reach, goodsReach, actor } = scope;
  const volumeReach = withinWarehouses(actor, sql`v.warehouse_id`);
  const requestReach = withinWarehouses(actor, sql`r.warehouse_id`);
  /** Only a business without sales is shown how to go on: of the others the records are not looked for. */
  const isNew = sql<boolean>`not exists (select from orders where business_id = ${me})
        and not exists (select from orders where fulfiller_id = ${me})`;
  /** The first steps are done with goods of one's own: an example ticks none. */
  const isOwn = sql<boolean>`not ${isExample('product', sql`p.id`)}`;
  const isOwnOffer = sql<boolean>`not ${isExample('offer', sql`p.id`)}`;
  const sales = (where: RawBuilder<SqlBool>) => countOrders(sql`o.business_id = ${me} and ${where}`);
  const parcels = (where: RawBuilder<SqlBool>) =>
    countOrders(sql`o.fulfiller_id = ${me} and ${isOnBench} and ${where} and ${reach}`);
  const { rows } = await sql<Figures>`with
    due as (select count(*) filter (where state <> 'complete') as open,
        count(*) filter (where ${isOverdue(today)}) as overdue,
        count(*) filter (where closed_at is not null and state = 'pending' and due_on >= ${today}::date) as unpaid,
        count(*) filter (where state = 'waiting_approval') as proofs
      from dropinvoices d where seller_id = ${me} or supplier_id = ${me}),
    counted as (select count(*) filter (where b.state in ('open', 'recount')) as open,
        count(*) filter (where b.state = 'waiting_approval') as approval
      from volumes v join balances b on b.volume_id = v.id and b.ended_at is null
      where v.business_id = ${me} and v.state = 'in_balance' and ${volumeReach}),
    waiting as materialized (
      select w.id, w.name, ${parcels(sql`o.status = 'pending' and o.warehouse_id = w.id`)} as count
      from warehouses w where w.business_id = ${me} and ${withinWarehouses(actor, sql`w.id`)}),
    talked as (select count(*) filter (where c.source = 'messages') as messages,
        count(*) filter (where c.source = 'claim') as claims
      from chats c join marketplace_accounts a on a.id = c.account_id and a.removed_at is null
      where c.business_id = ${me} and c.state = 'waiting_us')
    select
      (select count(*) from advertisements where business_id = ${me} and not archived) as advertisements,
      (select count(*) from products where business_id = ${me}) as products,
      (select count(*) from images i where i.business_id = ${me} and ${isOfGoods}) as images,
      (select count(*) from volumes where business_id = ${me} and state not in ('voided', 'archived')
        and ${goodsReach}) as volumes,
      (select count(*) from supply_requests where business_id = ${me} and state not in ('attended', 'canceled')
        and ${goodsReach}) as "supplyRequests",
      (select count(*) from dropship_items where business_id = ${me} and ${goodsReach}) as offers,
      (select count(*) from dropship_items d where d.active and d.business_id <> ${me} and exists (select from advertisement_components c
        where c.business_id = ${me} and c.dropship_item_id = d.id)) as "advertisedOffers",
      (select count(*) from trade_links where ${me} in (seller_id, supplier_id) and state = 'active') as partners,
      (select count(*) from trade_links where supplier_id = ${me} and state = 'requested') as "partnersRequested",
      due.open as dropinvoices, due.overdue as "invoicesOverdue", due.unpaid as "invoicesUnpaid", due.proofs,
      ${sales(sql`${lateAt(now)}`)} as "ordersLate",
      ${sales(sql`o.refused_at is not null and o.status not in ('canceled', 'complete')`)} as "ordersRefused",
      ${sales(sql`o.status = 'waiting_approval' and o.approval_reason = 'stock-short'`)} as "ordersShort",
      ${sales(sql`o.status = 'waiting_approval' and o.approval_reason <> 'stock-short'`)} as "ordersApproval",
      ${sales(sql`not o.linked and o.status in ('waiting_payment', 'waiting_separation')`)} as "ordersUnlinked",
      ${sales(sql`o.document in ('missing', 'rejected') and o.status in (${beforeDispatch})`)} as "ordersWithoutDocument",
      (select count(*) from marketplace_accounts where business_id = ${me} and state = 'disconnected'
        and removed_at is null) as "accountsDisconnected",
      (select count(*) from marketplace_accounts where business_id = ${me} and state = 'connected'
        and removed_at is null and grant_ends_at <= ${warnedUntil(now)}) as "authorizationsEnding",
      (select count(*) from marketplace_accounts where business_id = ${me} and reputation_risk in ('near', 'over')
        and state = 'connected' and removed_at is null) as "reputationsAtRisk",
      (select count(distinct advertisement_id) from publications where business_id = ${me} and sync_error is not null
        and state <> 'closed') as "publicationsFaulty",
      (select (count(*) > 0 and not exists (select from supplier_bank_accounts where business_id = ${me}))::int
        from dropship_items where business_id = ${me} and active) as "bankMissing",
      (select count(*) from dropship_items d join stock s on s.id = d.stock_id
        where d.business_id = ${me} and d.active and least(d.quantity_cap, s.sellable) <= 0) as "offersEmpty",
      (select count(*) from questions q join marketplace_accounts a on a.id = q.account_id and a.removed_at is null
        where q.business_id = ${me} and q.state in ('waiting', 'refused')) as "questionsWaiting",
      talked.messages as "messagesWaiting", talked.claims as "claimsWaiting",
      ${parcels(sql`${lateAtBench(now)} and o.status in (${sql.join(statusesToShip.map((status) => sql.lit(status)))})`)} as "shipmentsLate",
      ${parcels(sql`o.status = 'waiting_approval' and o.approval_reason in ('manual-accept', 'stock-short', 'credit-limit')`)}
        as "shipmentsApproval",
      ${parcels(sql`o.status = 'picking' and o.picking_by = ${userId}`)} as "shipmentsMine",
      ${parcels(sql`o.status = 'waiting_collect'`)} as "shipmentsCollect",
      (select count(*) from (${ofSales(actor)}) as line) + (select count(*) from (${loose(actor)}) as line) as "putBacks",
      (select count(*) from supply_requests where business_id = ${me} and state = any(${ongoingStates}::text[])
        and ${goodsReach}) as "receiptsWaiting",
      (select count(distinct p.request_id) from reported_problems p join supply_requests r on r.id = p.request_id
        where p.business_id = ${me} and p.state = 'open' and ${requestReach}) as "problemsOpen",
      counted.open as "countsOpen", counted.approval as "countsApproval",
      (select count(*) from volumes where business_id = ${me} and zero_check_at is not null and ${goodsReach}) as "zeroChecks",
      json_build_object(
        'connectAccount', exists (select from marketplace_accounts where business_id = ${me} and removed_at is null),
        'createAdvertisement', exists (select from advertisement_components c join dropship_items d on d.id = c.dropship_item_id
          where c.business_id = ${me} and d.business_id <> ${me}),
        'publish', exists (select from publications where business_id = ${me}),
        'publishOwn', exists (select from publications where business_id = ${me} and supplier_id = ${me}),
        'publishOffered', exists (select from publications where business_id = ${me} and supplier_id <> ${me}),
        'firstSale', exists (select from orders where business_id = ${me}),
        'firstShipment', exists (select from orders where fulfiller_id = ${me}),
        'createProduct', exists (select from products p where p.business_id = ${me} and ${isOwn}),
        'haveStock', exists (select from volumes where business_id = ${me} and launched_at is not null)
          and exists (select from dropship_items p where p.business_id = ${me} and ${isOwnOffer}),
        'bankData', exists (select from supplier_bank_accounts where business_id = ${me})) as "isDone",
      (select max(p.id) from products p where p.business_id = ${me} and ${isNew} and ${isOwn} and not exists (select from dropship_items d
        where d.business_id = ${me} and d.product_id = p.id)) as unstocked,
      (select max(a.id) from advertisements a where a.business_id = ${me} and ${isNew} and not a.archived
        and not ${isExample('advertisement', sql`a.id`)}
        and not exists (select from publications p where p.advertisement_id = a.id)) as unpublished,
      (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'count', w.count)
          order by w.count desc, w.name), '[]')
        from waiting w where w.count > 0) as pending
    from due, counted, talked`.execute(tx.db);
  const [figures] = rows;
  if (!figures) throw new Error('a statement of aggregates answers one row');
  return figures;
}

export type DayFigures = {
  day: Day;
  sales: number;
  salesCentavos: number;
  packed: number;
  packedCentavos: number;
  packedByMe: number;
};

/** The days from `first` on, each with a row; a day is that of Sao Paulo. */
export async function readDays(
  tx: Tx,
  scope: DashboardScope,
  first: Day,
  start: Date,
): Promise<DayFigures[]> {
  const { businessId: me, userId, today, reach } = scope;
  const { rows } = await sql<DayFigures>`with
    sold as (select (o.purchased_at at time zone ${timeZone})::date as day, count(*) as sales,
        sum(o.total_centavos) as value
      from orders o where o.business_id = ${me} and o.purchased_at >= ${start} and o.status <> 'canceled' group by 1),
    packed as (select (o.packed_at at time zone ${timeZone})::date as day, count(*) as packed,
        count(*) filter (where o.packed_by = ${userId}) as mine
      from orders o where o.fulfiller_id = ${me} and o.packed_at >= ${start} and ${reach} group by 1),
    invoiced as (select day, sum(total_centavos) as value from dropinvoices
      where supplier_id = ${me} and day >= ${first}::date group by 1)
    select d.day::date as day, coalesce(sold.sales, 0)::int as sales, coalesce(sold.value, 0)::bigint as "salesCentavos",
      coalesce(packed.packed, 0)::int as packed, coalesce(packed.mine, 0)::int as "packedByMe",
      coalesce(invoiced.value, 0)::bigint as "packedCentavos"
    from generate_series(${first}::date, ${today}::date, interval '1 day') as d (day)
      left join sold on sold.day = d.day::date left join packed on packed.day = d.day::date
      left join invoiced on invoiced.day = d.day::date
    order by d.day`.execute(tx.db);
  return rows;
}
