import { z } from 'zod';
import { namedRow, readRows } from '../answers.ts';
import type { MarketplaceReview, Reviews } from '../conversations.ts';
import type { SellerSession } from '../seller-session.ts';
import { bareCode } from './causes.ts';
import { refusalOf } from './refusal.ts';
import { ShopeeError } from './shopee-error.ts';
import { maybe, moment, numberOf, remoteId, responseOf, shopPath, textual } from './values.ts';

const pageSize = 100;

const comment = z.looseObject({
  comment_id: remoteId,
  item_id: remoteId,
  comment: textual,
  rating_star: z.number().min(1).max(5),
  hidden: z.boolean().catch(false),
  create_time: moment,
  comment_reply: maybe(z.looseObject({ reply: textual, create_time: maybe(moment) })),
});
const page = z.looseObject({
  item_comment_list: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
  more: z.boolean().catch(false),
  next_cursor: z.string().catch(''),
});
const results = z.looseObject({
  result_list: z
    .array(z.looseObject({ comment_id: remoteId, fail_error: textual, fail_message: textual }))
    .catch([]),
});

/** Of the whole shop, the newest first; the marketplace keeps the newest thousand. */
export const reviews: Reviews = {
  by: 'seller',
  async *read(session) {
    for (let cursor = ''; ; ) {
      const found = await readPage(session, { page_size: pageSize, cursor });
      if (found.reviews.length > 0) yield found.reviews;
      if (!found.more || found.next === '' || found.next === cursor) return;
      cursor = found.next;
    }
  },
  answer,
};

async function readPage(session: SellerSession, query: Record<string, string | number>) {
  const answered = await session.call(shopPath(session, 'product/get_comment', query));
  const reported = responseOf(page, answered, 'reviews');
  const read = readRows(
    session,
    reported.item_comment_list,
    (row) => comment.parse(row),
    namedRow('review', 'comment_id'),
  );
  const found = read.filter(({ hidden }) => !hidden).map(reviewOf);
  return { reviews: found, more: reported.more, next: reported.next_cursor };
}

const reviewOf = (reported: z.output<typeof comment>): MarketplaceReview => ({
  remoteId: reported.comment_id,
  itemId: reported.item_id,
  rating: Math.round(reported.rating_star),
  title: '',
  text: reported.comment ?? '',
  at: reported.create_time,
  reply: reported.comment_reply?.reply
    ? { text: reported.comment_reply.reply, at: reported.comment_reply.create_time ?? null }
    : null,
});

/** One reply is accepted, and a refusal comes behind a 200; an existing reply may be ours with a lost answer. */
function answer(session: SellerSession, id: string, text: string): Promise<string | null> {
  return refusalOf(async () => {
    const reported = await session.call(shopPath(session, 'product/reply_comment'), {
      method: 'POST',
      json: { comment_list: [{ comment_id: numberOf(id), comment: text }] },
    });
    const row = responseOf(results, reported, 'answer to a review').result_list.find(
      ({ comment_id }) => comment_id === id,
    );
    const code = bareCode(row?.fail_error ?? '');
    if (code === '') return;
    if (code === 'duplicate_request') {
      const there = await readPage(session, { page_size: 1, cursor: '', comment_id: id });
      if (there.reviews.find(({ remoteId }) => remoteId === id)?.reply?.text === text) return;
    }
    throw new ShopeeError(400, code, row?.fail_message ?? '', reported.json);
  });
}
