import { sql } from 'kysely';
import { leaveOut } from '#contract/filter.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { chatFilter, chatSorts } from '#contract/marketplaces/chat.ts';
import { postsaleKinds } from '#contract/marketplaces/chat-states.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { filterOf } from '#server/db/list-filter.ts';
import type { Tx } from '#server/db/transaction.ts';
import { variationQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';
import { threadsOfSales } from './threads-of-sales.ts';

/**
 * The listing that a question was asked on, or that of the first line of the sale; one that is still on sale comes
 * first.
 */
const publicationOf = sql<number>`case when c.about_what = 'item' then coalesce(
    (select l.id from publications l where l.account_id = c.account_id and l.remote_item_id = c.about_id
      and l.business_id = c.business_id order by l.state = 'closed', l.id desc limit 1),
    (select v.publication_id from publication_variations v join publications l on l.id = v.publication_id
      where v.business_id = c.business_id and v.remote_item_id = c.about_id and l.account_id = c.account_id
      order by l.state = 'closed', l.id desc limit 1))
  else (select v.publication_id from order_lines l join publication_variations v on v.id = l.publication_variation_id
    where l.order_id = c.order_id order by l.id limit 1) end`;

const image = sql<{ id: number; name: string } | null>`(select json_build_object('id', i.id, 'name', i.name)
  from publication_images pi join images i on i.id = pi.image_id
  where pi.publication_id = p.id order by pi.position limit 1)`;

const items = sql<string | null>`(select string_agg(l.quantity || ' × ' || l.title, ', ' order by l.id)
  from order_lines l where l.order_id = o.id)`;

const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('chats as c')
    .leftJoin('marketplace_accounts as a', 'a.id', 'c.account_id')
    .leftJoin('orders as o', 'o.id', 'c.order_id')
    .leftJoin('publications as p', (join) => join.on('p.id', '=', publicationOf))
    .where('c.business_id', '=', sql<number>`app_business()`)
    .where('a.removed_at', 'is', null)
    .select([
      'c.id',
      'c.kind',
      'c.state',
      'c.send_state',
      'c.block_reason',
      'c.excerpt',
      'c.opened_at',
      'c.last_at',
      'c.due_at',
      'c.due_given',
      'c.account_id',
      'a.name as account_name',
      'c.order_id',
      'o.remote_order_id',
      'c.question_id',
      'c.source',
      'c.turn',
      'c.handled_until',
      'p.id as publication_id',
      'p.name as publication_name',
    ])
    .select([image.as('image'), items.as('items')]);

const postsaleQuery = (tx: Tx) => baseQuery(tx).where('c.kind', 'in', postsaleKinds);

const spec = listSpec({
  fields: chatFilter,
  sortedBy: chatSorts,
  sql: {
    kind: sql`c.kind`,
    state: sql`c.state`,
    account: sql`c.account_id`,
    order: { where: (values) => sql`c.id in (${threadsOfSales(values.map(Number))})` },
    due: sql`c.due_at`,
    opened: sql`c.opened_at`,
  },
  search: sql`c.search`,
  matches: { list: 'chats', ids: sql`c.id`, fields: [] },
  sorts: { due: sql`c.due_at`, last: sql`c.last_at` },
  required: ['last'],
  defaultSort: 'due',
  id: sql`c.id`,
});

export const listChatRows = (tx: Tx, query: ListQuery) => listPage(tx, baseQuery, spec, query);
export const listPostsaleRows = (tx: Tx, query: ListQuery) => listPage(tx, postsaleQuery, spec, query);
export type ChatListRow = Awaited<ReturnType<typeof listChatRows>>['items'][number];

const offered = sql<{ price: number | null; stock: number | null } | null>`(select json_build_object(
    'price', min(v.price_centavos) filter (where v.active), 'stock', sum(${variationQuantitySql}))
  from publication_variations v where v.publication_id = p.id
    and (c.about_what <> 'item' or v.remote_item_id is null or v.remote_item_id = c.about_id))`;

const lines = sql<
  NonNullable<ChatDetail['sale']>['lines']
>`(select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title,
    'sku', l.sku, 'quantity', l.quantity, 'variation', v.id, 'stock', case when v.id is not null then ${variationQuantitySql} end) order by l.id), '[]')
  from order_lines l left join publication_variations v on v.id = l.publication_variation_id
  where l.order_id = o.id or l.order_id in (select s.order_id from claim_sales s where s.chat_id = c.id))`;

/** Lines of all sales in the thread. */
const total = sql<number | null>`coalesce((select sum(n.total_centavos)::bigint from claim_sales s
  join orders n on n.id = s.order_id where s.chat_id = c.id), o.total_centavos)`;

const claimed = sql<
  NonNullable<ChatDetail['claim']>['sales']
>`(select coalesce(json_agg(json_build_object('id', n.id,
    'number', coalesce(n.remote_order_id, n.id::text)) order by n.id), '[]')
  from claim_sales s join orders n on n.id = s.order_id where s.chat_id = c.id)`;

export function findChat(tx: Tx, id: number) {
  return baseQuery(tx)
    .leftJoin('claims as k', 'k.chat_id', 'c.id')
    .where('c.id', '=', id)
    .select([
      'c.source',
      'c.status as thread_status',
      'c.turn',
      'c.block_detail',
      'c.openings',
      'a.marketplace',
      'a.tags',
      'a.state as account_state',
      'p.advertisement_id',
      'p.state as publication_state',
      'p.link',
      'k.chat_id as claim_id',
      'k.mediated',
      'k.reason',
      'k.detail',
      'k.outcome',
      'k.actions',
      'k.units',
      'k.affects_reputation',
      'k.spare_until',
      'k.return_step',
      'k.return_status',
      'k.return_tracking',
      'k.return_to_seller',
      'o.status as order_status',
      'o.buyer_name',
      'o.purchased_at',
      'o.tracking_code',
      'o.return_expected',
      'o.returned_at',
    ])
    .select([offered.as('offered'), lines.as('lines'), total.as('total_centavos'), claimed.as('sales')])
    .executeTakeFirst();
}
export type ChatFacts = NonNullable<Awaited<ReturnType<typeof findChat>>>;

const files = sql<
  ChatDetail['messages'][number]['files']
>`(select coalesce(json_agg(json_build_object('id', f.id,
    'name', f.name, 'contentType', f.content_type, 'bytes', f.bytes) order by f.id), '[]')
  from chat_files f where f.message_id = m.id and not m.withheld)`;

export async function findMessages(tx: Tx, chatId: number) {
  return tx.db
    .selectFrom('chat_messages as m')
    .leftJoin('users as u', 'u.id', 'm.written_by')
    .select([
      'm.id',
      'm.author',
      'm.act',
      'm.choice',
      'm.text',
      'm.at',
      'm.withheld',
      'm.send_state',
      'm.send_reason',
      'm.send_detail',
      'u.name as by',
      files.as('files'),
    ])
    .where('m.chat_id', '=', chatId)
    .orderBy('m.at')
    .orderBy('m.id')
    .execute();
}

export function findOthers(tx: Tx, { id, order_id }: ChatFacts): Promise<ChatDetail['others']> {
  if (order_id === null) return Promise.resolve([]);
  return tx.db
    .selectFrom('chats')
    .select(['id', 'kind', 'state', 'excerpt'])
    .where(sql<boolean>`id in (${threadsOfSales([order_id])})`)
    .where('id', '<>', id)
    .orderBy('last_at', 'desc')
    .limit(20)
    .$castTo<ChatDetail['others'][number]>()
    .execute();
}

/** The newest are compared for similarity. */
const compared = 1000;
const mostGiven = 5;
const alike = 0.3;

/** Answers to similar words in messages of sales: those of the same advertisement first, each text once. */
export async function findGivenInChats(tx: Tx, chat: ChatFacts): Promise<ChatDetail['given']> {
  if (chat.excerpt === '') return [];
  const { rows } = await sql<ChatDetail['given'][number]>`with
    pool as (select m.id, m.chat_id, m.text as answer, m.at, (select b.text from chat_messages b
        where b.chat_id = m.chat_id and b.author = 'buyer' and b.at <= m.at order by b.at desc, b.id desc limit 1) as question,
        exists (select from chats c join order_lines l on l.order_id = c.order_id
          join publication_variations v on v.id = l.publication_variation_id join publications p on p.id = v.publication_id
          where c.id = m.chat_id and p.advertisement_id = ${chat.advertisement_id}) as same
      from chat_messages m where m.business_id = app_business() and m.author = 'seller'
        and (m.act is null or m.act = 'message_buyer')
        and m.chat_id <> ${chat.id} and not m.withheld and m.send_state is distinct from 'refused'
      order by m.id desc limit ${sql.lit(compared)}),
    scored as (select distinct on (answer) *, similarity(fold(question), fold(${chat.excerpt})) as likeness
      from pool where question is not null and answer <> '' order by answer, same desc, likeness desc)
    select id, question, answer, same as "sameProduct" from scored where likeness >= ${sql.lit(alike)}
    order by likeness + case when same then ${sql.lit(alike)} else 0 end desc, id desc limit ${sql.lit(mostGiven)}`.execute(
    tx.db,
  );
  return rows;
}

/** Locks a thread for a new message; returns what decides whether one may be written. */
export function lockChat(tx: Tx, id: number) {
  return tx.db
    .selectFrom('chats as c')
    .innerJoin('marketplace_accounts as a', 'a.id', 'c.account_id')
    .leftJoin('claims as k', 'k.chat_id', 'c.id')
    .select([
      'c.id',
      'c.source',
      'c.status',
      'c.openings',
      'c.block_reason',
      'c.order_id',
      'k.actions',
      'k.units',
      'a.marketplace',
      'a.tags',
      'a.state as account_state',
      'a.removed_at',
    ])
    .where('c.business_id', '=', sql<number>`app_business()`)
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirst();
}
export type LockedChat = NonNullable<Awaited<ReturnType<typeof lockChat>>>;

type Counts = Record<'waiting' | 'late' | 'sending' | 'refused' | 'claims', number>;

/** Late: due before the end of today. */
export async function countChats(tx: Tx, endOfDay: Date, query: string | undefined): Promise<Counts> {
  const { conditions } = await filterOf(tx, spec, leaveOut(query ?? '', ['state']).text);
  const found = baseQuery(tx)
    .clearSelect()
    .select('c.id')
    .where((where) => where.and(conditions));
  const isFound = conditions.length > 0 ? sql`c.id in (${found})` : sql`true`;
  const { rows } = await sql<Counts>`select
      count(*) filter (where c.state = 'waiting_us')::int as waiting,
      count(*) filter (where c.state = 'waiting_us' and c.due_at < ${endOfDay})::int as late,
      count(*) filter (where c.send_state = 'sending' and c.state = 'open')::int as sending,
      count(*) filter (where c.send_state = 'refused' and c.state = 'waiting_us')::int as refused,
      count(*) filter (where c.state = 'waiting_us' and c.source = 'claim')::int as claims
    from chats c left join marketplace_accounts a on a.id = c.account_id
    where c.business_id = app_business() and a.removed_at is null and c.state in ('waiting_us', 'open')
      and ${isFound}`.execute(tx.db);
  return rows[0] ?? { waiting: 0, late: 0, sending: 0, refused: 0, claims: 0 };
}
