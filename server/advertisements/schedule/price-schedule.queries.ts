import { sql } from 'kysely';
import {
  openScheduleStates,
  type PriceSchedule,
  priceScheduleFilter,
  priceScheduleSorts,
  type ScheduledPrice,
} from '#contract/advertisements/price-schedule.ts';
import type { PriceRule } from '#contract/advertisements/repricing.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';

const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('price_schedules as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.business_id', '=', sql<number>`app_business()`)
    .select([
      's.id',
      's.state',
      's.begins_at',
      's.ends_at',
      's.rule',
      's.ending',
      's.created_at',
      'u.name as by',
    ])
    .select([
      sql<number>`(select count(*)::int from price_schedule_publications p
        where p.business_id = s.business_id and p.schedule_id = s.id)`.as('publications'),
      sql<string | null>`(select l.name from price_schedule_publications p
        join publications l on l.id = p.publication_id
        where p.business_id = s.business_id and p.schedule_id = s.id order by p.publication_id limit 1)`.as(
        'name',
      ),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof baseQuery>['executeTakeFirstOrThrow']>>;

const spec = listSpec({
  fields: priceScheduleFilter,
  sortedBy: priceScheduleSorts,
  sql: { state: sql`s.state` },
  search: sql`fold(u.name)`,
  sorts: { begins: sql`s.begins_at` },
  required: ['begins'],
  defaultSort: '-begins',
  id: sql`s.id`,
});

const shape = (row: Row): PriceSchedule => ({
  id: row.id,
  state: row.state,
  beginsAt: row.begins_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  rule: row.rule as PriceRule,
  ending: row.ending,
  publications: row.publications,
  name: row.name ?? '',
  by: row.by,
  createdAt: row.created_at.toISOString(),
});

export async function listSchedules(tx: Tx, query: ListQuery): Promise<Page<PriceSchedule>> {
  const found = await listPage(tx, baseQuery, spec, query);
  return { ...found, items: found.items.map(shape) };
}

export async function findSchedule(tx: Tx, id: number): Promise<PriceSchedule | null> {
  const row = await baseQuery(tx).where('s.id', '=', id).executeTakeFirst();
  return row ? shape(row) : null;
}

export function lockSchedule(tx: Tx, id: number) {
  return tx.db
    .selectFrom('price_schedules')
    .select(['id', 'user_id', 'api_key_id', 'rule', 'ending', 'begins_at', 'ends_at', 'state', 'run_id'])
    .where('business_id', '=', sql<number>`app_business()`)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** As many as a screen marks; the next to change come first. */
const mostMarks = 5000;

/** Of a publication in several schedules, the one that changes it next. */
export async function findMarks(tx: Tx): Promise<{ items: ScheduledPrice[] }> {
  const rows = await tx.db
    .selectFrom('price_schedules as s')
    .innerJoin('price_schedule_publications as p', (join) =>
      join.onRef('p.business_id', '=', 's.business_id').onRef('p.schedule_id', '=', 's.id'),
    )
    .distinctOn('p.publication_id')
    .where('s.business_id', '=', sql<number>`app_business()`)
    .where('s.state', 'in', openScheduleStates)
    .select(['p.publication_id', 's.state', 's.begins_at', 's.ends_at'])
    .orderBy('p.publication_id')
    .orderBy('s.begins_at')
    .limit(mostMarks)
    .execute();
  return {
    items: rows.map((row) => ({
      publication: row.publication_id,
      state: row.state as ScheduledPrice['state'],
      beginsAt: row.begins_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? null,
    })),
  };
}

export async function publicationsOf(tx: Tx, scheduleId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('price_schedule_publications')
    .select('publication_id')
    .where('business_id', '=', sql<number>`app_business()`)
    .where('schedule_id', '=', scheduleId)
    .execute();
  return rows.map((row) => row.publication_id);
}

/**
 * Publications that are in an open schedule at the same time. Two that overlap would each restore what the other one
 * set.
 */
export async function findOverlapping(
  tx: Tx,
  publications: readonly number[],
  begins: Date,
  ends: Date | null,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct l.name from price_schedules s
    join price_schedule_publications p on p.business_id = s.business_id and p.schedule_id = s.id
    join publications l on l.id = p.publication_id
    where s.business_id = app_business() and s.state in ('waiting', 'running')
      and p.publication_id = any(${publications}::bigint[])
      and s.begins_at <= ${ends ?? begins} and coalesce(s.ends_at, s.begins_at) >= ${begins}
    order by l.name limit 3`.execute(tx.db);
  return rows.map(({ name }) => name);
}
