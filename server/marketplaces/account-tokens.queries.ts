import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { notifyOfGrant } from './grant-notice.ts';

const columns = [
  'id',
  'business_id',
  'marketplace',
  'remote_user_id',
  'site_id',
  'tags',
  'state',
  'access_token',
  'refresh_token',
  'token_expires_at',
  'renewal_retry_at',
] as const;

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findTokens>>>;

export function findTokens(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('marketplace_accounts')
    .select(columns)
    .select(
      sql<boolean>`exists (select from parked_answers p where p.account_id = marketplace_accounts.id)`.as(
        'has_parked',
      ),
    )
    .where('id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Claims the right to renew; undefined while another caller has it. */
export function claimRenewal(tx: Tx, accountId: number, now: Date, until: Date) {
  return tx.db
    .updateTable('marketplace_accounts')
    .set({ renewing_until: until })
    .where('id', '=', accountId)
    .where('removed_at', 'is', null)
    .where((where) => where.or([where('renewing_until', 'is', null), where('renewing_until', '<=', now)]))
    .where((where) => where.or([where('renewal_retry_at', 'is', null), where('renewal_retry_at', '<=', now)]))
    .returning(columns)
    .executeTakeFirst();
}

/** `retryAt`: no renewal is tried before then. */
export async function releaseRenewal(tx: Tx, accountId: number, retryAt: Date | null = null): Promise<void> {
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ renewing_until: null, renewal_retry_at: retryAt })
    .where('id', '=', accountId)
    .execute();
}

/** The marketplace issues a pair of tokens once, so the commit that stores them always waits for the disk. */
export async function storeTokens(tx: Tx, accountId: number, tokens: SealedTokens): Promise<void> {
  await sql`set local synchronous_commit to default`.execute(tx.db);
  await tx.db
    .updateTable('marketplace_accounts')
    .set({
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      token_expires_at: tokens.expiresAt,
      token_issued_at: tx.now(),
      renewing_until: null,
      renewal_retry_at: null,
    })
    .where('id', '=', accountId)
    .execute();
}

/**
 * Deletes the tokens: nothing is tried with them until the seller connects again. The owners are notified unless they
 * did it themselves.
 */
export async function disconnectAccount(
  tx: Tx,
  accountId: number,
  reason: 'invalid_grant' | 'revoked' | 'removed',
): Promise<void> {
  const row = await tx.db
    .updateTable('marketplace_accounts')
    .set((set) => ({
      state: 'disconnected',
      state_reason: reason,
      access_token: null,
      refresh_token: null,
      token_expires_at: null,
      token_issued_at: null,
      grant_ends_at: null,
      renewing_until: null,
      version: set('version', '+', 1),
    }))
    .where('id', '=', accountId)
    // Several calls may be refused at the same time; the first of them disconnects the account.
    .$if(reason !== 'removed', (update) => update.where('state', '=', 'connected'))
    .returning('business_id')
    .executeTakeFirst();
  if (!row) return;
  if (reason !== 'removed')
    notifyOfGrant(tx, { businessId: row.business_id, accountId }, 'authorizationEnded', null);
  tx.changed(row.business_id, 'marketplaceAccounts');
}

export type SealedTokens = { accessToken: string; refreshToken: string; expiresAt: Date };
