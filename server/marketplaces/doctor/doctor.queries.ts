import { sql } from 'kysely';
import type { AccountCall, watchedTopics } from '#contract/marketplaces/account-doctor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { callsKept } from '#server/marketplaces/recent-calls.ts';

type Topic = (typeof watchedTopics)[number];

export function findHealth(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('marketplace_accounts')
    .select([
      'remote_user_id',
      'marketplace',
      'state',
      'connected_at',
      'token_issued_at',
      'token_expires_at',
      'swept_at',
      'questions_swept_at',
      'chats_swept_at',
      'reviews_swept_at',
      'reputation_read_at',
      'listings_found_at',
      'missed',
      'missed_at',
    ])
    .where('id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}
export type Health = NonNullable<Awaited<ReturnType<typeof findHealth>>>;

/** The last notification of each of the marketplace's own topics. */
export async function lastNotifications(
  tx: Tx,
  { marketplace, remote_user_id: seller }: Health,
  topics: readonly string[],
) {
  const { rows } = await sql<{ topic: string; resource: string; received_at: Date }>`
    select n.topic, n.resource, n.received_at from unnest(${[...topics]}::text[]) as t (topic)
      cross join lateral (select topic, resource, received_at from notifications
        where marketplace = ${marketplace} and remote_user_id = ${seller} and topic = t.topic
        order by received_at desc limit 1) n`.execute(tx.db);
  return rows;
}

/** The time of the newest known event of each topic, by the marketplace's clock. */
export async function newestOf(tx: Tx, accountId: number): Promise<Record<Topic, Date | null>> {
  const { rows } = await sql<Record<Topic, Date | null>>`
    select
      (select max(o.purchased_at) from orders o where o.business_id = app_business() and o.account_id = ${accountId}) as order,
      (select max(q.asked_at) from questions q where q.account_id = ${accountId}) as question,
      (select max(m.at) from chats c join chat_messages m on m.chat_id = c.id
        where c.account_id = ${accountId} and c.source = 'messages' and m.author = 'buyer') as message,
      (select max(c.opened_at) from chats c where c.account_id = ${accountId} and c.source = 'claim') as claim`.execute(
    tx.db,
  );
  return rows[0] ?? { order: null, question: null, message: null, claim: null };
}

/** Ads in error, counted by their cause. An ad that waits for stock has no error. */
export async function failedAds(tx: Tx, accountId: number) {
  const { rows } = await sql<{ code: string; message: string; count: number }>`
    select p.sync_error ->> 'code' as code, max(coalesce(p.sync_error -> 'causes' -> 0 ->> 'message', p.sync_error ->> 'message')) as message,
      count(*)::int as count
    from publications p where p.account_id = ${accountId} and p.state <> 'closed' and p.sync_error is not null
      and p.sync_error ->> 'code' <> 'no_stock'
    group by 1 order by 3 desc, 1 limit 20`.execute(tx.db);
  return rows;
}

/** Publications with unsent changes, and since when the oldest waits. */
export async function waitingPushes(
  tx: Tx,
  accountId: number,
): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ total: number; seconds: number | null }>`
    select w.total, w.seconds from waiting_jobs(array(
      select act || p.id from publications p cross join unnest(array['push:', 'publish:']) as act
      where p.account_id = ${accountId} and p.state <> 'closed')) w`.execute(tx.db);
  const [found] = rows;
  const seconds = found?.seconds ?? null;
  return {
    count: found?.total ?? 0,
    oldest: seconds === null ? null : new Date(tx.now().getTime() - seconds * 1000),
  };
}

export async function lastCalls(tx: Tx, accountId: number) {
  const rows = await tx.db
    .selectFrom('account_calls')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(callsKept)
    .execute();
  return {
    calls: rows.map(
      (row): AccountCall => ({
        at: row.called_at.toISOString(),
        method: row.method,
        path: row.path,
        status: row.status,
        milliseconds: row.milliseconds,
        code: row.code,
      }),
    ),
    ahead: rows.find(({ ahead_milliseconds: ahead }) => ahead !== null)?.ahead_milliseconds ?? null,
  };
}
