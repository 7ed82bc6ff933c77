import { sql } from 'kysely';
import { reviewFilter, reviewSorts } from '#contract/marketplaces/review.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The listing that `r` is about: a whole publication or one variation. */
const publicationOfItem = sql<number>`coalesce(
  (select l.id from publications l where l.account_id = r.account_id and l.remote_item_id = r.item_id
    and l.business_id = r.business_id order by l.state = 'closed', l.id desc limit 1),
  (select v.publication_id from publication_variations v join publications l on l.id = v.publication_id
    where v.business_id = r.business_id and v.remote_item_id = r.item_id and l.account_id = r.account_id
    order by l.state = 'closed', l.id desc limit 1))`;

const image = sql<{ id: number; name: string } | null>`(select json_build_object('id', i.id, 'name', i.name)
  from publication_images pi join images i on i.id = pi.image_id
  where pi.publication_id = p.id order by pi.position limit 1)`;

export const reviewQuery = (tx: Tx) =>
  tx.db
    .selectFrom('reviews as r')
    .innerJoin('marketplace_accounts as a', 'a.id', 'r.account_id')
    .leftJoin('publications as p', (join) => join.on('p.id', '=', publicationOfItem))
    .where('r.business_id', '=', sql<number>`app_business()`)
    .where('a.removed_at', 'is', null)
    .select([
      'r.id',
      'r.rating',
      'r.title',
      'r.text',
      'r.written_at',
      'r.account_id',
      'a.name as account_name',
      'a.marketplace',
      'a.tags',
      'r.item_id',
      'r.answer',
      'r.answered_at',
      'r.reply',
      'r.reply_state',
      'r.reply_reason',
      'r.reply_detail',
      'p.id as publication_id',
      'p.advertisement_id',
      'p.name as publication_name',
    ])
    .select(image.as('image'));

const spec = listSpec({
  fields: reviewFilter,
  sortedBy: reviewSorts,
  sql: {
    rating: sql`r.rating`,
    account: sql`r.account_id`,
    advertisement: sql`p.advertisement_id`,
    answered: sql`(r.answer is not null or r.reply_state = 'sent')`,
    written: sql`r.written_at`,
  },
  search: sql`r.search`,
  matches: { list: 'reviews', ids: sql`r.id`, fields: [] },
  sorts: { written: sql`r.written_at`, rating: sql`r.rating` },
  required: ['written', 'rating'],
  defaultSort: '-written',
  id: sql`r.id`,
});

export const listReviewRows = (tx: Tx, query: ListQuery) => listPage(tx, reviewQuery, spec, query);
export type ReviewListRow = Awaited<ReturnType<typeof listReviewRows>>['items'][number];

type Stars = { one: number; two: number; three: number; four: number; five: number };
type Drawn = { id: number | null; name: string | null; total: number; average: number } & Stars;

/** The number of advertisements in the chart; the others are found in the list. */
const drawnAtMost = 50;

const starsOf = sql`count(*)::int as total, round(avg(x.rating) * 100)::int as average,
  count(*) filter (where x.rating = 1)::int as one, count(*) filter (where x.rating = 2)::int as two,
  count(*) filter (where x.rating = 3)::int as three, count(*) filter (where x.rating = 4)::int as four,
  count(*) filter (where x.rating = 5)::int as five`;

/** By listing first: a listing with a thousand reviews is looked up once. */
export async function drawReviews(tx: Tx): Promise<{ whole: Drawn | undefined; items: Drawn[] }> {
  const counted = sql`with x as (select r.account_id, r.item_id, r.business_id, r.rating from reviews r
    join marketplace_accounts a on a.id = r.account_id and a.removed_at is null where r.business_id = app_business())`;
  const { rows } = await sql<Drawn & { whole: boolean }>`${counted},
    listings as (select r.account_id, r.item_id, (select p.advertisement_id from publications p where p.id = ${publicationOfItem})
        as advertisement_id from (select distinct account_id, item_id, business_id from x) r),
    drawn as (select l.advertisement_id, ${starsOf} from x
      join listings l on l.account_id = x.account_id and l.item_id = x.item_id group by l.advertisement_id)
    select true as whole, null::bigint as id, null::text as name, ${starsOf} from x having count(*) > 0
    union all (select false, d.advertisement_id, ad.product, d.total, d.average, d.one, d.two, d.three, d.four, d.five
      from drawn d left join advertisements ad on ad.id = d.advertisement_id
      order by d.average, d.total desc limit ${sql.lit(drawnAtMost)})`.execute(tx.db);
  return { whole: rows.find((row) => row.whole), items: rows.filter((row) => !row.whole) };
}

/** Locks a review for an answer; returns what decides whether one may be written. */
export function lockReview(tx: Tx, id: number) {
  return tx.db
    .selectFrom('reviews as r')
    .innerJoin('marketplace_accounts as a', 'a.id', 'r.account_id')
    .select([
      'r.id',
      'r.answer',
      'r.reply_state',
      'a.marketplace',
      'a.tags',
      'a.state as account_state',
      'a.removed_at',
    ])
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst();
}
