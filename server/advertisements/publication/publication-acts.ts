import { sql } from 'kysely';
import { canPublication, type PublicationAct } from '#contract/advertisements/publication-states.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { lockPublication } from './publication.queries.ts';
import { enqueuePublish, enqueuePush, enqueueRead } from './publication-queue.ts';

const findWithAccount = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('publications as p')
    .leftJoin('marketplace_accounts as m', (join) =>
      join.onRef('m.id', '=', 'p.account_id').on('m.removed_at', 'is', null),
    )
    .select([
      'p.state',
      'p.version',
      'p.warehouse_id',
      'p.account_id',
      'm.state as account_state',
      'm.site_id',
      'm.remote_user_id',
      'm.tags',
      'm.marketplace',
    ])
    .where('p.id', '=', id),
);

/** The publication and its account; refuses an act that the state of one of them does not allow. Nothing is locked. */
export async function assertPublicationAllows(tx: Tx, id: number, act: PublicationAct) {
  const [row] = await findWithAccount(tx, { id });
  if (!row) fail('not_found');
  if (row.state === 'closed') fail('publication_closed');
  if (!canPublication(act, row.state)) fail('state_conflict');
  if (row.account_state !== 'connected' || !row.site_id || !row.remote_user_id || !row.marketplace)
    fail('account_disconnected');
  return {
    version: row.version,
    warehouseId: row.warehouse_id,
    account: {
      id: row.account_id,
      siteId: row.site_id,
      remoteUserId: row.remote_user_id,
      tags: row.tags ?? [],
      marketplace: row.marketplace,
    },
  };
}

/** Locks the publication for an act that is allowed. */
export async function lockPublicationFor(tx: Tx, id: number, act: PublicationAct) {
  const row = await lockPublication(tx, id);
  await assertPublicationAllows(tx, id, act);
  return row ?? fail('not_found');
}

const stateOfAct = { pause: 'paused', activate: 'active', close: 'closed' } as const;

/** Stores the requested state; the marketplace's answer confirms it. */
export async function requestState(tx: Tx, id: number, act: keyof typeof stateOfAct): Promise<void> {
  const row = await lockPublicationFor(tx, id, act);
  const created = row.remote_item_id !== null;
  await tx.db
    .updateTable('publications')
    .set((set) => ({
      desired_state: stateOfAct[act],
      // A publication that never reached the marketplace is closed here alone.
      ...(created
        ? { pending_fields: sql<string[]>`array(select distinct unnest(pending_fields || array['state']))` }
        : { state: 'closed' }),
      updated_at: tx.now(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  if (created) enqueuePush(tx, row.business_id, id);
}

/** Sends prices that wait for the end of a promotion: a person accepted that the ad leaves it. */
export async function sendPriceNow(tx: Tx, id: number): Promise<void> {
  const row = await lockPublicationFor(tx, id, 'update');
  const waiting = await tx.db
    .updateTable('publication_variations')
    .set({ price_leaves_promotion: true })
    .where('publication_id', '=', id)
    .where('remote_item_id', 'is not', null)
    .where('promotion_price_centavos', 'is not', null)
    .whereRef('price_centavos', 'is distinct from', 'synced_price_centavos')
    .executeTakeFirst();
  if (waiting.numUpdatedRows === 0n) fail('state_conflict');
  enqueuePush(tx, row.business_id, id);
}

/** Sends refused or abandoned changes again, after the person corrected them or the marketplace answers again. */
export async function retryPublication(tx: Tx, id: number): Promise<void> {
  const row = await lockPublicationFor(tx, id, 'retry');
  const created = row.remote_item_id !== null;
  await tx.db
    .updateTable('publications')
    .set({ sync_error: null, ...(!created && { state: 'publishing' }), updated_at: tx.now() })
    .where('id', '=', id)
    .execute();
  enqueuePublish(tx, row.business_id, id);
}

export async function syncPublication(tx: Tx, id: number): Promise<void> {
  const row = await lockPublicationFor(tx, id, 'sync');
  enqueueRead(tx, row.business_id, id);
  enqueuePush(tx, row.business_id, id);
}
