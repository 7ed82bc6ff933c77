import { type RawBuilder, sql } from 'kysely';
import {
  type TagColour,
  type TagFields,
  tagColours,
  tagFilter,
  tagSorts,
  type WornTag,
} from '#contract/business/tag.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** Records that wear tags: the tables of the tags and of their links, and the link's column of the record. */
export type TagKind =
  | { tags: 'product_tags'; links: 'product_tag_links'; record: 'product_id' }
  | { tags: 'order_tags'; links: 'order_tag_links'; record: 'order_id' };

/** A tag, with the number of records that wear it. */
export type CountedTag = TagFields & { worn: number };

const spec = listSpec({
  fields: tagFilter,
  sortedBy: tagSorts,
  sql: { name: sql`t.name`, colour: sql`t.colour`, id: sql`t.id` },
  search: sql`fold(t.name)`,
  sorts: { name: sql`lower(t.name)`, id: sql`t.id` },
  required: ['name'],
  defaultSort: 'name',
  id: sql`t.id`,
});

const wornBy = (kind: TagKind) => sql<number>`(select count(*)::int from ${sql.table(kind.links)} l
  where l.business_id = t.business_id and l.tag_id = t.id)`;

function tagRows(tx: Tx, actor: Actor, kind: TagKind) {
  return tx.db
    .selectFrom(`${kind.tags} as t`)
    .where(sql<boolean>`t.business_id = ${actor.businessId}`)
    .select(['t.id', 't.name', 't.colour', 't.created_at', 't.version', wornBy(kind).as('worn')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof tagRows>['executeTakeFirstOrThrow']>>;

const shape = ({ created_at, ...row }: Row): CountedTag => ({ ...row, createdAt: created_at.toISOString() });

export async function listTags(
  tx: Tx,
  actor: Actor,
  kind: TagKind,
  query: ListQuery,
): Promise<Page<CountedTag>> {
  const found = await listPage(tx, tagRows(tx, actor, kind), spec, query);
  return { ...found, items: found.items.map(shape) };
}

export async function findTag(tx: Tx, actor: Actor, kind: TagKind, id: number): Promise<CountedTag | null> {
  const row = await tagRows(tx, actor, kind).where('t.id', '=', id).executeTakeFirst();
  return row ? shape(row) : null;
}

/** The first color among those that the fewest tags have. */
export async function leastUsedColour(tx: Tx, actor: Actor, kind: TagKind): Promise<TagColour> {
  const rows = await tx.db
    .selectFrom(kind.tags)
    .select(['colour', sql<number>`count(*)::int`.as('tags')])
    .where('business_id', '=', actor.businessId)
    .groupBy('colour')
    .execute();
  const used = new Map(rows.map((row) => [row.colour, row.tags]));
  const [first] = tagColours.toSorted((one, other) => (used.get(one) ?? 0) - (used.get(other) ?? 0));
  return first ?? 'gray';
}

/** The tags of the record with this business and id, by name. */
export const tagsOf = (kind: TagKind, business: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<WornTag[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) order by lower(t.name))
  from ${sql.table(kind.links)} l join ${sql.table(kind.tags)} t on t.id = l.tag_id and t.business_id = l.business_id
  where l.business_id = ${business} and l.${sql.ref(kind.record)} = ${id}), '[]')`;

/** The record wears one of these tags. */
export const wearsOneOf = (
  kind: TagKind,
  business: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  tags: readonly unknown[],
) => sql<boolean>`exists (select from ${sql.table(kind.links)} l where l.business_id = ${business}
  and l.${sql.ref(kind.record)} = ${id} and l.tag_id in (${sql.join(tags)}))`;
