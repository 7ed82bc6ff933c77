import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { CategoryBody, CategoryBulk, CategoryChange, CategoryRow } from '#contract/products/category.ts';
import { databaseCode, type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import {
  findAbove,
  findCategory,
  findSelectedCategories,
  findTwins,
  listCategories,
} from './category.queries.ts';

export async function readCategory(tx: Tx, actor: Actor, id: number): Promise<CategoryRow> {
  return (await findCategory(tx, actor, id)) ?? fail('not_found');
}

export async function listChildren(
  tx: Tx,
  actor: Actor,
  id: number,
  query: ListQuery,
): Promise<Page<CategoryRow>> {
  await readCategory(tx, actor, id);
  return listCategories(tx, actor, query, id);
}

/** Serializes changes of a business's tree: two valid moves together may form a cycle. */
async function lockTree(tx: Tx, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`categories ${actor.businessId}`}, 0))`.execute(
    tx.db,
  );
}

async function checkFather(
  tx: Tx,
  actor: Actor,
  father: number | null | undefined,
  field = 'father',
): Promise<void> {
  if (typeof father !== 'number') return;
  const found = await tx.db
    .selectFrom('categories')
    .select('id')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', father)
    .executeTakeFirst();
  if (!found) invalidField(field, 'not_found');
}

export async function createCategory(tx: Tx, actor: Actor, body: CategoryBody): Promise<CategoryRow> {
  await lockTree(tx, actor);
  await checkFather(tx, actor, body.father);
  const { id } = await tx.db
    .insertInto('categories')
    .values({
      business_id: actor.businessId,
      parent_id: body.father ?? null,
      description: body.description,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTwin);
  return readCategory(tx, actor, id);
}

export async function updateCategory(
  tx: Tx,
  actor: Actor,
  id: number,
  change: CategoryChange,
  version: number | undefined,
): Promise<CategoryRow> {
  await lockTree(tx, actor);
  const before = await readCategory(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  await checkFather(tx, actor, change.father);
  if (typeof change.father === 'number' && (await findAbove(tx, change.father)).includes(id))
    fail('category_cycle', { fields: { father: 'category_cycle' } });
  await tx.db
    .updateTable('categories')
    .set({
      ...(change.description !== undefined && { description: change.description }),
      ...(change.father !== undefined && { parent_id: change.father }),
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute()
    .catch(refuseTwin);
  return readCategory(tx, actor, id);
}

/** Moves many categories under one parent or to the root; one that contains the parent, or whose name is taken, stays. */
export async function moveCategories(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: CategoryBulk,
): Promise<BulkOutcome> {
  await lockTree(tx, actor);
  const father = change.father ?? null;
  await checkFather(tx, actor, father, 'change.father');
  const found = await findSelectedCategories(tx, actor, selection);
  const above = new Set(father === null ? [] : await findAbove(tx, father));
  const movable = found.filter((id) => !above.has(id));
  const twins = new Set(await findTwins(tx, movable, father));
  const moved = await tx.db
    .updateTable('categories')
    .set({ parent_id: father, version: sql`version + 1` })
    .where('business_id', '=', actor.businessId)
    .where(sql<boolean>`id = any(${movable.filter((id) => !twins.has(id))}::bigint[])`)
    .returning('id')
    .execute();
  return outcomeOf(
    selection.ids ?? found,
    moved.map(({ id }) => id),
    [
      ...found.filter((id) => above.has(id)).map((id) => ({ id, code: 'category_cycle' as const })),
      ...[...twins].map((id) => ({ id, code: 'category_exists' as const })),
    ],
  );
}

export async function removeCategory(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockTree(tx, actor);
  const removed = await tx.db
    .deleteFrom('categories')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (databaseCode(error) === '23503') fail('category_in_use');
      throw error;
    });
  if (removed.numDeletedRows === 0n) fail('not_found');
}

/** Two categories with one name under one parent. */
function refuseTwin(error: unknown): never {
  if (violatedConstraint(error) === 'categories_description') invalidField('description', 'duplicate');
  throw error;
}
