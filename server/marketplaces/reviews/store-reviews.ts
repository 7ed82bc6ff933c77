import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { MarketplaceReview } from '#server/outside/marketplaces/conversations.ts';

type Account = { businessId: number; accountId: number };

const kept = ['item_id', 'rating', 'title', 'text', 'written_at', 'answer', 'answered_at'] as const;
const columnsOf = (row: string) => sql.join(kept.map((name) => sql.ref(`${row}.${name}`)));

/** Stores reviews as of `readAt`; an older reading overwrites nothing. */
export async function storeReviews(
  tx: Tx,
  { businessId, accountId }: Account,
  reviews: readonly MarketplaceReview[],
  readAt: Date,
): Promise<void> {
  const rows = reviews.map((review) => ({
    business_id: businessId,
    account_id: accountId,
    remote_id: review.remoteId,
    item_id: review.itemId,
    rating: review.rating,
    title: clean(review.title),
    text: clean(review.text),
    written_at: review.at,
    answer: review.reply ? clean(review.reply.text) : null,
    answered_at: review.reply?.at ?? null,
  }));
  const { rows: changed } = await sql`
    insert into reviews as known (business_id, account_id, remote_id, read_at, ${sql.join(kept.map((name) => sql.ref(name)))})
    select t.business_id, t.account_id, t.remote_id, ${readAt}::timestamptz, ${columnsOf('t')}
    from jsonb_populate_recordset(null::reviews, ${JSON.stringify(rows)}::jsonb) t
    on conflict (account_id, remote_id) do update set
      ${sql.join(kept.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}, read_at = excluded.read_at
    where known.read_at <= excluded.read_at and (${columnsOf('known')}) is distinct from (${columnsOf('excluded')})
    returning id`.execute(tx.db);
  if (changed.length > 0) tx.changed(businessId, 'reviews');
}

/** Makes a text acceptable to PostgreSQL. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();
