import { type SqlBool, sql } from 'kysely';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage } from '#server/db/list.ts';
import { filterOf } from '#server/db/list-filter.ts';
import { orderOf } from '#server/db/list-order.ts';
import type { Tx } from '#server/db/transaction.ts';
import { catalogueSpec, selectCatalogue, shapeOffer } from './catalogue.queries.ts';

/**
 * The catalogue by product and warehouse. A group is sorted by the first of its matching offers, so that a page is read
 * in index order and has a fixed number of rows; then the offers of its groups are read at once.
 */
export async function listCatalogueProducts(tx: Tx, query: ListQuery) {
  const { sort, descending } = orderOf(catalogueSpec, query.sort ?? catalogueSpec.defaultSort);
  const { conditions } = await filterOf(tx, catalogueSpec, query.query);
  const found = conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
  const before = descending ? sql`>` : sql`<`;
  // In the inner query the aliases refer to the other offer, so that the same filter applies to it.
  const isFirst = sql<SqlBool>`not exists (select from dropship_items d
      join product_variations v on v.id = d.variation_id join products p on p.id = d.product_id
      join stock s on s.id = d.stock_id left join categories c on c.id = p.category_id
    where d.active and d.product_id = g.product_id and d.warehouse_id = g.warehouse_id and ${found}
      and (${sort}, d.id) ${before} (g.sort, g.id))`;
  const firsts = selectCatalogue(tx)
    .innerJoinLateral(
      tx.db
        .selectNoFrom([
          sql<number>`d.id`.as('id'),
          sql<number>`d.product_id`.as('product_id'),
          sql<number>`d.warehouse_id`.as('warehouse_id'),
          sort.as('sort'),
        ])
        .as('g'),
      (join) => join.onTrue(),
    )
    .where(isFirst);
  const page = await listPage(tx, firsts, catalogueSpec, query);
  const products = page.items.map((row) => row.product_id);
  const warehouses = page.items.map((row) => row.warehouseId);
  const offers = await selectCatalogue(tx)
    .where(
      sql<SqlBool>`(d.product_id, d.warehouse_id) in (select * from unnest(${products}::bigint[], ${warehouses}::bigint[]))`,
    )
    .where(sql<SqlBool>`${found}`)
    .orderBy('v.id')
    .execute();
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      product: { id: row.product_id, name: row.product_name },
      offers: offers
        .filter((offer) => offer.product_id === row.product_id && offer.warehouseId === row.warehouseId)
        .map(shapeOffer),
    })),
  };
}
