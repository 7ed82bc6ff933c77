import type { FastifyInstance } from 'fastify';
import type { Question, QuestionStatus } from '../mercado-livre/market.ts';
import { questionStatuses } from '../mercado-livre/market.ts';
import type { QuestionRefusal } from '../mercado-livre/questions.ts';
import { ask, moderate } from '../mercado-livre/questions.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';

const isStatus = (value: string | null): value is QuestionStatus =>
  questionStatuses.some((status) => status === value);

/** Body: `{ itemId, text, buyer? }`; null if there is no such item. */
const askQuestion = (world: World, body: Fields): Question | { refused: QuestionRefusal } | null => {
  const item = world.market.items[textOf(body.itemId) ?? ''];
  if (item === undefined) return null;
  const buyerId = numberOf(body.buyer) ?? world.market.buyers[0]?.id ?? 0;
  return ask(world, item, buyerId, textOf(body.text) ?? '');
};

/** Body: `{ status?, hold?, answerStatus? }`; null if there is no such question. */
export const moderateQuestion = (world: World, id: string, body: Fields): Question | null => {
  const question = world.market.questions[id];
  if (question === undefined) return null;
  const status = textOf(body.status);
  const answerStatus = textOf(body.answerStatus);
  moderate(world, question, {
    ...(isStatus(status) && { status }),
    ...(typeof body.hold === 'boolean' && { hold: body.hold }),
    ...(answerStatus !== null && { answerStatus }),
  });
  return question;
};

export const mountQuestions = (app: FastifyInstance, world: World, api: string): void => {
  app.get(`${api}/questions`, () => Object.values(world.market.questions));
  app.post(`${api}/questions`, (request, reply) => {
    const asked = askQuestion(world, fieldsOf(request.body));
    if (asked === null) return reply.status(404).send({ error: 'not-found' });
    return reply.status('refused' in asked ? 409 : 201).send(asked);
  });
  app.patch(`${api}/questions/:id`, (request, reply) => {
    const id = textOf(fieldsOf(request.params).id) ?? '';
    const changed = moderateQuestion(world, id, fieldsOf(request.body));
    return changed ?? reply.status(404).send({ error: 'not-found' });
  });
};
