import { type RawBuilder, sql } from 'kysely';
import { addDays, type Day, startOfDay, timeZone } from '#contract/dates.ts';
import { leastSeconds, pauseSeconds, type WorkKind } from '#contract/orders/productivity.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';

export type WorkDay = {
  user_id: number;
  day: Day;
  kind: WorkKind;
  lines: number;
  units: number;
  parcels: number;
  seconds: number;
};

/** The day of an instant, as `dayOf`. */
export const dayIn = (instant: RawBuilder<unknown>) =>
  sql`(${instant} at time zone ${sql.lit(timeZone)})::date`;

const kind = (name: WorkKind) => sql`${sql.lit(name)}::text as kind`;

/** What is taken back on the day of the act is no result of that day; a later day changes nothing. */
const isKept = sql`(voided_at is null or ${dayIn(sql`voided_at`)} > ${dayIn(sql`at`)})`;

/**
 * Each recorded act of a person at goods, as (user_id, at, kind, line, units, parcels). A line is counted once for its
 * key; an act without results only counts as time.
 */
const actsIn = (within: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select user_id, at, ${kind('picking')}, case when ${isKept} then concat_ws('/', list_id, volume_id, variation_id) end as line,
      case when ${isKept} then 1 else 0 end as units, 0 as parcels
    from picking_scans where business_id = ${ownBusiness} and ${within(sql`at`)}
  union all
  select user_id, at, ${kind('packing')}, case when ${isKept} then part_id::text end, case when ${isKept} then 1 else 0 end, 0
    from order_scans where business_id = ${ownBusiness} and ${within(sql`at`)}
  union all
  select user_id, at, ${kind('packing')}, null, 0, case when kind = 'packed' and later is null then 1 else 0 end
    from (select e.*, lead(e.kind) over (partition by e.order_id, ${dayIn(sql`e.at`)} order by e.id) as later
      from order_events e where e.fulfiller_id = ${ownBusiness} and e.kind in ('packed', 'packing-reset')
        and e.actor = 'fulfiller' and ${within(sql`e.at`)}) e
  union all
  select user_id, at, ${kind('receiving')}, null, 0, 0
    from receiving_scans where business_id = ${ownBusiness} and ${within(sql`at`)}
  union all
  select e.user_id, e.at, case when e.kind in ('received', 'tagged') then ${sql.lit('receiving')} else ${sql.lit('put_away')} end,
      case when e.kind <> 'tagged' then e.id::text end,
      case when e.kind <> 'tagged' then coalesce((e.detail->>'units')::int, 0) else 0 end, 0
    from volume_events e join volumes v on v.business_id = e.business_id and v.id = e.volume_id
    where e.business_id = ${ownBusiness} and e.kind in ('received', 'tagged', 'launched', 'put-back') and ${within(sql`e.at`)}
      and case e.kind when 'launched' then v.created_at < e.at when 'put-back' then e.detail ? 'units' else true end
  union all
  select user_id, at, ${kind('hand_over')}, null, 0, 1
    from order_events where fulfiller_id = ${ownBusiness} and kind = 'collected' and actor = 'fulfiller' and ${within(sql`at`)}
  union all
  select c.user_id, c.at, ${kind('counting')}, concat_ws('/', c.id, l.variation_id), coalesce(l.counted, 0), 0
    from balance_counts c left join balance_count_lines l on l.business_id = c.business_id and l.count_id = c.id
    where c.business_id = ${ownBusiness} and ${within(sql`c.at`)}
  union all
  select user_id, at, ${kind('returns')}, case when ${isKept} then id::text end,
      case when ${isKept} and condition <> 'missing' then quantity else 0 end, 0
    from parcel_return_units where business_id = ${ownBusiness} and ${within(sql`at`)}
  union all
  select closed_by, closed_at, ${kind('returns')}, null, 0, 1
    from parcel_returns where business_id = ${ownBusiness} and ${within(sql`closed_at`)}`;

/**
 * Work of the days from one to another, as rows of `WorkDay`, from scans and histories. The time between two acts of a
 * person on one day belongs to the later act, also if the two are of different kinds, so that kinds add up to the person's time.
 */
export function workOf(from: Day, to: Day): RawBuilder<WorkDay> {
  const [first, end] = [startOfDay(from), startOfDay(addDays(to, 1))];
  const acts = actsIn((at) => sql`${at} >= ${first}::timestamptz and ${at} < ${end}::timestamptz`);
  return sql<WorkDay>`(
    select user_id, day, kind, count(distinct line)::int as lines, sum(units)::int as units, sum(parcels)::int as parcels,
      round(sum(case when gap <= ${sql.lit(pauseSeconds)} then gap else ${sql.lit(leastSeconds)} end))::int as seconds
    from (select a.*, extract(epoch from a.at - lag(a.at) over (partition by a.user_id, a.day order by a.at, a.kind)) as gap
      from (select a.*, ${dayIn(sql`a.at`)} as day from (${acts}) a where a.user_id is not null) a) a
    group by user_id, day, kind)`;
}

/** The last count of a balance that a movement has not outdated, which is taken as true. */
const lastCount = sql`select c.id, c.at, c.series from balance_counts c
  where c.business_id = b.business_id and c.balance_id = b.id and c.outcome <> 'outdated' order by c.id desc limit 1`;

/** The kind of work that left an entry of the ledger; null for one that is none of them. */
const kindOfEntry = sql`case l.kind
  when 'receipt' then case when v.created_at < l.at then ${sql.lit('put_away')} end
  when 'cancel_return' then case when l.source = 'parcel_return' then ${sql.lit('returns')} else ${sql.lit('put_away')} end
  when 'sale_out' then ${sql.lit('packing')}
  when 'move' then case when l.on_hand < 0 and exists (
    select from ledger_entries i join volumes t on t.business_id = i.business_id and t.id = i.volume_id and t.tote
    where i.business_id = l.business_id and i.source = l.source and i.kind = l.kind
      and i.source_id = regexp_replace(l.source_id, ':out$', ':in')) then ${sql.lit('picking')} end end`;

/**
 * Errors that a count found later, as (user_id, day, kind): a corrected product of a volume belongs to the work of the
 * person who last moved it there, and a count to its counter if a later one of the same contents contradicts it.
 */
export const errorsSince = (from: Day) => sql`
  select touched.user_id, ${dayIn(sql`touched.at`)} as day, touched.kind
    from balances b join volumes v on v.business_id = b.business_id and v.id = b.volume_id
      cross join lateral (${lastCount}) last
      join balance_count_lines x on x.business_id = b.business_id and x.count_id = last.id and x.counted <> x.expected
      join stock s on s.business_id = b.business_id and s.variation_id = x.variation_id and s.warehouse_id = b.warehouse_id
      cross join lateral (select l.user_id, l.at, ${kindOfEntry} as kind from ledger_entries l
        where l.business_id = b.business_id and l.volume_id = b.volume_id and l.stock_id = s.id and l.on_hand <> 0
          and l.at < last.at order by l.id desc limit 1) touched
    where b.business_id = ${ownBusiness} and b.state = 'corrected' and b.ended_at >= ${startOfDay(from)}::timestamptz
      and touched.kind is not null and touched.user_id is not null
  union all
  select c.user_id, ${dayIn(sql`c.at`)}, ${sql.lit('counting')}
    from balances b cross join lateral (${lastCount}) last
      join balance_counts c on c.business_id = b.business_id and c.balance_id = b.id and c.id < last.id
        and c.series = last.series and c.outcome <> 'outdated'
    where b.business_id = ${ownBusiness} and b.state in ('checked', 'corrected')
      and b.ended_at >= ${startOfDay(from)}::timestamptz and exists (
        select from balance_count_lines t
          left join balance_count_lines x on x.business_id = b.business_id and x.count_id = c.id
            and x.variation_id = t.variation_id
        where t.business_id = b.business_id and t.count_id = last.id and coalesce(x.counted, 0) <> t.counted)`;
