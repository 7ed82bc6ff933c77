import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { hashToken, newToken } from '#server/http/session.ts';

export type TokenPurpose = 'activation' | 'reset';

const lifeMinutes: Record<TokenPurpose, number> = { activation: 3 * 24 * 60, reset: 60 };
/** Limits the mails to one mailbox. */
const perHour = 5;

/** A new token of a user, whose scope the transaction must have; null where too many were sent lately. */
export async function mintMailToken(tx: Tx, userId: number, purpose: TokenPurpose): Promise<string | null> {
  const { count } = await tx.db
    .selectFrom('mail_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', addMinutes(tx.now(), -60))
    .executeTakeFirstOrThrow();
  if (count >= perHour) return null;
  const token = newToken();
  await tx.db
    .insertInto('mail_tokens')
    .values({
      user_id: userId,
      purpose,
      token_hash: hashToken(token),
      created_at: tx.now(),
      expires_at: addMinutes(tx.now(), lifeMinutes[purpose]),
    })
    .execute();
  return token;
}

type Found = { id: number; user_id: number; expires_at: Date; used_at: Date | null };

async function findMailToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<Found | null> {
  const { rows } = await sql<Found>`select * from find_mail_token(${hashToken(token)}, ${purpose})`.execute(
    tx.db,
  );
  const found = rows[0];
  if (!found || found.used_at) return null;
  if (found.expires_at > tx.now()) return found;
  await storeExpired(tx, found);
  return null;
}

/** Stored, so that a clock that is set back does not make it valid again. The caller's transaction must not fail. */
async function storeExpired(tx: Tx, { id, user_id: userId }: Found): Promise<void> {
  await setScope(tx, { userId });
  await sql`update mail_tokens set expires_at = '-infinity' where id = ${id}`.execute(tx.db);
}

/** The user of a valid token; does not consume it. */
export async function peekMailToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<number | null> {
  return (await findMailToken(tx, token, purpose))?.user_id ?? null;
}

/**
 * Consumes a token and its siblings; of twenty simultaneous calls one succeeds. The user's scope stays set.
 * `peekMailToken` has checked it in a transaction before, which stores the expiry.
 */
export async function consumeMailToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<number> {
  const found = (await findMailToken(tx, token, purpose)) ?? fail('token_invalid');
  await setScope(tx, { userId: found.user_id });
  const used = await tx.db
    .updateTable('mail_tokens')
    .set({ used_at: tx.now() })
    .where('id', '=', found.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) fail('token_invalid');
  await endMailTokens(tx, found.user_id, purpose);
  return found.user_id;
}

/** Of the user whose scope the transaction has: no link that was sent works any more. */
export async function endMailTokens(tx: Tx, userId: number, purpose: TokenPurpose): Promise<void> {
  await tx.db
    .updateTable('mail_tokens')
    .set({ used_at: tx.now() })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', tx.now())
    .execute();
}
