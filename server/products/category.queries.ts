import { sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type CategoryRow, categoryFilter, categorySorts } from '#contract/products/category.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

const spec = listSpec({
  fields: categoryFilter,
  sortedBy: categorySorts,
  sql: {
    description: sql`c.description`,
    father: sql`c.parent_id`,
    top: { where: ([top]) => (top ? sql`c.parent_id is null` : sql`c.parent_id is not null`) },
    id: sql`c.id`,
  },
  search: sql`fold(c.description)`,
  sorts: { description: sql`c.description`, id: sql`c.id` },
  required: ['description'],
  defaultSort: 'description',
  changedAt: sql`c.updated_at`,
  id: sql`c.id`,
});

/** The names from the root to a category, as `Casa › Cozinha`. */
const path = sql<string>`(with recursive up (id, parent_id, description, height) as (
    select c.id, c.parent_id, c.description, 0
    union all
    select f.id, f.parent_id, f.description, up.height + 1 from categories f join up on f.id = up.parent_id
  ) select string_agg(description, ' › ' order by height desc) from up)`;

function categoryRows(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('categories as c')
    .leftJoin('categories as f', 'f.id', 'c.parent_id')
    .where('c.business_id', '=', actor.businessId)
    .select(['c.id', 'c.description', 'c.parent_id', 'f.description as father_name', 'c.version'])
    .select([
      path.as('path'),
      sql<number>`(select count(*)::int from categories k where k.business_id = c.business_id and k.parent_id = c.id)`.as(
        'children',
      ),
      sql<number>`(select count(*)::int from products p where p.business_id = c.business_id and p.category_id = c.id)`.as(
        'products',
      ),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof categoryRows>['executeTakeFirstOrThrow']>>;

function shape({ parent_id, father_name, ...row }: Row): CategoryRow {
  return { ...row, father: parent_id === null ? null : { id: parent_id, name: father_name ?? '' } };
}

export async function listCategories(
  tx: Tx,
  actor: Actor,
  query: ListQuery,
  fatherId?: number,
): Promise<Page<CategoryRow>> {
  const base = categoryRows(tx, actor);
  const found = await listPage(
    tx,
    fatherId === undefined ? base : base.where('c.parent_id', '=', fatherId),
    spec,
    query,
  );
  return { ...found, items: found.items.map(shape) };
}

export const findSelectedCategories = (tx: Tx, actor: Actor, selection: BulkSelection): Promise<number[]> =>
  findSelected(tx, categoryRows(tx, actor), spec, selection);

export async function findCategory(tx: Tx, actor: Actor, id: number): Promise<CategoryRow | null> {
  const row = await categoryRows(tx, actor).where('c.id', '=', id).executeTakeFirst();
  return row ? shape(row) : null;
}

/** Those whose name is taken: by a category under the new parent, or by one earlier in this list. */
export async function findTwins(tx: Tx, ids: readonly number[], father: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select c.id, exists (select from categories k where k.business_id = c.business_id and k.id <> all(${ids}::bigint[])
          and k.parent_id is not distinct from ${father}::bigint and lower(k.description) = lower(c.description)) as taken,
        row_number() over (partition by lower(c.description) order by c.id) as place
      from categories c where c.id = any(${ids}::bigint[])) as n
    where taken or place > 1`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** A category and its ancestors. */
export async function findAbove(tx: Tx, under: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive up (id, parent_id) as (
      select id, parent_id from categories where id = ${under}
      union
      select f.id, f.parent_id from categories f join up on f.id = up.parent_id
    ) select id from up`.execute(tx.db);
  return rows.map(({ id }) => id);
}
