import { sql } from 'kysely';
import type { OwnKey } from '#contract/business/api-key.ts';
import { listMemberships } from '#server/account/sign-in/session.queries.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import { auditAct } from '#server/http/audit.ts';

/** Keys that this person made and that still open something, in the business of the transaction. */
function liveKeys(tx: Tx, userId: number) {
  return tx.db
    .selectFrom('api_keys as k')
    .innerJoin('staff as m', (join) =>
      join.onRef('m.business_id', '=', 'k.business_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .where('k.created_by', '=', userId)
    .where('k.revoked_at', 'is', null)
    .where('k.seen_expired', '=', false)
    .where('k.expires_at', '>', tx.now())
    .where(sql<boolean>`'owner' = any (m.roles)`);
}

/** Runs `work` in each business that the person belongs to, and leaves the scope as it was. */
async function inEachBusiness(
  tx: Tx,
  userId: number,
  work: (business: { id: number; name: string }) => Promise<void>,
): Promise<void> {
  const { scope } = tx;
  for (const business of await listMemberships(tx)) {
    await setScope(tx, { userId, businessId: business.id });
    await work(business);
  }
  await setScope(tx, scope);
}

/** API keys outlive the sessions of their creator: a new password does not end these. */
export async function listOwnKeys(tx: Tx, userId: number): Promise<{ items: OwnKey[] }> {
  const items: OwnKey[] = [];
  await inEachBusiness(tx, userId, async ({ id, name }) => {
    const rows = await liveKeys(tx, userId).select(['k.id', 'k.name']).orderBy('k.id').execute();
    items.push(...rows.map((row) => ({ ...row, business: { id, name } })));
  });
  return { items };
}

/** Revokes all of them; each business reads in its audit which keys ended. Answers how many. */
export async function revokeOwnKeys(tx: Tx, userId: number): Promise<number> {
  let count = 0;
  await inEachBusiness(tx, userId, async ({ id }) => {
    const live = await liveKeys(tx, userId).select('k.id').orderBy('k.id').forUpdate('k').execute();
    const ids = live.map((row) => row.id);
    if (ids.length === 0) return;
    await tx.db.updateTable('api_keys').set({ revoked_at: tx.now() }).where('id', 'in', ids).execute();
    await auditAct(tx, { business: id, user: userId, endpoint: 'apiKeys.revoke', entity: ids.join(' ') });
    tx.changed(id, 'apiKeys');
    count += ids.length;
  });
  return count;
}
