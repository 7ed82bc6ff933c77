import { isFields, numberOf, textOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { forbidden, get, notFound, ok, pageOf, post, refuse, remove } from './endpoint.ts';
import type { Question } from './market.ts';
import { questionChanged } from './questions.ts';

const MAX_ANSWER = 2000;
const MAX_PAGE = 50;

const viewQuestion = (question: Question) => ({
  date_created: question.date_created,
  item_id: question.item_id,
  seller_id: question.seller_id,
  status: question.status,
  text: question.text,
  id: question.id,
  deleted_from_listing: question.deleted_from_listing,
  hold: question.hold,
  suspected_spam: false,
  answer: question.answer,
  from: { id: question.buyer_id },
});

const sortKeys: Record<string, (question: Question) => string | number> = {
  item_id: (question) => question.item_id,
  seller_id: (question) => question.seller_id,
  from_id: (question) => question.buyer_id,
  date_created: (question) => question.date_created,
};

const sorted = (questions: Question[], query: Record<string, string>): Question[] => {
  const keys = (query.sort_fields ?? '').split(',').filter((field) => field !== '');
  const unknown = keys.find((key) => !Object.hasOwn(sortKeys, key));
  if (unknown !== undefined) throw refuse(400, 'bad_request', `Invalid sort field: ${unknown}`);
  const downwards = (query.sort_types ?? 'DESC').toUpperCase() === 'DESC';
  const compare = (one: Question, other: Question): number => {
    for (const key of keys.length > 0 ? keys : ['date_created']) {
      const [left, right] = [sortKeys[key]?.(one) ?? '', sortKeys[key]?.(other) ?? ''];
      if (left !== right) return (left < right ? -1 : 1) * (downwards ? -1 : 1);
    }
    return (one.id - other.id) * (downwards ? -1 : 1);
  };
  return questions.toSorted(compare);
};

const search = (call: Call) => {
  const { query, caller, world } = call;
  const { item, from, status } = query;
  if (query.seller_id === undefined && item === undefined)
    throw refuse(400, 'bad_request', 'seller_id or item is required');
  if (query.seller_id !== undefined && query.seller_id !== String(caller.id)) throw forbidden();
  const { offset, limit } = pageOf(query, MAX_PAGE, MAX_PAGE);
  const found = Object.values(world.market.questions).filter(
    (question) =>
      question.seller_id === caller.id &&
      (item === undefined || question.item_id === item) &&
      (from === undefined || String(question.buyer_id) === from) &&
      (status === undefined || question.status === status.toUpperCase()),
  );
  return ok({
    total: found.length,
    limit,
    questions: sorted(found, query)
      .slice(offset, offset + limit)
      .map(viewQuestion),
    filters: { limit, offset, is_admin: 'false', sorts: [], caller: caller.id, seller: caller.id },
    available_filters: [],
    available_sorts: ['item_id', 'from_id', 'date_created', 'seller_id'],
  });
};

const questionById = (call: Call, id: string): Question => {
  const question = call.world.market.questions[id];
  if (question === undefined) throw notFound(`Question with id ${id} not found`);
  if (question.seller_id !== call.caller.id) throw forbidden();
  return question;
};

const read = (call: Call) => ok(viewQuestion(questionById(call, call.params.id ?? '')));

const answer = (call: Call) => {
  const body = isFields(call.body) ? call.body : {};
  const id = numberOf(body.question_id);
  if (id === null) throw refuse(400, 'invalid_post_body', 'question_id is required');
  const text = (textOf(body.text) ?? '').trim();
  if (text === '') throw refuse(400, 'invalid_answer', 'The text of the answer is required');
  if (text.length > MAX_ANSWER)
    throw refuse(400, 'invalid_answer', `The text of the answer exceeds ${MAX_ANSWER} characters`);
  const question = questionById(call, String(id));
  if (question.status !== 'UNANSWERED')
    throw refuse(400, 'not_unanswered_question', 'The question status is not unanswered');
  if (question.hold) throw refuse(400, 'question_on_hold', 'The question is on hold');
  const item = call.world.market.items[question.item_id];
  if (item === undefined || item.status === 'closed')
    throw refuse(400, 'not_active_item', 'The item of the question is not active');
  question.answer = { text, status: 'ACTIVE', date_created: call.world.clock.now().toISOString() };
  question.status = 'ANSWERED';
  questionChanged(call.world, question);
  return ok(viewQuestion(question));
};

const erase = (call: Call) => {
  const question = questionById(call, call.params.id ?? '');
  question.status = 'DELETED';
  question.deleted_from_listing = true;
  questionChanged(call.world, question);
  return ok(['Question deleted.']);
};

export const questionEndpoints: Endpoint[] = [
  get('/questions/search', search),
  get('/questions/:id', read),
  post('/answers', answer),
  remove('/questions/:id', erase),
];
