import { sql } from 'kysely';
import { maxTags, maxWornTags, type TagBody, type TagChange, type TagLinks } from '#contract/business/tag.ts';
import { applyLinks, refuseTogether } from '#server/db/change-set.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type CountedTag, findTag, leastUsedColour, type TagKind } from './tags.queries.ts';

async function readTag(tx: Tx, actor: Actor, kind: TagKind, id: number): Promise<CountedTag> {
  return (await findTag(tx, actor, kind, id)) ?? fail('not_found');
}

export async function createTag(tx: Tx, actor: Actor, kind: TagKind, body: TagBody): Promise<CountedTag> {
  if ((await countTags(tx, actor, kind)) >= maxTags) invalidField('name', 'too_many');
  const { id } = await tx.db
    .insertInto(kind.tags)
    .values({
      business_id: actor.businessId,
      name: body.name,
      colour: body.colour ?? (await leastUsedColour(tx, actor, kind)),
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTwin(kind));
  return readTag(tx, actor, kind, id);
}

export async function updateTag(
  tx: Tx,
  actor: Actor,
  kind: TagKind,
  id: number,
  change: TagChange,
  version: number | undefined,
): Promise<CountedTag> {
  const before = await lockTag(tx, actor, kind, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  await tx.db
    .updateTable(kind.tags)
    .set({ ...change, version: before.version + 1 })
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .execute()
    .catch(refuseTwin(kind));
  return readTag(tx, actor, kind, id);
}

/** Takes the tag off all records and returns how many had it. */
export async function removeTag(tx: Tx, actor: Actor, kind: TagKind, id: number): Promise<number> {
  // A concurrent request that adds the tag waits for the lock and then finds no tag.
  await lockTag(tx, actor, kind, id);
  const worn = await tx.db
    .deleteFrom(kind.links)
    .where('business_id', '=', actor.businessId)
    .where('tag_id', '=', id)
    .executeTakeFirst();
  await tx.db
    .deleteFrom(kind.tags)
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .execute();
  return Number(worn.numDeletedRows);
}

async function countTags(tx: Tx, actor: Actor, kind: TagKind): Promise<number> {
  const { count } = await tx.db
    .selectFrom(kind.tags)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  return count;
}

async function wearsTooMany(tx: Tx, actor: Actor, kind: TagKind, ids: readonly number[]): Promise<boolean> {
  const record = sql.ref(kind.record);
  const { rows } = await sql`select from ${sql.table(kind.links)}
    where business_id = ${actor.businessId} and ${record} = any(${ids}::bigint[])
    group by ${record} having count(*) > ${maxWornTags} limit 1`.execute(tx.db);
  return rows.length > 0;
}

async function lockTag(tx: Tx, actor: Actor, kind: TagKind, id: number): Promise<{ version: number }> {
  const tag = await tx.db
    .selectFrom(kind.tags)
    .select('version')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return tag ?? fail('not_found');
}

/** Locks the tags that are added until the commit; they must be the business's own. `path` is the path of errors. */
export async function checkTags(
  tx: Tx,
  actor: Actor,
  kind: TagKind,
  links: TagLinks | undefined,
  path: readonly string[] = [],
): Promise<void> {
  if (!links?.add?.length) return;
  const own = await tx.db
    .selectFrom(kind.tags)
    .select('id')
    .where('business_id', '=', actor.businessId)
    .where('id', 'in', links.add)
    .forKeyShare()
    .execute();
  const known = new Set(own.map(({ id }) => id));
  refuseTogether([{ path, check: () => applyLinks('tags', links.add, { known, add: () => undefined }) }]);
}

/** A record and a tag that it got or lost. */
export type TagLink = { record: number; tag: number };

/**
 * Removes tags from the records, then adds tags to all of them; the tags were checked. A record has few tags. Returns
 * what changed: a tag that is removed and added again is in both lists.
 */
export async function writeTags(
  tx: Tx,
  actor: Actor,
  kind: TagKind,
  ids: readonly number[],
  { add = [], remove = [] }: TagLinks,
  path: readonly string[] = [],
): Promise<{ added: TagLink[]; removed: TagLink[] }> {
  const pairs = (tags: readonly number[]) =>
    ids.flatMap((record) => tags.map((tag): TagLink => ({ record, tag })));
  const removed = await deleteLinks(tx, actor, kind, pairs(remove.filter((tag) => !add.includes(tag))));
  const added = await insertLinks(tx, actor, kind, pairs(add));
  if (added.length > 0 && (await wearsTooMany(tx, actor, kind, ids)))
    invalidField([...path, 'tags'].join('.'), 'too_many');
  return { added, removed };
}

const columnsOf = (links: readonly TagLink[]) =>
  sql`unnest(${links.map(({ record }) => record)}::bigint[], ${links.map(({ tag }) => tag)}::bigint[])`;

/** Returns the links that existed. */
export async function deleteLinks(
  tx: Tx,
  actor: Actor,
  kind: TagKind,
  links: readonly TagLink[],
): Promise<TagLink[]> {
  if (links.length === 0) return [];
  const record = sql.ref(kind.record);
  const { rows } =
    await sql<TagLink>`delete from ${sql.table(kind.links)} l using ${columnsOf(links)} as w (record, tag)
    where l.business_id = ${actor.businessId} and l.${record} = w.record and l.tag_id = w.tag
    returning l.${record} as record, l.tag_id as tag`.execute(tx.db);
  return rows;
}

/** Returns the links that did not exist. A tag that was removed meanwhile is left out. */
export async function insertLinks(
  tx: Tx,
  actor: Actor,
  kind: TagKind,
  links: readonly TagLink[],
): Promise<TagLink[]> {
  if (links.length === 0) return [];
  const record = sql.ref(kind.record);
  const { rows } = await sql<TagLink>`insert into ${sql.table(kind.links)} (business_id, ${record}, tag_id)
    select t.business_id, w.record, w.tag from ${columnsOf(links)} as w (record, tag)
      join ${sql.table(kind.tags)} t on t.business_id = ${actor.businessId} and t.id = w.tag
    on conflict do nothing returning ${record} as record, tag_id as tag`.execute(tx.db);
  return rows;
}

/** Two tags with one name, ignoring case. */
const refuseTwin =
  (kind: TagKind) =>
  (error: unknown): never => {
    if (violatedConstraint(error) === `${kind.tags}_name`) invalidField('name', 'duplicate');
    throw error;
  };
