import { sql } from 'kysely';
import { dropshipItemFilter } from '#contract/dropshipping/dropship-item.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { type ListSpec, listPage } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/scope.ts';
import { firstImage, offerName } from './offer-sql.ts';

const available = sql<number>`least(d.quantity_cap, s.sellable)`;

const spec: ListSpec = {
  fields: dropshipItemFilter,
  sql: {
    name: sql`${offerName}`,
    sku: sql`v.sku`,
    warehouse: sql`d.warehouse_id`,
    product: sql`d.product_id`,
    active: sql`d.active`,
    linked: sql`d.linked_only`,
    price: sql`d.price_centavos`,
    available,
  },
  search: sql`(p.search || ' ' || fold(v.name || ' ' || v.sku || ' ' || v.gtin))`,
  sorts: {
    name: sql`p.name`,
    price: sql`d.price_centavos`,
    available,
    cap: sql`d.quantity_cap`,
    updated: sql`d.updated_at`,
    created: sql`d.id`,
  },
  defaultSort: '-created',
  id: sql`d.id`,
};

function selectOffers(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('dropship_items as d')
    .innerJoin('product_variations as v', 'v.id', 'd.variation_id')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .innerJoin('warehouses as w', 'w.id', 'd.warehouse_id')
    .innerJoin('stock as s', 's.id', 'd.stock_id')
    .where('d.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`d.warehouse_id`))
    .select([
      'd.id',
      offerName.as('name'),
      'p.id as product_id',
      'p.name as product_name',
      'v.id as variation_id',
      'v.name as variation_name',
      'v.sku',
      'v.gtin',
      firstImage.as('image_id'),
      'w.id as warehouse_id',
      'w.name as warehouse_name',
      'd.stock_id as stockId',
      'd.quantity_cap as quantityCap',
      sql<number>`s.sellable`.as('sellable'),
      available.as('available'),
      'd.price_centavos',
      'v.cost_centavos',
      'd.active',
      'd.linked_only as linkedOnly',
      sql<number>`(select count(*)::int from publications_of_shelf(array[d.stock_id]))`.as('publications'),
      'd.created_at as createdAt',
      'd.updated_at as updatedAt',
      'd.version',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>;

function shape(row: Row, priced: boolean) {
  const { price_centavos, cost_centavos, image_id, ...rest } = row;
  return {
    ...rest,
    product: { id: row.product_id, name: row.product_name },
    variation: { id: row.variation_id, name: row.variation_name },
    warehouse: { id: row.warehouse_id, name: row.warehouse_name },
    image: image_id === null ? null : { id: image_id },
    ...(priced && { price: price_centavos, cost: cost_centavos }),
  };
}

/** A price filter or sort of those who may not read prices would tell them by and by. */
function withoutPrices(): ListSpec {
  const { price: _field, ...fields } = dropshipItemFilter;
  const { price: _sort, ...sorts } = spec.sorts;
  return { ...spec, fields, sorts };
}

export async function listOffers(tx: Tx, actor: Actor, query: ListQuery) {
  const priced = actorCan(actor, 'prices.read');
  const page = await listPage(tx, selectOffers(tx, actor), priced ? spec : withoutPrices(), query);
  return { ...page, items: page.items.map((row) => shape(row, priced)) };
}

export async function findOffer(tx: Tx, actor: Actor, id: number) {
  const row = await selectOffers(tx, actor).where('d.id', '=', id).executeTakeFirst();
  return row && shape(row, actorCan(actor, 'prices.read'));
}
