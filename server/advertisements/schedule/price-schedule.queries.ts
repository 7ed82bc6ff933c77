import { sql } from 'kysely';
import {
  type PriceSchedule,
  priceScheduleFilter,
  priceScheduleSorts,
  type ScheduledPrice,
} from '#contract/advertisements/price-schedule.ts';
import type { PriceRule } from '#contract/advertisements/repricing.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The prices `b` that a run `r` has set are those of the publication now: neither a person nor a floor changed them. */
const isInForce = sql<boolean>`not exists (select from publication_variations v
  where v.business_id = r.business_id and v.publication_id = (b.value ->> 'publication')::bigint
    and (b.value -> 'before' ->> v.id::text)::bigint <> v.price_centavos)`;

const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('price_schedules as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('bulk_runs as r', (join) =>
      join.onRef('r.business_id', '=', 's.business_id').onRef('r.id', '=', 's.run_id'),
    )
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
      sql<number | null>`case when s.state = 'running' and r.state = 'done' then
        (select count(*)::int from jsonb_array_elements(r.before) b where ${isInForce}) end`.as('in_force'),
      sql<Refused[] | null>`jsonb_path_query_array(r.failed, '$[0 to 2]')`.as('refused'),
    ]);
type Refused = PriceSchedule['refused'][number];
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
  inForce: row.in_force,
  refused: (row.refused ?? []).map(({ name, code }) => ({ name, code })),
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
  const { rows } = await sql<{
    publication: number;
    state: ScheduledPrice['state'];
    begins_at: Date;
    ends_at: Date | null;
    in_force: boolean;
  }>`
    with applied as materialized (
      select s.id as schedule_id, (b.value ->> 'publication')::bigint as publication_id, ${isInForce} as in_force
      from price_schedules s
        join bulk_runs r on r.business_id = s.business_id and r.id = s.run_id
        cross join jsonb_array_elements(r.before) b
      where s.business_id = app_business() and s.state = 'running')
    select distinct on (p.publication_id) p.publication_id as publication, s.state, s.begins_at, s.ends_at,
      coalesce(a.in_force, false) as in_force
    from price_schedules s
      join price_schedule_publications p on p.business_id = s.business_id and p.schedule_id = s.id
      left join applied a on a.schedule_id = s.id and a.publication_id = p.publication_id
    where s.business_id = app_business() and s.state in ('waiting', 'running')
    order by p.publication_id, s.begins_at
    limit ${mostMarks}`.execute(tx.db);
  return {
    items: rows.map((row) => ({
      publication: row.publication,
      state: row.state,
      beginsAt: row.begins_at.toISOString(),
      endsAt: row.ends_at?.toISOString() ?? null,
      inForce: row.in_force,
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
