import { sql } from 'kysely';
import {
  maxSavedViews,
  type SavedView,
  type SavedViewBody,
  type SavedViewChange,
  type ViewedList,
} from '#contract/business/saved-view.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';

/** Views that the reader may see: their own and everybody's. */
function visibleViews(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('saved_views as v')
    .leftJoin('users as u', 'u.id', 'v.created_by')
    .where('v.business_id', '=', actor.businessId)
    .where((where) => where.or([where('v.user_id', 'is', null), where('v.user_id', '=', actor.userId)]))
    .selectAll('v')
    .select('u.name as maker');
}

type Row = Awaited<ReturnType<ReturnType<typeof visibleViews>['executeTakeFirstOrThrow']>>;

const shape = (row: Row): SavedView => ({
  id: row.id,
  list: row.list as ViewedList,
  name: row.name,
  query: row.query,
  sort: row.sort,
  hidden: row.hidden,
  shared: row.user_id === null,
  isDefault: row.is_default,
  createdBy: { id: row.created_by, name: row.maker ?? `#${row.created_by}` },
  version: row.version,
});

export async function listSavedViews(tx: Tx, actor: Actor): Promise<{ items: SavedView[] }> {
  const rows = await visibleViews(tx, actor).orderBy(sql`lower(v.name)`).orderBy('v.id').execute();
  return { items: rows.map(shape) };
}

async function readSavedView(tx: Tx, actor: Actor, id: number): Promise<SavedView> {
  const row = await visibleViews(tx, actor).where('v.id', '=', id).executeTakeFirst();
  return row ? shape(row) : fail('not_found');
}

export async function createSavedView(
  tx: Tx,
  actor: Actor,
  { shared = false, isDefault = false, ...body }: SavedViewBody,
): Promise<SavedView> {
  if (shared) requireShare(actor);
  const owner = shared ? null : actor.userId;
  if ((await countViews(tx, actor, owner)) >= maxSavedViews) invalidField('name', 'too_many');
  if (isDefault) await clearDefault(tx, actor, owner, body.list);
  const { id } = await tx.db
    .insertInto('saved_views')
    .values({
      ...body,
      business_id: actor.businessId,
      user_id: owner,
      is_default: isDefault,
      created_by: actor.userId,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTwin);
  return readSavedView(tx, actor, id);
}

export async function updateSavedView(
  tx: Tx,
  actor: Actor,
  id: number,
  { isDefault, ...change }: SavedViewChange,
  version: number | undefined,
): Promise<SavedView> {
  const view = await lockView(tx, actor, id);
  if (version !== undefined && version !== view.version)
    fail('stale_version', { facts: { version: view.version } });
  if (isDefault) await clearDefault(tx, actor, view.user_id, view.list);
  await tx.db
    .updateTable('saved_views')
    .set({ ...change, ...(isDefault !== undefined && { is_default: isDefault }), version: view.version + 1 })
    .where('id', '=', id)
    .execute()
    .catch(refuseTwin);
  return readSavedView(tx, actor, id);
}

export async function removeSavedView(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockView(tx, actor, id);
  await tx.db.deleteFrom('saved_views').where('id', '=', id).execute();
}

/** A view that the caller may change: their own, or everybody's with the permission. */
async function lockView(tx: Tx, actor: Actor, id: number) {
  const view = await visibleViews(tx, actor).where('v.id', '=', id).forUpdate('v').executeTakeFirst();
  if (!view) fail('not_found');
  if (view.user_id === null) requireShare(actor);
  return view;
}

function requireShare(actor: Actor): void {
  if (!actorCan(actor, 'saved-views.share')) fail('forbidden');
}

/** A list opens with one view of a person's, and with one of the business's. */
async function clearDefault(tx: Tx, actor: Actor, owner: number | null, list: string): Promise<void> {
  await tx.db
    .updateTable('saved_views')
    .set({ is_default: false })
    .where('business_id', '=', actor.businessId)
    .where('user_id', 'is not distinct from', owner)
    .where('list', '=', list)
    .where('is_default', '=', true)
    .execute();
}

async function countViews(tx: Tx, actor: Actor, owner: number | null): Promise<number> {
  const { count } = await tx.db
    .selectFrom('saved_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', actor.businessId)
    .where('user_id', 'is not distinct from', owner)
    .executeTakeFirstOrThrow();
  return count;
}

/** Two names that differ only by case, or two that become the first at the same moment. */
function refuseTwin(error: unknown): never {
  if (violatedConstraint(error) === 'saved_views_name') invalidField('name', 'duplicate');
  if (violatedConstraint(error) === 'saved_views_default') fail('state_conflict');
  throw error;
}
