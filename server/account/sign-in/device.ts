import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { deviceDays, hashToken, newToken } from '#server/http/session.ts';

/** More browsers than one person uses. */
const remembered = 50;

/** The source of a sign-in; `device` is the token of a browser's cookie, absent for API clients. */
export type Caller = { address: string; userAgent: string; device?: string };

/** A browser keeps the token it has; one that has none gets one. */
export function callerOf(
  call: { address: string; userAgent: string; deviceToken: string | undefined },
  carriedBy: 'cookie' | 'header',
): Caller {
  const { address, userAgent, deviceToken } = call;
  return { address, userAgent, ...(carriedBy === 'cookie' && { device: deviceToken ?? newToken() }) };
}

/** The same work for known and unknown e-mails. */
export async function isKnownDevice(tx: Tx, email: string, device: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select is_known_device(${email}, ${hashToken(device)}) as known`.execute(tx.db);
  return rows[0]?.known ?? false;
}

/** Of the user whose scope the transaction has; the browsers not used for longest are forgotten. */
export async function rememberDevice(tx: Tx, userId: number, device: string): Promise<void> {
  const used = { last_used_at: tx.now() };
  await tx.db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: hashToken(device), ...used })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(used))
    .execute();
  const oldest = addMinutes(tx.now(), -deviceDays * 24 * 60);
  await sql`delete from known_devices where user_id = ${userId} and (last_used_at <= ${oldest}
    or device_hash not in (select device_hash from known_devices where user_id = ${userId}
      order by last_used_at desc limit ${remembered}))`.execute(tx.db);
}

/** A person with the mailbox has proved more than one with the former password. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}
