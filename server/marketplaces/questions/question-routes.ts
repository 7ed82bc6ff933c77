import type { answerTemplates } from '#contract/marketplaces/answer-template.ts';
import type { presales } from '#contract/marketplaces/question.ts';
import type { Handlers } from '#server/http/route.ts';
import {
  addStarters,
  createTemplate,
  listTemplates,
  removeTemplate,
  updateTemplate,
} from './answer-template.ts';
import { countQuestions } from './question.queries.ts';
import { answerMany, answerQuestion, listQuestions, readQuestion, takeAnswerBack } from './question.ts';

export const presaleRoutes: Handlers<typeof presales> = {
  list: ({ tx, query }) => listQuestions(tx, query),
  counts: ({ tx, query }) => countQuestions(tx, query.query),
  detail: ({ tx, params, outside }) => readQuestion(tx, params.id, outside),
  answer: ({ tx, actor, params, body, outside }) => answerQuestion(tx, actor, params.id, body, outside),
  takeBack: ({ tx, params, outside }) => takeAnswerBack(tx, params.id, outside),
  answerMany: ({ tx, actor, body, outside }) => answerMany(tx, actor, body, outside),
};

export const answerTemplateRoutes: Handlers<typeof answerTemplates> = {
  list: ({ tx, actor, query }) => listTemplates(tx, actor, query),
  create: ({ tx, actor, body }) => createTemplate(tx, actor, body),
  addStarters: ({ tx, actor, locale }) => addStarters(tx, actor, locale),
  update: ({ tx, actor, params, body, version }) => updateTemplate(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeTemplate(tx, actor, params.id),
};
