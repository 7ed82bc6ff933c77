import { sql } from 'kysely';
import {
  canPublication,
  type PublicationAct,
  type PublicationState,
} from '#contract/advertisements/publication-states.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import { inOrder } from '#server/db/turn.ts';
import { fail } from '#server/fault.ts';
import { findPublicationRow, lockPublication } from './publication.queries.ts';
import { enqueuePublish, enqueuePush, enqueueRead } from './publication-queue.ts';

type Opened = { state: string };
type Account = { state: string; site_id: string };

const accountOfPublication = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('publications as p')
    .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
    .select(['m.state', 'm.site_id'])
    .where('p.id', '=', id)
    .where('m.removed_at', 'is', null),
);

/** Refuses an act that the state of the publication or its account does not allow. */
function allow<Row extends Opened>(row: Row | undefined, account: Account | undefined, act: PublicationAct) {
  if (!row) fail('not_found');
  if (row.state === 'closed') fail('publication_closed');
  if (!canPublication(act, row.state as PublicationState)) fail('state_conflict');
  if (account?.state !== 'connected') fail('account_disconnected');
  return { row, siteId: account.site_id };
}

/** Locks the publication for the act. */
export async function openPublication(tx: Tx, id: number, act: PublicationAct) {
  const [row, [account]] = await inOrder(lockPublication(tx, id), accountOfPublication(tx, { id }));
  return allow(row, account, act).row;
}

/** The same to prepare an act by: nothing is locked. */
export async function meetPublication(tx: Tx, id: number, act: PublicationAct) {
  const [row, [account]] = await inOrder(findPublicationRow(tx, id), accountOfPublication(tx, { id }));
  return allow(row, account, act);
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
