import type { World } from '../world.ts';
import type { Item, Question, QuestionStatus } from './market.ts';
import { nextId } from './market.ts';
import { notify } from './notices.ts';

export const MAX_QUESTION = 2000;

/** An address, a telephone number or a link: such a question waits for a moderator. */
const CONTACT = /[\w.+-]+@[\w-]+\.\w+|(?:\d[\s().-]*){8,}|https?:\/\/|www\./i;

export const questionChanged = (world: World, question: Question): void => {
  notify(world, 'questions', `/questions/${question.id}`, question.seller_id);
  world.changed();
};

export type QuestionRefusal = 'not-for-sale' | 'empty' | 'too-long';

export const ask = (
  world: World,
  item: Item,
  buyerId: number,
  text: string,
): Question | { refused: QuestionRefusal } => {
  const asked = text.trim();
  if (item.status !== 'active') return { refused: 'not-for-sale' };
  if (asked === '') return { refused: 'empty' };
  if (asked.length > MAX_QUESTION) return { refused: 'too-long' };
  const question: Question = {
    id: nextId(world.market, 'question'),
    seller_id: item.seller_id,
    item_id: item.id,
    buyer_id: buyerId,
    text: asked,
    status: CONTACT.test(asked) ? 'UNDER_REVIEW' : 'UNANSWERED',
    deleted_from_listing: false,
    hold: false,
    answer: null,
    date_created: world.clock.now().toISOString(),
  };
  world.market.questions[String(question.id)] = question;
  questionChanged(world, question);
  return question;
};

/** A moderator's decision; the text of a banned question is no longer shown. */
export const moderate = (
  world: World,
  question: Question,
  change: { status?: QuestionStatus; hold?: boolean; answerStatus?: string },
): void => {
  if (change.status !== undefined) {
    question.status = change.status;
    if (change.status === 'BANNED') question.text = '';
  }
  if (change.hold !== undefined) question.hold = change.hold;
  if (change.answerStatus !== undefined && question.answer !== null) {
    question.answer.status = change.answerStatus;
    if (change.answerStatus === 'BANNED') question.answer.text = '';
  }
  questionChanged(world, question);
};

/** Unanswered questions of a listing end with it. */
export const closeQuestions = (world: World, item: Item): void => {
  for (const question of Object.values(world.market.questions))
    if (question.item_id === item.id && question.status === 'UNANSWERED')
      moderate(world, question, { status: 'CLOSED_UNANSWERED' });
};

/** The questions that visitors of an item see, newest first. */
export const shownQuestions = (world: World, item: Item): Question[] =>
  Object.values(world.market.questions)
    .filter(
      ({ item_id, status, deleted_from_listing }) =>
        item_id === item.id && !deleted_from_listing && (status === 'UNANSWERED' || status === 'ANSWERED'),
    )
    .toReversed();
