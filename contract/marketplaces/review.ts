import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { count, id, idParams, instant, listQuery, page, reference, text } from '../primitives.ts';
import { imageReference } from '../products/image.ts';
import { sendReasons, sendStates } from './chat-states.ts';

export const reviewFilter = {
  rating: { kind: 'number' },
  account: { kind: 'id' },
  advertisement: { kind: 'id' },
  answered: { kind: 'flag' },
  written: { kind: 'day' },
} as const satisfies FilterFields;
export const reviewSorts = ['written', 'rating'] as const;

export const reviewRow = z
  .object({
    id,
    rating: z.int().min(1).max(5),
    title: z.string(),
    text: z.string(),
    writtenAt: instant,
    account: reference,
    /** The listing's own code, also without a linked publication. */
    item: z.string(),
    publication: z
      .object({ id, advertisement: id, name: z.string(), image: imageReference.nullable() })
      .nullable(),
    answer: z.object({ text: z.string(), at: instant.nullable() }).nullable(),
    /** Ours, on its way or refused. */
    reply: z
      .object({
        text: z.string(),
        state: z.enum(sendStates),
        reason: z.enum(sendReasons).nullable(),
        detail: z.string(),
      })
      .nullable(),
    /** Maximum characters of an answer; 0 if the marketplace accepts none. */
    longestAnswer: count,
  })
  .meta({ id: 'Review' });
export type ReviewRow = z.output<typeof reviewRow>;

const stars = z.object({ one: count, two: count, three: count, four: count, five: count });

const drawn = z.object({
  /** Null: listings that no publication here is linked to. */
  advertisement: reference.nullable(),
  total: count,
  /** In hundredths: 467 are 4.67 stars. */
  average: count,
  stars,
});
export type DrawnReviews = z.output<typeof drawn>;

/** Resource `reviews`: buyers' reviews of products. */
export const reviews = entity('reviews', {
  list: endpoint({
    method: 'GET',
    path: '/reviews',
    permission: 'reviews.read',
    summary: 'Reviews of buyers over all accounts',
    query: listQuery,
    response: page(reviewRow),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/reviews/summary',
    permission: 'reviews.read',
    summary: 'Reviews by advertisement, the worst average of many first',
    response: z.object({ total: count, average: count, stars, items: z.array(drawn) }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/reviews/:id/answer',
    permission: 'reviews.answer',
    summary: 'Answer a review if its marketplace accepts answers; a job sends it',
    params: idParams,
    body: z.strictObject({ text: text(4000, 1) }),
    response: reviewRow,
    errors: ['account_disconnected', 'state_conflict'],
  }),
});
