import { z } from 'zod';
import { publicationStates } from '../advertisements/publication-states.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, count, id, idParams, instant, listQuery, page, reference, text } from '../primitives.ts';
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
      })
      .nullable(),
    publication: publicationFacts
      .extend({
        advertisement: id,
        state: z.enum(publicationStates),
        link: z.string(),
        priceCentavos: centavos.nullable(),
        stock: count.nullable(),
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
    summary: 'Numbers of questions by state that needs a person',
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
    body: z.strictObject({ text: text(longestAnswerOfAll, 1) }),
    response: questionDetail,
    errors: ['account_disconnected', 'state_conflict'],
    touches: ['chats'],
  }),
});
