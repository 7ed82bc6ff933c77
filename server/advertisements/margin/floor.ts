import { sql } from 'kysely';
import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import {
  lockPublication,
  publicationChanged,
} from '#server/advertisements/publication/publication.queries.ts';
import { enqueueGuard } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

/** The floor of one publication; null: that of its account. Variations below it are handled at once. */
export async function updateFloor(tx: Tx, id: number, floor: MarginFloor | null): Promise<void> {
  const row = (await lockPublication(tx, id)) ?? fail('not_found');
  await tx.db
    .updateTable('publications')
    .set((set) => ({
      floor_basis_points: floor?.basisPoints ?? null,
      floor_action: floor?.action ?? null,
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await recheckFloor(tx, row.business_id, [id]);
}

/** The floor of an account changed: publications without their own are checked against it. */
export async function recheckFloorOfAccount(tx: Tx, businessId: number, accountId: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('publications')
    .select('id')
    .where('account_id', '=', accountId)
    .where('floor_action', 'is', null)
    .where('state', 'not in', ['closed', 'failed'])
    .execute();
  await recheckFloor(
    tx,
    businessId,
    rows.map(({ id }) => id),
  );
}

/** The fee rates of an account changed: a job for each of its open publications computes the margin. */
export async function enqueueGuardsOfAccount(tx: Tx, businessId: number, accountId: number): Promise<void> {
  const open = await tx.db
    .selectFrom('publications')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'not in', ['closed', 'failed'])
    .execute();
  for (const { id } of open) enqueueGuard(tx, businessId, id);
}

/** The tax on sales changed, and with it all margins: those that have a floor, or are held by one, are checked. */
export async function enqueueGuardsOfFloors(tx: Tx, businessId: number): Promise<void> {
  const guarded = await tx.db
    .selectFrom('publications as p')
    .innerJoin('marketplace_accounts as a', 'a.id', 'p.account_id')
    .select('p.id')
    .where('p.business_id', '=', businessId)
    .where('p.state', 'not in', ['closed', 'failed'])
    .where(
      sql<boolean>`(p.floor_action is not null or a.floor_action is not null or exists (
        select from publication_variations v where v.publication_id = p.id and v.guard is not null))`,
    )
    .orderBy('p.id')
    .execute();
  for (const { id } of guarded) enqueueGuard(tx, businessId, id);
  publicationChanged(tx, businessId);
}

/** Prices that were accepted under another floor are no exceptions of this one. */
async function recheckFloor(tx: Tx, businessId: number, publications: readonly number[]): Promise<void> {
  await sql`update publication_variations set decided = null, promotion_accepted_basis_points = null
    where publication_id = any(${publications}::bigint[])`.execute(tx.db);
  for (const id of publications) enqueueGuard(tx, businessId, id);
  publicationChanged(tx, businessId);
}
