import { z } from 'zod';
import { namedRow, orNull, readRows, understood } from '../answers.ts';
import type { MarketplaceReview, Reviews } from '../conversations.ts';
import { remoteId, remoteTime } from './order.ts';

const pageSize = 50;

const review = z.looseObject({
  id: remoteId,
  date_created: remoteTime,
  status: z.string().catch('published'),
  title: z.string().nullish().catch(null),
  content: z.string().nullish().catch(null),
  rate: z.number().min(1).max(5),
  reviewable_object: z
    .looseObject({ id: remoteId.nullish().catch(null) })
    .nullish()
    .catch(null),
});

const page = z.looseObject({
  paging: z
    .looseObject({ total: z.int().nonnegative().nullish().catch(null) })
    .nullish()
    .catch(null),
  reviews: z.array(z.unknown()).catch([]),
});

/** Read only: no reply by the seller is documented. */
export const reviews: Reviews = {
  by: 'listing',
  async *read(session, item) {
    if (item === null) return;
    const seen = new Set<string>();
    for (let offset = 0; ; offset += pageSize) {
      const path = `/reviews/item/${encodeURIComponent(item)}?limit=${pageSize}&offset=${offset}`;
      const answer = await orNull(() => session.call(path));
      if (!answer) return;
      const reported = understood(() => page.parse(answer.json), `reviews of ${item}`);
      const read = readRows(session, reported.reviews, (row) => review.parse(row), namedRow('review'));
      const fresh = read.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      // Reviews of another item of the same product are among them.
      const ours = fresh.filter(
        (one) => one.status === 'published' && (one.reviewable_object?.id ?? item) === item,
      );
      if (ours.length > 0) yield ours.map((one) => reviewOf(item, one));
      // Its paging is undocumented: if it names no total, a page without new reviews is the last.
      const total = reported.paging?.total;
      if (
        reported.reviews.length === 0 ||
        (read.length > 0 && fresh.length === 0) ||
        (total != null && offset + pageSize >= total)
      )
        return;
    }
  },
  answer: null,
};

const reviewOf = (item: string, reported: z.output<typeof review>): MarketplaceReview => ({
  remoteId: reported.id,
  itemId: item,
  rating: Math.round(reported.rate),
  title: reported.title ?? '',
  text: reported.content ?? '',
  at: reported.date_created,
  reply: null,
});
