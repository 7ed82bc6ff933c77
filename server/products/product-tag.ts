import { sql } from 'kysely';
import {
  maxProductTags,
  maxWornTags,
  type ProductTagBody,
  type ProductTagChange,
  type ProductTagRow,
  type TagLinks,
} from '#contract/products/product-tag.ts';
import { applyLinks, refuseTogether } from '#server/db/change-set.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findProductTag, leastUsedColour } from './product-tag.queries.ts';

async function readProductTag(tx: Tx, actor: Actor, id: number): Promise<ProductTagRow> {
  return (await findProductTag(tx, actor, id)) ?? fail('not_found');
}

export async function createProductTag(tx: Tx, actor: Actor, body: ProductTagBody): Promise<ProductTagRow> {
  if ((await countTags(tx, actor)) >= maxProductTags) invalidField('name', 'too_many');
  const { id } = await tx.db
    .insertInto('product_tags')
    .values({
      business_id: actor.businessId,
      name: body.name,
      colour: body.colour ?? (await leastUsedColour(tx, actor)),
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTwin);
  return readProductTag(tx, actor, id);
}

export async function updateProductTag(
  tx: Tx,
  actor: Actor,
  id: number,
  change: ProductTagChange,
  version: number | undefined,
): Promise<ProductTagRow> {
  const before = await lockTag(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  await tx.db
    .updateTable('product_tags')
    .set({ ...change, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
    .catch(refuseTwin);
  return readProductTag(tx, actor, id);
}

/** Takes the tag off all products and returns how many had it. */
export async function removeProductTag(tx: Tx, actor: Actor, id: number): Promise<{ products: number }> {
  // A concurrent request that adds the tag waits for the lock and then finds no tag.
  await lockTag(tx, actor, id);
  const worn = await tx.db
    .deleteFrom('product_tag_links')
    .where('business_id', '=', actor.businessId)
    .where('tag_id', '=', id)
    .executeTakeFirst();
  await tx.db.deleteFrom('product_tags').where('id', '=', id).execute();
  return { products: Number(worn.numDeletedRows) };
}

async function countTags(tx: Tx, actor: Actor): Promise<number> {
  const { count } = await tx.db
    .selectFrom('product_tags')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  return count;
}

async function wearsTooMany(tx: Tx, actor: Actor, productIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select from product_tag_links
    where business_id = ${actor.businessId} and product_id = any(${productIds}::bigint[])
    group by product_id having count(*) > ${maxWornTags} limit 1`.execute(tx.db);
  return rows.length > 0;
}

async function lockTag(tx: Tx, actor: Actor, id: number): Promise<{ version: number }> {
  const tag = await tx.db
    .selectFrom('product_tags')
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
  links: TagLinks | undefined,
  path: readonly string[] = [],
): Promise<void> {
  if (!links?.add?.length) return;
  const own = await tx.db
    .selectFrom('product_tags')
    .select('id')
    .where('business_id', '=', actor.businessId)
    .where('id', 'in', links.add)
    .forKeyShare()
    .execute();
  const known = new Set(own.map(({ id }) => id));
  refuseTogether([{ path, check: () => applyLinks('tags', links.add, { known, add: () => undefined }) }]);
}

/** Removes tags from the products, then adds tags to all of them; the tags were checked. A product has few tags. */
export async function writeTags(
  tx: Tx,
  actor: Actor,
  productIds: readonly number[],
  { add = [], remove = [] }: TagLinks,
  path: readonly string[] = [],
): Promise<void> {
  if (remove.length > 0)
    await tx.db
      .deleteFrom('product_tag_links')
      .where('business_id', '=', actor.businessId)
      .where(sql<boolean>`product_id = any(${productIds}::bigint[])`)
      .where('tag_id', 'in', remove)
      .execute();
  if (add.length > 0)
    await sql`insert into product_tag_links (business_id, product_id, tag_id)
      select ${actor.businessId}, product, tag
      from unnest(${productIds}::bigint[]) product cross join unnest(${add}::bigint[]) tag
      on conflict do nothing`.execute(tx.db);
  if (add.length > 0 && (await wearsTooMany(tx, actor, productIds)))
    invalidField([...path, 'tags'].join('.'), 'too_many');
}

/** Two tags with one name, ignoring case. */
function refuseTwin(error: unknown): never {
  if (violatedConstraint(error) === 'product_tags_name') invalidField('name', 'duplicate');
  throw error;
}
