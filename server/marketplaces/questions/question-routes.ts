import type { answerTemplates } from '#contract/marketplaces/answer-template.ts';
import type { presales } from '#contract/marketplaces/question.ts';
import type { Handlers } from '#server/http/route.ts';
import { createTemplate, listTemplates, removeTemplate, updateTemplate } from './answer-template.ts';
import { countQuestions } from './question.queries.ts';
import { answerQuestion, listQuestions, readQuestion } from './question.ts';

export const presaleRoutes: Handlers<typeof presales> = {
  list: ({ tx, query }) => listQuestions(tx, query),
  counts: ({ tx }) => countQuestions(tx),
  detail: ({ tx, params, outside }) => readQuestion(tx, params.id, outside),
  answer: ({ tx, actor, params, body, outside }) => answerQuestion(tx, actor, params.id, body.text, outside),
};

export const answerTemplateRoutes: Handlers<typeof answerTemplates> = {
  list: ({ tx, actor, query }) => listTemplates(tx, actor, query),
  create: ({ tx, actor, body }) => createTemplate(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateTemplate(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeTemplate(tx, actor, params.id),
};
