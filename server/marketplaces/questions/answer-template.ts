import { sql } from 'kysely';
import {
  type AnswerTemplate,
  type AnswerTemplateBody,
  type AnswerTemplateChange,
  maxAnswerTemplates,
} from '#contract/marketplaces/answer-template.ts';
import { messages } from '#contract/messages/index.ts';
import type { Locale } from '#contract/messages/locale.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

const spec = listSpec({
  fields: {},
  sql: {},
  search: sql`fold(t.name || ' ' || t.text)`,
  sortedBy: ['name'],
  sorts: { name: sql`lower(t.name)` },
  required: ['name'],
  defaultSort: 'name',
  id: sql`t.id`,
});

const templates = (tx: Tx, actor: Actor) =>
  tx.db
    .selectFrom('answer_templates as t')
    .where('t.business_id', '=', actor.businessId)
    .select(['t.id', 't.name', 't.text', 't.created_at', 't.version']);

type Row = Awaited<ReturnType<ReturnType<typeof templates>['executeTakeFirstOrThrow']>>;

const shape = ({ created_at, ...row }: Row): AnswerTemplate => ({
  ...row,
  createdAt: created_at.toISOString(),
});

export async function listTemplates(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<AnswerTemplate>> {
  const found = await listPage(tx, templates(tx, actor), spec, query);
  return { ...found, items: found.items.map(shape) };
}

async function readTemplate(tx: Tx, actor: Actor, id: number): Promise<AnswerTemplate> {
  const row = await templates(tx, actor).where('t.id', '=', id).executeTakeFirst();
  return row ? shape(row) : fail('not_found');
}

export async function createTemplate(
  tx: Tx,
  actor: Actor,
  body: AnswerTemplateBody,
): Promise<AnswerTemplate> {
  const { count } = await tx.db
    .selectFrom('answer_templates')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  if (count >= maxAnswerTemplates) invalidField('name', 'too_many');
  const { id } = await tx.db
    .insertInto('answer_templates')
    .values({ ...body, business_id: actor.businessId, created_at: tx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTwin);
  return readTemplate(tx, actor, id);
}

/** The starter texts in the language of the reader, up to the number that a business may have. */
export async function addStarters(
  tx: Tx,
  actor: Actor,
  locale: Locale,
): Promise<{ items: AnswerTemplate[] }> {
  const starters = Object.values(messages[locale].marketplaces.starterTemplates);
  const { rows } = await sql<{ id: number }>`
    insert into answer_templates (business_id, name, text, created_at)
    select app_business(), s.name, s.text, ${tx.now()} from jsonb_to_recordset(${JSON.stringify(starters)}::jsonb)
      as s (name text, text text)
    limit greatest(0, ${maxAnswerTemplates} - (select count(*) from answer_templates where business_id = app_business()))
    on conflict (business_id, lower(name)) do nothing returning id`.execute(tx.db);
  const added = new Set(rows.map(({ id }) => id));
  const all = await templates(tx, actor).orderBy('t.id').execute();
  return { items: all.filter(({ id }) => added.has(id)).map(shape) };
}

export async function updateTemplate(
  tx: Tx,
  actor: Actor,
  id: number,
  change: AnswerTemplateChange,
  version: number | undefined,
): Promise<AnswerTemplate> {
  const before = await lockTemplate(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  await tx.db
    .updateTable('answer_templates')
    .set({ ...change, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
    .catch(refuseTwin);
  return readTemplate(tx, actor, id);
}

export async function removeTemplate(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockTemplate(tx, actor, id);
  await tx.db.deleteFrom('answer_templates').where('id', '=', id).execute();
}

async function lockTemplate(tx: Tx, actor: Actor, id: number): Promise<{ version: number }> {
  const template = await tx.db
    .selectFrom('answer_templates')
    .select('version')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return template ?? fail('not_found');
}

/** Names are unique regardless of case. */
function refuseTwin(error: unknown): never {
  if (violatedConstraint(error) === 'answer_templates_name') invalidField('name', 'duplicate');
  throw error;
}
