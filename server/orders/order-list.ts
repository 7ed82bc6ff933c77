import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import { leaveOut, textsIn } from '#contract/filter.ts';
import { type OrderListRow, orderFilter, orderSorts } from '#contract/orders/order.ts';
import { isLate, orderStatuses } from '#contract/orders/order-states.ts';
import { resultOf, type SaleMoneyFacts } from '#contract/orders/sale-result.ts';
import { type ListQuery, mostCounted, type Page } from '#contract/primitives.ts';
import { salesTaxRate } from '#server/business/sales-tax.ts';
import { wearsOneOf } from '#server/business/tags/tags.queries.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { filterOf } from '#server/db/list-filter.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { lateAt } from '#server/marketplaces/late.ts';
import { findByInvoices } from './documents/find-by-invoices.ts';
import { fieldsOf, listedColumns } from './order-fields.ts';
import { findByTags, orderTags, tagsOfOrder } from './order-tag-kind.ts';
import { findByDocuments } from './sale/buyer-document.ts';

const open = sql<boolean>`o.status not in ('canceled', 'complete')`;

/**
 * Words are searched in numbers (also the sale's own and its invoice's), buyer, tracking code, titles, SKUs and names of
 * tags; `late` is a status on screens.
 */
const orderList = (tx: Tx, found: ReadonlyMap<string, readonly number[]>) =>
  listSpec({
    fields: orderFilter,
    sortedBy: orderSorts,
    sql: {
      status: {
        where: (values) => {
          const stored = values.filter((value) => value !== 'late');
          const parts = [
            ...(stored.length > 0 ? [sql`o.status in (${sql.join(stored)})`] : []),
            ...(values.includes('late') ? [lateAt(tx.now())] : []),
          ];
          return sql`${sql.join(parts, sql` or `)}`;
        },
      },
      reason: sql`o.approval_reason`,
      late: { where: ([wanted]) => (wanted ? sql`${lateAt(tx.now())}` : sql`not ${lateAt(tx.now())}`) },
      linked: sql`o.linked`,
      refused: { where: ([wanted]) => sql`(o.refused_at is not null and ${open}) = ${wanted}` },
      changed: { where: ([wanted]) => sql`(o.changed_lines is not null) = ${wanted}` },
      document: sql`o.document`,
      marketplace: sql`coalesce(o.marketplace, 'manual')`,
      account: sql`o.account_id`,
      supplier: sql`o.fulfiller_id`,
      warehouse: sql`o.warehouse_id`,
      purchased: sql`o.purchased_at`,
      total: sql`o.total_centavos`,
      buyer: sql`o.buyer_name`,
      buyerDocument: {
        where: (values) =>
          sql`o.id = any(${values.flatMap((value) => found.get(String(value)) ?? [])}::bigint[])`,
      },
      number: sql`coalesce(o.remote_order_id, '') || ' ' || coalesce(o.pack_id, '') || ' ' || o.store_number`,
      tracking: sql`o.tracking_code`,
      tag: { where: (ids) => wearsOneOf(orderTags, sql`o.business_id`, sql`o.id`, ids) },
    },
    search: sql`o.search`,
    matches: {
      list: 'sales',
      ids: sql`o.id`,
      fields: ['buyer', 'number', 'tracking'],
      numbered: true,
      found,
    },
    sorts: {
      purchased: sql`o.purchased_at`,
      limit: sql`o.dispatch_limit`,
      total: sql`o.total_centavos`,
      buyer: sql`o.buyer_name`,
      id: sql`o.id`,
    },
    required: ['purchased', 'total', 'buyer'],
    defaultSort: '-purchased',
    changedAt: sql`o.updated_at`,
    id: sql`o.id`,
  });

/**
 * Tags, invoices and documents are looked up before. A buyer's document is compared by its digest, only for readers who
 * may see documents.
 */
async function orderListFor(tx: Tx, actor: Actor, query: string | undefined) {
  const words = textsIn(query, orderFilter, 'buyerDocument');
  const found = await findByTags(tx, words);
  const others = [
    await findByInvoices(tx, words),
    ...(actorCan(actor, 'buyer-documents.read') ? [await findByDocuments(tx, words)] : []),
  ];
  for (const more of others)
    for (const [word, ids] of more) found.set(word, [...(found.get(word) ?? []), ...ids]);
  return orderList(tx, found);
}

const shown = [
  ...Object.values(listedColumns).map((column) => `o.${column}` as const),
  'o.promised_at',
  'o.account_id',
  'o.fulfiller_id',
  'o.warehouse_id',
  'o.changed_at',
  'o.total_centavos',
  'o.freight_centavos',
  'o.seller_discount_centavos',
  'o.discount_centavos',
  'o.freight_charged_centavos',
  'o.processing_fee_centavos',
  'o.taxes_withheld_centavos',
  'o.refunded_centavos',
  'o.adjustment_centavos',
  'o.payout_centavos',
  'o.paid_centavos',
  'o.units',
  'o.fee_centavos',
  'o.cost_centavos',
  'o.invoice_file_id',
] as const;

/** Name and variation of a line, alias l. */
const soldAs = sql`l.title || case when l.variation = '' then '' else ' (' || l.variation || ')' end`;

/** The lines of a row. */
const itemsOf = sql<string>`(
  select coalesce(string_agg(l.quantity || ' × ' || ${soldAs}, ', ' order by l.id) filter (where l.quantity > 0), '')
  from order_lines l where l.order_id = o.id)`;

/** At a rate in basis points, of what the buyer pays to the seller, less refunds; rounded to the nearest centavo. */
const salesTaxAt = (
  rate: RawBuilder<unknown>,
) => sql<number>`case when o.status = 'canceled' then 0 else coalesce(
  (greatest(o.total_centavos + coalesce(o.freight_charged_centavos, 0) - coalesce(o.refunded_centavos, 0), 0)
    * ${rate} + 5000) / 10000, 0) end`;
const salesTaxRateOf = salesTaxRate(sql`o.business_id`, sql`o.purchased_at`);
const salesTaxOf = salesTaxAt(salesTaxRateOf);

export type Reach = Pick<Actor, 'warehouseIds'> & { sells: boolean };
export const reachOf = (actor: Actor): Reach => ({
  warehouseIds: actor.warehouseIds,
  sells: actorCan(actor, 'orders.create'),
});
export const reachesAll = ({ warehouseIds, sells }: Reach): boolean => sells && warehouseIds === null;

/** Sales of this seller within the actor's reach: floor roles see those that leave from their own warehouses. */
export function orderBase(tx: { db: Kysely<DB> }, actor: Reach) {
  return tx.db
    .selectFrom('orders as o')
    .leftJoin('businesses as f', 'f.id', 'o.fulfiller_id')
    .leftJoin('warehouses as w', 'w.id', 'o.warehouse_id')
    .leftJoin('marketplace_accounts as a', 'a.id', 'o.account_id')
    .select(['f.name as fulfiller_name', 'w.name as warehouse_name', 'a.name as account_name'])
    .select(shown)
    .select([itemsOf.as('items'), salesTaxOf.as('sales_tax'), tagsOfOrder.as('tags')])
    .where('o.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`o.warehouse_id`))
    .$if(!actor.sells, (query) => query.where('o.fulfiller_id', '=', ownBusiness));
}

export type OrderListed = Awaited<ReturnType<ReturnType<typeof orderBase>['executeTakeFirstOrThrow']>>;

export function shapeOrder(tx: Tx, actor: Actor, row: OrderListed): OrderListRow {
  const { status, dispatch_limit: dispatchLimit, promised_at: promisedAt } = row;
  return {
    ...fieldsOf(row, listedColumns),
    late: isLate({ status, dispatchLimit, promisedAt }, tx.now()),
    account: row.account_id === null ? null : { id: row.account_id, name: row.account_name ?? '' },
    items: row.items,
    units: row.units,
    supplier: row.fulfiller_id === null ? null : { id: row.fulfiller_id, name: row.fulfiller_name ?? '' },
    warehouse: row.warehouse_name === null ? null : { id: row.warehouse_id ?? 0, name: row.warehouse_name },
    changed: row.changed_at !== null,
    tags: row.tags,
    ...(actorCan(actor, 'prices.read') && {
      money: moneyOf(row),
    }),
  };
}

/** The known amounts of a sale. */
export function moneyFactsOf(row: OrderListed): SaleMoneyFacts {
  return {
    total: row.total_centavos,
    sellerDiscount: row.seller_discount_centavos,
    marketplaceDiscount: row.discount_centavos,
    freightCharged: row.freight_charged_centavos,
    fee: row.fee_centavos,
    processingFee: row.processing_fee_centavos,
    freight: row.freight_centavos ?? (row.account_id === null ? 0 : null),
    taxes: row.taxes_withheld_centavos,
    refund: row.refunded_centavos,
    adjustment: row.adjustment_centavos,
    payout: row.paid_centavos ?? row.payout_centavos,
    cost: row.linked ? row.cost_centavos : null,
    salesTax: row.sales_tax,
  };
}

/** The same facts in SQL, of the row `o`; the rate is looked up for one sale, or joined for many. */
export const moneyFactsAt = (rate: RawBuilder<unknown>) =>
  ({
    total: sql`o.total_centavos`,
    sellerDiscount: sql`o.seller_discount_centavos`,
    marketplaceDiscount: sql`o.discount_centavos`,
    freightCharged: sql`o.freight_charged_centavos`,
    fee: sql`o.fee_centavos`,
    processingFee: sql`o.processing_fee_centavos`,
    freight: sql`coalesce(o.freight_centavos, case when o.account_id is null then 0 end)`,
    taxes: sql`o.taxes_withheld_centavos`,
    refund: sql`o.refunded_centavos`,
    adjustment: sql`o.adjustment_centavos`,
    payout: sql`coalesce(o.paid_centavos, o.payout_centavos)`,
    cost: sql`case when o.linked then o.cost_centavos end`,
    salesTax: salesTaxAt(rate),
  }) as const satisfies Record<keyof SaleMoneyFacts, RawBuilder<unknown>>;
const moneyFacts = moneyFactsAt(salesTaxRateOf);
export const factNames = Object.keys(moneyFacts) as (keyof SaleMoneyFacts)[];

const expectedFacts = { ...moneyFacts, payout: sql`o.payout_centavos` };
/**
 * The facts of the row `o` before its payout was checked, as reported by the marketplace; `readMoneyFacts` takes them out
 * of a row.
 */
export const expectedMoneyColumns = columnsOf(expectedFacts);
/** The same without the tax of the seller, which needs a lookup for each sale and does not change its payout. */
export const expectedPayoutColumns = columnsOf({ ...expectedFacts, salesTax: sql`0` });

function columnsOf(facts: Record<keyof SaleMoneyFacts, RawBuilder<unknown>>) {
  return sql.join(factNames.map((name) => sql`${facts[name]} as ${sql.ref(name)}`));
}

export const readMoneyFacts = (row: SaleMoneyFacts): SaleMoneyFacts =>
  Object.fromEntries(factNames.map((name) => [name, row[name]])) as SaleMoneyFacts;

/** The same with the result. */
function moneyOf(row: OrderListed) {
  const facts = moneyFactsOf(row);
  const { parts, payout, profit, atMost } = resultOf(facts);
  const { total, fee, cost, salesTax } = facts;
  return { total, fee, freight: row.freight_centavos, cost, salesTax, parts, payout, margin: profit, atMost };
}

const allSales = (tx: Tx) => orderBase(tx, { warehouseIds: null, sells: true });

export async function listOrders(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<OrderListRow>> {
  const reach = reachOf(actor);
  const base = reachesAll(reach) ? allSales : orderBase(tx, reach);
  const found = await listPage(tx, base, await orderListFor(tx, actor, query.query), query);
  return { ...found, items: found.items.map((row) => shapeOrder(tx, actor, row)) };
}

export async function findSelectedOrders(tx: Tx, actor: Actor, selection: BulkSelection): Promise<number[]> {
  const spec = await orderListFor(tx, actor, selection.query);
  return findSelected(tx, orderBase(tx, reachOf(actor)), spec, selection);
}

/** Filters that the tabs replace: a tab counts what its list shows once it is chosen. */
const ofTabs = ['status'];
const ofLinks = [...ofTabs, 'linked', 'refused'];

export async function countOrders(tx: Tx, actor: Actor, query: string | undefined) {
  const spec = await orderListFor(tx, actor, query);
  const base = orderBase(tx, reachOf(actor)).clearSelect().select(sql`1`.as('one')).limit(mostCounted);
  const without = async (fields: readonly string[]) => {
    const { conditions } = await filterOf(tx, spec, leaveOut(query ?? '', fields).text);
    return conditions.length > 0 ? base.where((where) => where.and(conditions)) : base;
  };
  const visible = await without(ofTabs);
  const visibleToLinks = await without(ofLinks);
  const count = async (query: typeof visible) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${query}) as counted`.execute(
      tx.db,
    );
    return rows[0]?.n ?? 0;
  };
  const statuses = [];
  for (const status of orderStatuses)
    statuses.push({ status, count: await count(visible.where('o.status', '=', status)) });
  return {
    statuses,
    late: await count(visible.where(lateAt(tx.now()))),
    unlinked: await count(
      visibleToLinks
        .where('o.linked', '=', false)
        .where('o.status', 'in', ['waiting_payment', 'waiting_separation']),
    ),
    refused: await count(visibleToLinks.where('o.refused_at', 'is not', null).where(open)),
  };
}
