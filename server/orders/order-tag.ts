import { sql } from 'kysely';
import { type BulkOutcome, type BulkSelection, outcomeOf } from '#contract/bulk.ts';
import type { TagLinks } from '#contract/business/tag.ts';
import type { TagsChanged } from '#contract/orders/order.ts';
import type { OrderTagRow } from '#contract/orders/order-tag.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type CountedTag, listTags } from '#server/business/tags/tags.queries.ts';
import { checkTags, deleteLinks, insertLinks, type TagLink, writeTags } from '#server/business/tags/tags.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { findSelectedOrders } from './order-list.ts';
import { orderTags } from './order-tag-kind.ts';

export const shapeOrderTag = ({ worn, ...tag }: CountedTag): OrderTagRow => ({ ...tag, orders: worn });

export async function listOrderTags(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<OrderTagRow>> {
  const found = await listTags(tx, actor, orderTags, query);
  return { ...found, items: found.items.map(shapeOrderTag) };
}

/** Applies the same tags to many sales; each sale whose tags change has a line of its history. */
export async function tagOrders(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: BulkSelection & { change: { tags?: TagLinks | undefined } },
): Promise<BulkOutcome & { changed: TagsChanged[] }> {
  const { tags = {} } = change;
  await checkTags(tx, actor, orderTags, tags, ['change']);
  const found = await findSelectedOrders(tx, actor, selection);
  const { added, removed } = await writeTags(tx, actor, orderTags, found, tags, ['change']);
  const changed = changesOf(added, removed);
  await recordTags(tx, actor, changed);
  return { ...outcomeOf(selection.ids ?? found, found), changed };
}

/** The reverse of a bulk change. A tag that was removed from the business meanwhile does not come back. */
export async function untagOrders(tx: Tx, actor: Actor, rows: readonly TagsChanged[]): Promise<BulkOutcome> {
  const ids = rows.map(({ id }) => id);
  const found = new Set(await findSelectedOrders(tx, actor, { ids }));
  const own = rows.filter(({ id }) => found.has(id));
  const pairs = (of: 'addedIds' | 'removedIds') =>
    own.flatMap((row) => row[of].map((tag): TagLink => ({ record: row.id, tag })));
  const removed = await deleteLinks(tx, actor, orderTags, pairs('addedIds'));
  const added = await insertLinks(tx, actor, orderTags, pairs('removedIds'));
  await recordTags(tx, actor, changesOf(added, removed));
  return outcomeOf(ids, [...found]);
}

function changesOf(added: readonly TagLink[], removed: readonly TagLink[]): TagsChanged[] {
  const changes = new Map<number, TagsChanged>();
  const of = (record: number) => {
    const change = changes.get(record) ?? { id: record, addedIds: [], removedIds: [] };
    changes.set(record, change);
    return change;
  };
  for (const { record, tag } of added) of(record).addedIds.push(tag);
  for (const { record, tag } of removed) of(record).removedIds.push(tag);
  return [...changes.values()].toSorted((one, other) => one.id - other.id);
}

/** A line of the history that only the seller sees: it has no fulfiller. */
async function recordTags(tx: Tx, actor: Actor, changes: readonly TagsChanged[]): Promise<void> {
  tx.changed(actor.businessId, 'orders');
  if (changes.length === 0) return;
  const rows = await tx.db
    .selectFrom('order_tags')
    .select(['id', 'name'])
    .where('business_id', '=', actor.businessId)
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const namesOf = (tags: readonly number[]) => tags.flatMap((id) => names.get(id) ?? []);
  const lines = changes.map(({ id, addedIds, removedIds }) => ({
    order_id: id,
    detail: { added: namesOf(addedIds), removed: namesOf(removedIds) },
  }));
  await sql`insert into order_events (business_id, order_id, at, user_id, actor, kind, detail)
    select ${actor.businessId}, e.order_id, ${tx.now()}::timestamptz, ${actor.userId}, 'seller', 'tagged', e.detail
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as e (order_id bigint, detail jsonb)`.execute(
    tx.db,
  );
}
