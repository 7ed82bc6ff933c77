import { z } from 'zod';
import type { QuestionStatus } from '#contract/marketplaces/question-states.ts';
import { namedRow, orNull, readRows, understood } from '../answers.ts';
import type { MarketplaceQuestion, QuestionSearch, Questions } from '../conversations.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { numberOf } from './items.ts';
import { remoteId, remoteTime } from './order.ts';
import { refusalOf } from './refusal.ts';

const pageSize = 50;
const version = '4';

const statuses: Readonly<Record<string, QuestionStatus>> = {
  UNANSWERED: 'unanswered',
  ANSWERED: 'answered',
  CLOSED_UNANSWERED: 'closed',
  UNDER_REVIEW: 'under_review',
  BANNED: 'banned',
  DELETED: 'deleted',
  DISABLED: 'disabled',
};

const schema = z.looseObject({
  id: remoteId,
  item_id: remoteId,
  seller_id: remoteId,
  // An unknown status accepts no answer, and says so.
  status: z.string().transform((status) => statuses[status.toUpperCase()] ?? 'disabled'),
  text: z.string(),
  date_created: remoteTime,
  hold: z.boolean().catch(false),
  answer: z
    .looseObject({
      text: z.string().catch(''),
      status: z.string().catch(''),
      date_created: remoteTime.nullish().catch(null),
    })
    .nullish(),
  from: z.looseObject({ id: remoteId.catch('') }).nullish(),
  // A question that is read by its id names the buyer here.
  buyer_id: remoteId.nullish().catch(null),
});
type QuestionRecord = z.output<typeof schema>;

const found = z.looseObject({ total: z.int().nonnegative(), questions: z.array(z.unknown()) });

const questionOf = (reported: QuestionRecord): MarketplaceQuestion => ({
  remoteId: reported.id,
  itemId: reported.item_id,
  buyerId: reported.from?.id || reported.buyer_id || '',
  text: reported.text,
  askedAt: reported.date_created,
  status: reported.status,
  onHold: reported.hold,
  answer: reported.answer
    ? {
        text: reported.answer.text,
        removed: reported.answer.status !== '' && reported.answer.status !== 'ACTIVE',
        at: reported.answer.date_created ?? null,
      }
    : null,
});

export const questions: Questions = {
  async read(session, id) {
    const answer = await orNull(() => session.call(`/questions/${id}?api_version=${version}`));
    if (!answer) return null;
    const reported = understood(() => schema.parse(answer.json), `question ${id}`);
    if (reported.id !== id) throw new OtherResource(`question ${id}`, 'other_resource', reported.id);
    return questionOf(ownedBy(session, reported));
  },
  async *search(session, which) {
    for (let offset = 0, total = 1; offset < total; offset += pageSize) {
      const { json } = await session.call(`/questions/search?${queryOf(session, which, offset)}`);
      const page = understood(() => found.parse(json), 'question search');
      const reported = readRows(
        session,
        page.questions,
        (row) => schema.parse(row),
        namedRow('question'),
      ).map((question) => ownedBy(session, question));
      const wanted =
        'unanswered' in which ? reported : reported.filter((one) => one.date_created >= which.askedSince);
      if (wanted.length > 0) yield wanted.map(questionOf);
      // Newest first: after one that is too old, the rest is older.
      if (page.questions.length === 0 || wanted.length < reported.length) return;
      total = page.total;
    }
  },
  answer: (session, id, text) =>
    refusalOf(() => session.call('/answers', { method: 'POST', json: { question_id: numberOf(id), text } })),
};

function ownedBy(session: SellerSession, reported: QuestionRecord): QuestionRecord {
  if (reported.seller_id !== session.remoteUserId)
    throw new OtherResource(`question ${reported.id}`, 'other_seller', reported.seller_id);
  return reported;
}

function queryOf(session: SellerSession, which: QuestionSearch, offset: number): URLSearchParams {
  return new URLSearchParams({
    seller_id: session.remoteUserId,
    api_version: version,
    sort_fields: 'date_created',
    sort_types: 'DESC',
    offset: String(offset),
    limit: String(pageSize),
    ...('unanswered' in which && { status: 'UNANSWERED' }),
  });
}
