import { sql } from 'kysely';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type PaidPrice, priceFilter, priceSorts } from '#contract/supply/purchasing.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';

const spec = listSpec({
  fields: priceFilter,
  sortedBy: priceSorts,
  sql: { variation: sql`p.variation_id`, supplier: sql`p.supplier_id`, sku: sql`v.sku`, at: sql`p.at` },
  search: sql`fold(v.sku || ' ' || o.name || ' ' || s.name)`,
  sorts: { at: sql`p.id`, price: sql`p.price_centavos` },
  required: ['at', 'price'],
  defaultSort: '-at',
  id: sql`p.id`,
});

export async function listPrices(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<PaidPrice>> {
  const base = tx.db
    .selectFrom('paid_prices as p')
    .innerJoin('product_variations as v', 'v.id', 'p.variation_id')
    .innerJoin('products as o', 'o.id', 'v.product_id')
    .innerJoin('suppliers as s', 's.id', 'p.supplier_id')
    .innerJoin('supply_requests as r', 'r.id', 'p.request_id')
    .select([
      'p.id',
      'p.at',
      'p.quantity',
      'p.price_centavos',
      'p.total_centavos',
      'v.id as variation_id',
      'v.name as variation_name',
      'v.sku',
      'o.id as product_id',
      'o.name as product_name',
      's.id as supplier_id',
      's.name as supplier_name',
      'r.id as request_id',
      'r.number as request_number',
    ]);
  const page = await listPage(tx, base, spec, query);
  const priced = actorCan(actor, 'prices.read');
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      variation: { id: row.variation_id, name: row.variation_name },
      product: { id: row.product_id, name: row.product_name },
      sku: row.sku,
      supplier: { id: row.supplier_id, name: row.supplier_name },
      request: { id: row.request_id, number: row.request_number },
      ...(priced && {
        quantity: row.quantity,
        priceCentavos: row.price_centavos,
        totalCentavos: row.total_centavos,
      }),
    })),
  };
}
