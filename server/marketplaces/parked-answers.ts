import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { OtherResource, UnreadableAnswer } from '#server/outside/marketplaces/sale.ts';

const maxText = 300;
const mostRetried = 100;

/** Parks a wrong answer of the marketplace until the resource is read correctly, so that a person can see it. */
export async function parkAnswer(
  tx: Tx,
  accountId: number,
  answer: OtherResource | UnreadableAnswer,
): Promise<void> {
  await sql`
    insert into parked_answers (business_id, account_id, resource, reason, got, parked_at)
    select business_id, id, ${answer.resource.slice(0, maxText)}, ${answer.reason}, ${answer.got.slice(0, maxText)}, ${tx.now()}
    from marketplace_accounts where id = ${accountId}
    on conflict (account_id, resource) do update
      set reason = excluded.reason, got = excluded.got, parked_at = excluded.parked_at`.execute(tx.db);
}

export async function forgetParked(tx: Tx, accountId: number, resources: readonly string[]): Promise<void> {
  if (resources.length === 0) return;
  await tx.db
    .deleteFrom('parked_answers')
    .where('account_id', '=', accountId)
    .where('resource', 'in', resources)
    .execute();
}

type Parking = { transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

/** Parks those of these failures that are answers about another resource, or unreadable. */
export async function parkAll(
  context: Parking,
  accountId: number,
  failures: readonly unknown[],
): Promise<void> {
  for (const failure of failures)
    if (failure instanceof OtherResource || failure instanceof UnreadableAnswer)
      await context.transact((tx) => parkAnswer(tx, accountId, failure));
}

/** Ids that were unreadable at the last attempt, by the word in front of the id (`order`). */
export async function findUnreadable(tx: Tx, accountId: number, what: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('parked_answers')
    .select('resource')
    .where('account_id', '=', accountId)
    .where('reason', '=', 'unreadable')
    .where('resource', 'like', `${what} %`)
    .orderBy('id')
    .limit(mostRetried)
    .execute();
  return rows.map(({ resource }) => resource.slice(what.length + 1));
}
