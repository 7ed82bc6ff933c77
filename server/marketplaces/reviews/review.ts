import type { DrawnReviews, ReviewRow } from '#contract/marketplaces/review.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Outside } from '#server/outside/outside.ts';
import { capabilitiesOf } from '../account-capabilities.ts';
import {
  drawReviews,
  listReviewRows,
  lockReview,
  type ReviewListRow,
  reviewQuery,
} from './review.queries.ts';

type Row = Omit<ReviewListRow, 'sort_key' | 'counted'>;

const shape = (row: Row, outside: Outside) => {
  const limits = capabilitiesOf(outside, row);
  return {
    id: row.id,
    rating: row.rating,
    title: row.title,
    text: row.text,
    writtenAt: row.written_at,
    account: { id: row.account_id, name: row.account_name },
    item: row.item_id,
    publication:
      row.publication_id === null || row.advertisement_id === null
        ? null
        : {
            id: row.publication_id,
            advertisement: row.advertisement_id,
            name: row.publication_name ?? '',
            image: row.image,
          },
    answer: answerOf(row),
    reply:
      row.reply === null || row.reply_state === null
        ? null
        : {
            text: row.reply,
            state: row.reply_state as NonNullable<ReviewRow['reply']>['state'],
            reason: row.reply_reason as NonNullable<ReviewRow['reply']>['reason'],
            detail: row.reply_detail,
          },
    longestAnswer: limits.reviews === 'answer' ? limits.longestReviewAnswer : 0,
  };
};

/** The text that we sent counts as the answer until the marketplace shows it. */
function answerOf(row: Row): ReviewRow['answer'] {
  if (row.answer !== null) return { text: row.answer, at: row.answered_at?.toISOString() ?? null };
  return row.reply_state === 'sent' && row.reply !== null ? { text: row.reply, at: null } : null;
}

export async function listReviews(tx: Tx, query: ListQuery, outside: Outside) {
  const found = await listReviewRows(tx, query);
  return { ...found, items: found.items.map((row) => shape(row, outside)) } satisfies Page<unknown>;
}

export async function readSummary(tx: Tx) {
  const { whole, items } = await drawReviews(tx);
  const starsOf = ({ one, two, three, four, five }: DrawnReviews['stars']) => ({
    ...{ one, two, three },
    ...{ four, five },
  });
  const none = { one: 0, two: 0, three: 0, four: 0, five: 0 };
  return {
    total: whole?.total ?? 0,
    average: whole?.average ?? 0,
    stars: whole ? starsOf(whole) : none,
    items: items.map((row) => ({
      advertisement: row.id === null ? null : { id: row.id, name: row.name ?? '' },
      total: row.total,
      average: row.average,
      stars: starsOf(row),
    })),
  };
}

/** The text waits in the queue; a review takes one answer. */
export async function answerReview(tx: Tx, actor: Actor, id: number, text: string, outside: Outside) {
  const review = (await lockReview(tx, id)) ?? fail('not_found');
  const { reviews, longestReviewAnswer } = capabilitiesOf(outside, review);
  if (review.removed_at || review.account_state !== 'connected') fail('account_disconnected');
  const isTaken = review.answer !== null || review.reply_state === 'sending' || review.reply_state === 'sent';
  if (reviews !== 'answer' || isTaken) fail('state_conflict');
  if (text.length > longestReviewAnswer) invalidField('text', 'too_long');
  await tx.db
    .updateTable('reviews')
    .set({
      reply: text,
      reply_state: 'sending',
      reply_reason: null,
      reply_detail: '',
    })
    .where('id', '=', id)
    .execute();
  tx.enqueue({
    task: 'reviews.send-answer',
    payload: { businessId: actor.businessId, reviewId: id },
    key: `review:${id}`,
    maxAttempts: 8,
  });
  const row = await reviewQuery(tx).where('r.id', '=', id).executeTakeFirstOrThrow();
  return shape(row, outside);
}
