import { sql } from 'kysely';
import { leaveOut } from '#contract/filter.ts';
import { type QuestionDetail, questionFilter, questionSorts } from '#contract/marketplaces/question.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { filterOf } from '#server/db/list-filter.ts';
import type { Tx } from '#server/db/transaction.ts';
import { variationQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';

/** The listing that `q` was asked on: a whole publication or one variation; one that is still on sale comes first. */
const publicationOfItem = sql<number>`coalesce(
  (select l.id from publications l where l.account_id = q.account_id and l.remote_item_id = q.item_id
    and l.business_id = q.business_id order by l.state = 'closed', l.id desc limit 1),
  (select v.publication_id from publication_variations v join publications l on l.id = v.publication_id
    where v.business_id = q.business_id and v.remote_item_id = q.item_id and l.account_id = q.account_id
    order by l.state = 'closed', l.id desc limit 1))`;

const image = sql<{ id: number; name: string } | null>`(select json_build_object('id', i.id, 'name', i.name)
  from publication_images pi join images i on i.id = pi.image_id
  where pi.publication_id = p.id order by pi.position limit 1)`;

const listingsOf = (publication: number) => sql`select remote_item_id from publications
  where id = ${publication} and business_id = app_business()
  union all select remote_item_id from publication_variations
  where publication_id = ${publication} and business_id = app_business()`;

const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('questions as q')
    .innerJoin('marketplace_accounts as a', 'a.id', 'q.account_id')
    .leftJoin('publications as p', (join) => join.on('p.id', '=', publicationOfItem))
    .where('q.business_id', '=', sql<number>`app_business()`)
    .where('a.removed_at', 'is', null)
    .select([
      'q.id',
      'q.text',
      'q.asked_at',
      'q.state',
      'q.status',
      'q.on_hold',
      'q.account_id',
      'a.name as account_name',
      'q.item_id',
      'p.id as publication_id',
      'p.name as publication_name',
    ])
    .select(image.as('image'));

const spec = listSpec({
  fields: questionFilter,
  sortedBy: questionSorts,
  sql: {
    state: sql`q.state`,
    account: sql`q.account_id`,
    publication: {
      where: (values) =>
        sql`${sql.join(
          values.map((value) => sql`q.item_id in (${listingsOf(Number(value))})`),
          sql` or `,
        )}`,
    },
    asked: sql`q.asked_at`,
  },
  search: sql`q.search`,
  matches: { list: 'questions', ids: sql`q.id`, fields: [] },
  sorts: { asked: sql`q.asked_at` },
  required: ['asked'],
  defaultSort: 'asked',
  id: sql`q.id`,
});

export function listQuestionRows(tx: Tx, query: ListQuery) {
  return listPage(tx, baseQuery, spec, query);
}
export type QuestionListRow = Awaited<ReturnType<typeof listQuestionRows>>['items'][number];

/** Price and units of that listing: of one variation if it has a listing of its own. */
const offered = sql<{ price: number | null; stock: number | null } | null>`(select json_build_object(
    'price', min(v.price_centavos) filter (where v.active), 'stock', sum(${variationQuantitySql}))
  from publication_variations v where v.publication_id = p.id
    and (v.remote_item_id is null or v.remote_item_id = q.item_id))`;

/** What is on sale under that listing. */
const variations = sql<{ id: number; name: string; priceCentavos: number; stock: number }[]>`(select
    coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'priceCentavos', v.price_centavos,
      'stock', ${variationQuantitySql}) order by v.id), '[]')
  from publication_variations v where v.publication_id = p.id and v.active
    and (v.remote_item_id is null or v.remote_item_id = q.item_id))`;

export function findQuestion(tx: Tx, id: number) {
  return baseQuery(tx)
    .leftJoin('users as u', 'u.id', 'q.replied_by')
    .where('q.id', '=', id)
    .select([
      'q.buyer_id',
      'q.remote_id',
      'q.answer',
      'q.answer_removed',
      'q.answered_at',
      'q.reply',
      'q.reply_state',
      'q.reply_reason',
      'q.reply_detail',
      'q.replied_at',
      'q.reply_begun_at',
      'u.name as replied_by_name',
      'a.marketplace',
      'a.tags',
      'p.advertisement_id',
      'p.state as publication_state',
      'p.link',
    ])
    .select([offered.as('offered'), variations.as('variations')])
    .executeTakeFirst();
}
export type QuestionFacts = NonNullable<Awaited<ReturnType<typeof findQuestion>>>;

/** Locks a question for an answer; returns what decides whether one may be written. */
export function lockQuestion(tx: Tx, id: number) {
  return tx.db
    .selectFrom('questions as q')
    .innerJoin('marketplace_accounts as a', 'a.id', 'q.account_id')
    .select(['q.id', 'q.state', 'a.marketplace', 'a.tags', 'a.state as account_state', 'a.removed_at'])
    .select('q.reply_begun_at')
    .where('q.id', '=', id)
    .forUpdate('q')
    .executeTakeFirst();
}

const mostFormer = 20;

export async function findFormer(tx: Tx, { id, account_id, buyer_id }: QuestionFacts) {
  if (buyer_id === '') return [];
  return tx.db
    .selectFrom('questions as q')
    .leftJoin('publications as p', (join) => join.on('p.id', '=', publicationOfItem))
    .select(['q.id', 'q.text', 'q.asked_at', 'q.state', 'q.answer', 'q.reply', 'p.name as publication_name'])
    .where('q.account_id', '=', account_id)
    .where('q.buyer_id', '=', buyer_id)
    .where('q.id', '<>', id)
    .orderBy('q.asked_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(mostFormer)
    .execute();
}

/** Compared for similarity: the newest of the same advertisement, and of all. */
const comparedOfProduct = 300;
const compared = 1000;
const mostGiven = 5;
const alike = 0.3;

/** Earlier answers: those of the same advertisement, then those to similar words; each text once. */
export async function findGiven(tx: Tx, question: QuestionFacts): Promise<QuestionDetail['given']> {
  const columns = sql`q.id, q.text, coalesce(q.answer, q.reply) as answer`;
  const answered = sql`q.business_id = app_business() and q.state = 'answered' and not q.answer_removed
    and q.id <> ${question.id}`;
  const { rows } = await sql<QuestionDetail['given'][number]>`with
    listings as (select ${question.item_id} as item
      union select l.remote_item_id from publications l
        where l.business_id = app_business() and l.advertisement_id = ${question.advertisement_id}
      union select v.remote_item_id from publications l
        join publication_variations v on v.publication_id = l.id and v.business_id = l.business_id
        where l.business_id = app_business() and l.advertisement_id = ${question.advertisement_id}),
    of_product as (select ${columns}, true as same from questions q
      where ${answered} and q.item_id in (select item from listings) order by q.asked_at desc limit ${sql.lit(comparedOfProduct)}),
    of_all as (select ${columns}, false as same from questions q
      where ${answered} order by q.asked_at desc limit ${sql.lit(compared)}),
    scored as (select distinct on (answer) *, similarity(fold(text), fold(${question.text})) as likeness
      from (select * from of_product union all select * from of_all) as pool
      where answer <> '' order by answer, same desc, similarity(fold(text), fold(${question.text})) desc)
    select id, text as question, answer, same as "sameProduct" from scored
    where same or likeness >= ${sql.lit(alike)}
    order by likeness + case when same then ${sql.lit(alike)} else 0 end desc, id desc limit ${sql.lit(mostGiven)}`.execute(
    tx.db,
  );
  return rows;
}

export async function countQuestions(tx: Tx, query: string | undefined) {
  const { conditions } = await filterOf(tx, spec, leaveOut(query ?? '', ['state']).text);
  const found = baseQuery(tx)
    .clearSelect()
    .select('q.id')
    .where((where) => where.and(conditions));
  const isFound = conditions.length > 0 ? sql`q.id in (${found})` : sql`true`;
  const { rows } = await sql<Record<'waiting' | 'refused' | 'sending' | 'blocked', number>>`select
      count(*) filter (where q.state = 'waiting')::int as waiting,
      count(*) filter (where q.state = 'refused')::int as refused,
      count(*) filter (where q.state = 'sending')::int as sending,
      count(*) filter (where q.state = 'blocked')::int as blocked
    from questions q join marketplace_accounts a on a.id = q.account_id and a.removed_at is null
    where q.business_id = app_business() and q.state in ('waiting', 'refused', 'sending', 'blocked')
      and ${isFound}`.execute(tx.db);
  return rows[0] ?? { waiting: 0, refused: 0, sending: 0, blocked: 0 };
}
