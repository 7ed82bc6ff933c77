import { sql } from 'kysely';
import {
  canPublication,
  type PublicationAct,
  type PublicationState,
} from '#contract/advertisements/publication-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { findTokens } from '#server/marketplaces/account-tokens.queries.ts';
import { lockPublication } from './publication.queries.ts';
import { enqueuePublish, enqueuePush, enqueueRead } from './publication-queue.ts';

/** Locks the publication and refuses an act that its state or its account does not allow. */
export async function openPublication(tx: Tx, id: number, act: PublicationAct) {
  const row = (await lockPublication(tx, id)) ?? fail('not_found');
  if (row.state === 'closed') fail('publication_closed');
  if (!canPublication(act, row.state as PublicationState)) fail('state_conflict');
  const account = await findTokens(tx, row.account_id);
  if (account?.state !== 'connected') fail('account_disconnected');
  return row;
}

const stateOfAct = { pause: 'paused', activate: 'active', close: 'closed' } as const;

/** States a wish; the marketplace's answer makes it so. */
export async function wishState(tx: Tx, id: number, act: keyof typeof stateOfAct): Promise<void> {
  const row = await openPublication(tx, id, act);
  const created = row.remote_item_id !== null;
  await tx.db
    .updateTable('publications')
    .set((set) => ({
      wanted_state: stateOfAct[act],
      // What never reached the marketplace is closed by us alone.
      ...(created
        ? { unsent: sql<string[]>`array(select distinct unnest(unsent || array['state']))` }
        : { state: 'closed' }),
      updated_at: tx.now(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  if (created) enqueuePush(tx, row.business_id, id);
}

/** Sends again what was refused or given up, after the person corrected it or the marketplace came back. */
export async function retryPublication(tx: Tx, id: number): Promise<void> {
  const row = await openPublication(tx, id, 'retry');
  const created = row.remote_item_id !== null;
  await tx.db
    .updateTable('publications')
    .set({ sync_error: null, ...(!created && { state: 'publishing' }), updated_at: tx.now() })
    .where('id', '=', id)
    .execute();
  enqueuePublish(tx, row.business_id, id);
}

export async function syncPublication(tx: Tx, id: number): Promise<void> {
  const row = await openPublication(tx, id, 'sync');
  enqueueRead(tx, row.business_id, id);
  enqueuePush(tx, row.business_id, id);
}
