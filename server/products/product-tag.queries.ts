import { sql } from 'kysely';
import type { ListQuery, Page } from '#contract/primitives.ts';
import {
  type ProductTagColour,
  type ProductTagRow,
  productTagColours,
  productTagFilter,
  productTagSorts,
  type WornTag,
} from '#contract/products/product-tag.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

const products = sql<number>`(select count(*)::int from product_tag_links l
  where l.business_id = t.business_id and l.tag_id = t.id)`;

const spec = listSpec({
  fields: productTagFilter,
  sortedBy: productTagSorts,
  sql: { name: sql`t.name`, colour: sql`t.colour`, id: sql`t.id` },
  search: sql`fold(t.name)`,
  sorts: { name: sql`lower(t.name)`, id: sql`t.id` },
  required: ['name'],
  defaultSort: 'name',
  id: sql`t.id`,
});

function tagRows(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('product_tags as t')
    .where('t.business_id', '=', actor.businessId)
    .select(['t.id', 't.name', 't.colour', 't.created_at', 't.version', products.as('products')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof tagRows>['executeTakeFirstOrThrow']>>;

const shape = ({ created_at, ...row }: Row): ProductTagRow => ({
  ...row,
  createdAt: created_at.toISOString(),
});

export async function listProductTags(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<ProductTagRow>> {
  const found = await listPage(tx, tagRows(tx, actor), spec, query);
  return { ...found, items: found.items.map(shape) };
}

export async function findProductTag(tx: Tx, actor: Actor, id: number): Promise<ProductTagRow | null> {
  const row = await tagRows(tx, actor).where('t.id', '=', id).executeTakeFirst();
  return row ? shape(row) : null;
}

/** The first color among those that the fewest tags have. */
export async function leastUsedColour(tx: Tx, actor: Actor): Promise<ProductTagColour> {
  const rows = await tx.db
    .selectFrom('product_tags')
    .select(['colour', sql<number>`count(*)::int`.as('tags')])
    .where('business_id', '=', actor.businessId)
    .groupBy('colour')
    .execute();
  const used = new Map(rows.map((row) => [row.colour, row.tags]));
  const [first] = productTagColours.toSorted((one, other) => (used.get(one) ?? 0) - (used.get(other) ?? 0));
  return first ?? 'gray';
}

/** The tags of product `p`, by name. */
export const tagsOfProduct = sql<WornTag[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) order by lower(t.name))
  from product_tag_links l join product_tags t on t.id = l.tag_id
  where l.business_id = p.business_id and l.product_id = p.id), '[]')`;
