import type { reviews } from '#contract/marketplaces/review.ts';
import type { Handlers } from '#server/http/route.ts';
import { answerReview, listReviews, readSummary } from './review.ts';

export const reviewRoutes: Handlers<typeof reviews> = {
  list: ({ tx, query, outside }) => listReviews(tx, query, outside),
  summary: ({ tx }) => readSummary(tx),
  answer: ({ tx, actor, params, body, outside }) => answerReview(tx, actor, params.id, body.text, outside),
};
