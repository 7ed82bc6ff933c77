import { z } from 'zod';
import { publicationStates } from '../advertisements/publication-states.ts';
import { bulkOutcome } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import {
  centavos,
  count,
  countsQuery,
  id,
  idParams,
  instant,
  listQuery,
  page,
  reference,
  text,
} from '../primitives.ts';
import { imageReference } from '../products/image.ts';
import { questionStates, questionStatuses, replyReasons, replyStates } from './question-states.ts';

export const questionFilter = {
  state: { kind: 'choice', values: questionStates },
  account: { kind: 'id' },
  publication: { kind: 'id' },
  asked: { kind: 'day' },
} as const satisfies FilterFields;
export const questionSorts = ['asked'] as const;

const publicationFacts = z.object({ id, name: z.string(), image: imageReference.nullable() });

const answer = z.object({
  text: z.string(),
  /** The marketplace took it away, with its text. */
  removed: z.boolean(),
  at: instant.nullable(),
});

export const questionRow = z
  .object({
    id,
    text: z.string(),
    askedAt: instant,
    state: z.enum(questionStates),
    /** The marketplace's reason why it is blocked or closed. */
    status: z.enum(questionStatuses),
    onHold: z.boolean(),
    account: reference,
    /** The listing's own code, also without a linked publication. */
    item: z.string(),
    publication: publicationFacts.nullable(),
  })
  .meta({ id: 'QuestionRow' });
export type QuestionRow = z.output<typeof questionRow>;

const formerQuestion = z.object({
  id,
  text: z.string(),
  askedAt: instant,
  state: z.enum(questionStates),
  publication: z.string().nullable(),
  answer: z.string().nullable(),
});

const givenAnswer = z.object({
  id,
  question: z.string(),
  answer: z.string(),
  /** Given on a publication of the same advertisement. */
  sameProduct: z.boolean(),
});

export const questionDetail = questionRow
  .extend({
    answer: answer.nullable(),
    /** Ours, on its way or refused. */
    reply: z
      .object({
        text: z.string(),
        state: z.enum(replyStates),
        reason: z.enum(replyReasons).nullable(),
        /** The marketplace's own words. */
        detail: z.string(),
        by: z.string().nullable(),
        at: instant,
        /** Its delivery has not begun. */
        canTakeBack: z.boolean(),
      })
      .nullable(),
    publication: publicationFacts
      .extend({
        advertisement: id,
        state: z.enum(publicationStates),
        link: z.string(),
        priceCentavos: centavos.nullable(),
        stock: count.nullable(),
        /** On sale under this listing, with the price and the units of each. */
        variations: z.array(z.object({ id, name: z.string(), priceCentavos: centavos, stock: count })),
      })
      .nullable(),
    /** Characters that the marketplace takes. */
    longestAnswer: count,
    /** Other questions of this buyer on this account, newest first. */
    former: z.array(formerQuestion),
    /** Answers given before, on this advertisement or to words alike, the likest first. */
    given: z.array(givenAnswer),
  })
  .meta({ id: 'Question' });
export type QuestionDetail = z.output<typeof questionDetail>;

/** The limit of the most generous marketplace; each has its own. */
export const longestAnswerOfAll = 2000;
/** The longest time for which an answer may wait to be taken back, and that of the inbox. */
const mostWaitSeconds = 60;
export const answerWaitSeconds = 15;
/** Questions that are answered together. */
const mostAnswered = 200;

export const presales = entity('presales', {
  list: endpoint({
    method: 'GET',
    path: '/presales',
    permission: 'presales.read',
    summary: 'Questions of buyers on publications, over all accounts',
    query: listQuery,
    response: page(questionRow),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/presales/counts',
    permission: 'presales.read',
    summary: 'Numbers of questions by state that needs a person, among those that a filter finds',
    query: countsQuery,
    response: z.object({ waiting: count, refused: count, sending: count, blocked: count }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/presales/:id',
    permission: 'presales.read',
    summary:
      'One question with its publication, former questions of the buyer, and answers to similar questions',
    params: idParams,
    response: questionDetail,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/presales/:id/answer',
    permission: 'presales.answer',
    summary: 'Answer a question, once; a job sends the text to the marketplace',
    params: idParams,
    body: z.strictObject({
      text: text(longestAnswerOfAll, 1),
      /** For so long it can be taken back before it is sent. */
      waitSeconds: z.int('not_whole').min(0, 'too_small').max(mostWaitSeconds, 'too_big').default(0),
    }),
    response: questionDetail,
    errors: ['account_disconnected', 'state_conflict'],
    touches: ['chats'],
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/presales/:id/answer',
    permission: 'presales.answer',
    summary: 'Takes an answer back that is not on its way yet; the question waits again',
    params: idParams,
    response: questionDetail,
    errors: ['state_conflict'],
    touches: ['chats'],
  }),
  answerMany: endpoint({
    method: 'POST',
    path: '/presales/answers',
    permission: 'presales.answer',
    summary:
      'The same text for many questions; its fields in braces are filled in from the publication of each',
    body: z.strictObject({
      ids: z.array(id).min(1, 'required').max(mostAnswered, 'too_big'),
      text: text(longestAnswerOfAll, 1),
    }),
    response: bulkOutcome,
    touches: ['chats'],
  }),
});
