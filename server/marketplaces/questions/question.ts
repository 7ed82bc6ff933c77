import { canAct } from '#contract/acts.ts';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { fillTemplate, openFields, type TemplateValues } from '#contract/marketplaces/answer-template.ts';
import type { presales, QuestionDetail, QuestionRow } from '#contract/marketplaces/question.ts';
import { questionActs } from '#contract/marketplaces/question-states.ts';
import { formatMoney } from '#contract/money.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Outside } from '#server/outside/outside.ts';
import { capabilitiesOf } from '../account-capabilities.ts';
import {
  findFormer,
  findGiven,
  findQuestion,
  listQuestionRows,
  lockQuestion,
  type QuestionFacts,
  type QuestionListRow,
} from './question.queries.ts';
import { enqueueAnswer } from './question-queue.ts';

const shapeRow = (row: QuestionListRow) => ({
  id: row.id,
  text: row.text,
  askedAt: row.asked_at,
  state: row.state as QuestionRow['state'],
  status: row.status as QuestionRow['status'],
  onHold: row.on_hold,
  account: { id: row.account_id, name: row.account_name },
  item: row.item_id,
  publication:
    row.publication_id === null
      ? null
      : { id: row.publication_id, name: row.publication_name ?? '', image: row.image },
});

export async function listQuestions(tx: Tx, query: ListQuery) {
  const found = await listQuestionRows(tx, query);
  return { ...found, items: found.items.map(shapeRow) } satisfies Page<unknown>;
}

export async function readQuestion(tx: Tx, id: number, outside: Outside) {
  const row = (await findQuestion(tx, id)) ?? fail('not_found');
  const former = await findFormer(tx, row);
  return {
    ...shapeRow(row),
    publication: publicationOf(row),
    answer: answerOf(row),
    reply:
      row.reply === null || row.reply_state === null || row.replied_at === null
        ? null
        : {
            text: row.reply,
            state: row.reply_state,
            reason: row.reply_reason,
            detail: row.reply_detail,
            by: row.replied_by_name,
            at: row.replied_at,
            canTakeBack: row.reply_state === 'sending' && row.reply_begun_at === null,
          },
    longestAnswer: capabilitiesOf(outside, row).longestAnswer,
    former: former.map((one) => ({
      id: one.id,
      text: one.text,
      askedAt: one.asked_at,
      state: one.state,
      publication: one.publication_name,
      answer: one.answer ?? (one.state === 'answered' ? one.reply : null),
    })),
    given: await findGiven(tx, row),
  };
}

function publicationOf(row: QuestionFacts) {
  const { publication } = shapeRow(row);
  if (!publication || row.advertisement_id === null) return null;
  return {
    ...publication,
    advertisement: row.advertisement_id,
    state: row.publication_state ?? '',
    link: row.link ?? '',
    priceCentavos: row.offered?.price ?? null,
    stock: row.offered?.stock ?? null,
    variations: row.variations,
  };
}

/** The text that we sent counts as the answer until the marketplace shows it. */
function answerOf(row: QuestionFacts): QuestionDetail['answer'] {
  if (row.answer !== null)
    return { text: row.answer, removed: row.answer_removed, at: row.answered_at?.toISOString() ?? null };
  return row.state === 'answered' && row.reply !== null
    ? { text: row.reply, removed: false, at: row.replied_at?.toISOString() ?? null }
    : null;
}

/**
 * The text waits in the queue. A marketplace accepts one answer to a question, so no second one can be sent meanwhile.
 */
export async function answerQuestion(
  tx: Tx,
  actor: Actor,
  id: number,
  { text, waitSeconds }: BodyOf<typeof presales.answer>,
  outside: Outside,
) {
  const question = (await lockQuestion(tx, id)) ?? fail('not_found');
  const refusal = refusalOf(question, text, outside);
  if (refusal === 'too_long') invalidField('text', 'too_long');
  if (refusal) fail(refusal);
  await keepReply(tx, actor, id, text, waitSeconds);
  return readQuestion(tx, id, outside);
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>;

function refusalOf(question: Locked, text: string, outside: Outside) {
  const { questions, longestAnswer } = capabilitiesOf(outside, question);
  if (question.removed_at || question.account_state !== 'connected') return 'account_disconnected' as const;
  if (questions !== 'answer' || !canAct(questionActs, 'answer', question.state as QuestionRow['state']))
    return 'state_conflict' as const;
  return text.length > longestAnswer ? ('too_long' as const) : null;
}

async function keepReply(tx: Tx, actor: Actor, id: number, text: string, waitSeconds: number): Promise<void> {
  await tx.db
    .updateTable('questions')
    .set({
      reply: text,
      reply_state: 'sending',
      reply_reason: null,
      reply_detail: '',
      reply_begun_at: null,
      replied_by: actor.userId,
      replied_at: tx.now(),
    })
    .where('id', '=', id)
    .execute();
  enqueueAnswer(tx, actor.businessId, id, waitSeconds);
}

/** Possible until its delivery begins; afterwards the marketplace may have it already. */
export async function takeAnswerBack(tx: Tx, id: number, outside: Outside) {
  const question = (await lockQuestion(tx, id)) ?? fail('not_found');
  if (question.state !== 'sending' || question.reply_begun_at) fail('state_conflict');
  await tx.db
    .updateTable('questions')
    .set({ reply: null, reply_state: null, replied_by: null, replied_at: null })
    .where('id', '=', id)
    .execute();
  return readQuestion(tx, id, outside);
}

/** One text for many: a question for which a field of it is unknown is left out and named. */
export async function answerMany(
  tx: Tx,
  actor: Actor,
  { ids, text }: BodyOf<typeof presales.answerMany>,
  outside: Outside,
): Promise<BulkOutcome> {
  const done: number[] = [];
  const failed: BulkOutcome['failed'] = [];
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
    const locked = await lockQuestion(tx, id);
    const facts = await findQuestion(tx, id);
    if (!locked || !facts) continue;
    const filled = fillTemplate(text, valuesOf(facts));
    const refusal = openFields(filled).length > 0 ? 'template_unfilled' : refusalOf(locked, filled, outside);
    if (refusal) failed.push({ id, code: refusal === 'too_long' ? 'answer_too_long' : refusal });
    else {
      await keepReply(tx, actor, id, filled, 0);
      done.push(id);
    }
  }
  return outcomeOf(ids, done, failed);
}

/** Values of the fields of a template. */
function valuesOf(row: QuestionFacts): TemplateValues {
  const publication = publicationOf(row);
  return {
    product: publication?.name ?? null,
    price: publication?.priceCentavos == null ? null : formatMoney(publication.priceCentavos),
    stock: publication?.stock == null ? null : String(publication.stock),
    account: row.account_name,
  };
}
