import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { idParams, instant, listQuery, oneLine, page, text, version } from '../primitives.ts';

/** As many as a business has: all of them fit in one menu. */
export const maxAnswerTemplates = 100;

/** Fields of a template, with their names in each language. */
export const templateFields = {
  product: ['produto', 'product'],
  price: ['preço', 'preco', 'price'],
  stock: ['estoque', 'stock'],
  account: ['loja', 'shop'],
  buyer: ['comprador', 'buyer'],
  sale: ['venda', 'sale'],
  tracking: ['rastreio', 'tracking'],
} as const;
export type TemplateField = keyof typeof templateFields;
/** Null or absent values are unknown. */
export type TemplateValues = Readonly<Partial<Record<TemplateField, string | null>>>;

const open = /\{\s*([\p{L}]+)\s*\}/gu;
const fields = Object.keys(templateFields) as TemplateField[];

function fieldNamed(name: string): TemplateField | undefined {
  const known = (field: TemplateField): readonly string[] => templateFields[field];
  return fields.find((field) => known(field).includes(name.toLowerCase()));
}

/** The text with known fields filled in; unknown ones stay as written. */
export function fillTemplate(written: string, values: TemplateValues): string {
  return written.replace(open, (whole: string, name: string) => {
    const field = fieldNamed(name);
    return (field && values[field]) ?? whole;
  });
}

/** Fields that a text still leaves open. */
export function openFields(written: string): string[] {
  return [...written.matchAll(open)].filter(([, name = '']) => fieldNamed(name)).map(([whole]) => whole);
}

export const answerTemplate = z
  .object({ id: z.number(), name: z.string(), text: z.string(), createdAt: instant, version })
  .meta({ id: 'AnswerTemplate' });
export type AnswerTemplate = z.output<typeof answerTemplate>;

const longest = 2000;
const body = z.strictObject({ name: oneLine(60, 1), text: text(longest, 1) });
const change = z.strictObject({ name: oneLine(60, 1).optional(), text: text(longest, 1).optional() });
export type AnswerTemplateBody = z.output<typeof body>;
export type AnswerTemplateChange = z.output<typeof change>;

export const answerTemplates = entity('answerTemplates', {
  list: endpoint({
    method: 'GET',
    path: '/answer-templates',
    permission: 'presales.read',
    summary: 'Answer templates of the business, with fields that are filled in from the publication',
    query: listQuery,
    response: page(answerTemplate),
  }),
  create: endpoint({
    method: 'POST',
    path: '/answer-templates',
    permission: 'presales.answer',
    summary: 'Add an answer template; its name is unique, ignoring case',
    body,
    response: answerTemplate,
  }),
  addStarters: endpoint({
    method: 'POST',
    path: '/answer-templates/starters',
    permission: 'presales.answer',
    summary: "Adds a few texts to begin with, in the caller's language; names that exist are left out",
    response: z.object({ items: z.array(answerTemplate) }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/answer-templates/:id',
    permission: 'presales.answer',
    summary: 'Change name or text of an answer template',
    params: idParams,
    body: change,
    response: answerTemplate,
    errors: ['stale_version'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/answer-templates/:id',
    permission: 'presales.answer',
    summary: 'Remove an answer template',
    params: idParams,
  }),
});
