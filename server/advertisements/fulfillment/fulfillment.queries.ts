import { type SqlBool, sql } from 'kysely';
import {
  type FulfillmentStockRow,
  fulfillmentStockFilter,
  fulfillmentStockSorts,
} from '#contract/advertisements/fulfillment-stock.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { partQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';
import { viewCapabilities } from '#server/marketplaces/account-capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';

type Sold = { id: number; sold: number; first: Date; last: Date };

/** Units that the marketplace shipped of each stock in the last 30 days. */
const soldFromThere = sql<Sold>`(
  select v.fulfillment_stock_id as id, sum(l.quantity)::int as sold, min(o.purchased_at) as first,
    max(o.purchased_at) as last
  from orders o
    join order_lines l on l.business_id = o.business_id and l.order_id = o.id
    join publication_variations v on v.business_id = l.business_id and v.id = l.publication_variation_id
  where o.business_id = app_business() and o.purchased_at >= (select app_now() - interval '720 hours')
    and o.canceled_at is null and o.marketplace_fulfilled and v.fulfillment_stock_id is not null
  group by 1)`;

/**
 * Units a day, in thousandths: from the first of these sales until now, or until the last one if nothing is left, over at
 * least a week. Days before the first sale, or without stock after the last, would lower it.
 */
const dailySql = sql<number>`coalesce(round(1000.0 * s.sold / least(30, greatest(7, ceil(extract(epoch from
  case when f.sellable = 0 then s.last else app_now() end - s.first) / 86400)))), 0)::int`;

type Ad = {
  advertisement_id: number;
  advertisement_name: string;
  sku: string;
  ads: number;
  on_shelf: number;
};

/** The open ads that sell from the stock `f`: the first one, and how many units of it are on our shelf. */
const adsSql = sql<Ad>`(
  select p.advertisement_id, a.product as advertisement_name, v.sku, (count(*) over ())::int as ads,
    (select coalesce(min(${partQuantitySql}), 0)::int from publication_components c
      left join dropship_items d on d.id = c.dropship_item_id left join stock s on s.id = c.stock_id
      where c.publication_variation_id = v.id) as on_shelf
  from publication_variations v
    join publications p on p.business_id = v.business_id and p.id = v.publication_id and p.state <> 'closed'
    join advertisements a on a.id = p.advertisement_id
  where v.business_id = f.business_id and v.fulfillment_stock_id = f.id
  order by v.id limit 1)`;

type Pace = { daily: number; cover: number | null; proposed: number };

const thereSql = sql`(f.sellable + coalesce(f.in_transfer, 0))`;
const paceSql = sql<Pace>`(
  select t.daily, (${thereSql} * 1000 / nullif(t.daily, 0))::int as cover,
    greatest(0, ceil(t.daily * m.fulfillment_days / 1000.0)::int - ${thereSql}) as proposed
  from (select ${dailySql} as daily) t)`;

const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('fulfillment_stocks as f')
    .innerJoin('marketplace_accounts as m', (join) =>
      join.onRef('m.business_id', '=', 'f.business_id').onRef('m.id', '=', 'f.account_id'),
    )
    .leftJoin(soldFromThere.as('s'), (join) => join.onRef('s.id', '=', 'f.id'))
    .innerJoinLateral(paceSql.as('w'), (join) => join.onTrue())
    .innerJoinLateral(adsSql.as('o'), (join) => join.onTrue())
    .selectAll('f')
    .select(['m.name as account_name', 'm.marketplace', 'm.tags', 'm.fulfillment_days', 's.sold'])
    .select(['w.daily', 'w.cover', 'w.proposed'])
    .select(['o.advertisement_id', 'o.advertisement_name', 'o.sku', 'o.ads', 'o.on_shelf'])
    .where('f.business_id', '=', sql<number>`app_business()`)
    .where('m.removed_at', 'is', null);

const spec = listSpec({
  fields: fulfillmentStockFilter,
  sortedBy: fulfillmentStockSorts,
  sql: {
    name: sql`f.name`,
    sku: sql`o.sku`,
    account: sql`f.account_id`,
    product: {
      where: (values) => sql<SqlBool>`exists (select from publication_variations v
        join publication_components c on c.publication_variation_id = v.id
        join dropship_items d on d.id = c.dropship_item_id
        where v.business_id = f.business_id and v.fulfillment_stock_id = f.id
          and d.product_id in (${sql.join(values)}))`,
    },
    due: sql`(w.proposed > 0)`,
    unsellable: sql`(coalesce(f.unsellable, 0) > 0)`,
  },
  search: sql`fold(f.name || ' ' || o.sku || ' ' || f.remote_id)`,
  sorts: {
    cover: sql`w.cover`,
    name: sql`f.name`,
    sellable: sql`f.sellable`,
    sold: sql`coalesce(s.sold, 0)`,
    proposed: sql`w.proposed`,
  },
  required: ['name', 'sellable', 'sold', 'proposed'],
  defaultSort: 'cover',
  id: sql`f.id`,
});

export const listFulfillmentRows = (tx: Tx, query: ListQuery) => listPage(tx, baseQuery, spec, query);
export type FulfillmentRow = Awaited<ReturnType<typeof listFulfillmentRows>>['items'][number];

export async function listFulfillmentStocks(
  tx: Tx,
  outside: Outside,
  query: ListQuery,
): Promise<Page<FulfillmentStockRow>> {
  const found = await listFulfillmentRows(tx, query);
  return { ...found, items: found.items.map((row) => viewRow(row, outside)) };
}

const viewRow = (row: FulfillmentRow, outside: Outside): FulfillmentStockRow => ({
  id: row.id,
  name: row.name,
  sku: row.sku,
  account: { id: row.account_id, name: row.account_name, capabilities: viewCapabilities(outside, row) },
  advertisement: { id: row.advertisement_id, name: row.advertisement_name },
  ads: row.ads,
  sellable: row.sellable,
  unsellable: row.unsellable,
  inTransfer: row.in_transfer,
  readAt: row.read_at.toISOString(),
  sold: row.sold ?? 0,
  dailyMilli: row.daily,
  coverDays: row.cover,
  targetDays: row.fulfillment_days,
  proposed: row.proposed,
  onShelf: row.on_shelf,
});
