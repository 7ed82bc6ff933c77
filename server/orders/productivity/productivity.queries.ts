import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, type Day, dayOf, timeZone } from '#contract/dates.ts';
import { asksFor, type FilterTerm, leaveOut, parseFilter } from '#contract/filter.ts';
import {
  mostDrawnPeople,
  mostProductivityDays,
  type ProductivityGroup,
  type ProductivityRow,
  type ProductivitySums,
  productivityDays,
  productivityFilter,
  productivityGroups,
  productivitySorts,
  type WorkKind,
  workKinds,
} from '#contract/orders/productivity.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { type FilterSpec, filterOf } from '#server/db/list-filter.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { isBlind } from '#server/inventory/balance/blind.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { findClosedThrough } from './close-days.ts';
import { errorsSince, type WorkDay, workOf } from './work-sql.ts';

/** The filter of the work that is added up. */
const workFilter: FilterSpec<typeof productivityFilter> = {
  fields: productivityFilter,
  sql: {
    by: { where: () => sql`true` },
    worked: sql`(w.day::timestamp at time zone ${sql.lit(timeZone)})`,
    kind: sql`w.kind`,
    person: sql`w.user_id`,
  },
  search: null,
  id: sql`w.user_id`,
};

const everyGroup = { where: () => sql<SqlBool>`true` };
/** Rows of sums are only searched by name; the fields have chosen the work. */
const productivityList = listSpec({
  fields: productivityFilter,
  sortedBy: productivitySorts,
  sql: { by: everyGroup, worked: everyGroup, kind: everyGroup, person: everyGroup },
  search: sql`fold(p.name)`,
  sorts: {
    seconds: sql`p.seconds`,
    lines: sql`p.lines`,
    units: sql`p.units`,
    parcels: sql`p.parcels`,
    linesPerHour: sql`p."linesPerHour"`,
    unitsPerHour: sql`p."unitsPerHour"`,
    parcelsPerHour: sql`p."parcelsPerHour"`,
    errors: sql`p.errors`,
    name: sql`p.name`,
    id: sql`p.id`,
  },
  required: ['seconds', 'lines', 'units', 'parcels', 'errors', 'name', 'id'],
  defaultSort: '-seconds',
  id: sql`p.id`,
});

/** A person without the right for others is asked for by days. */
function groupOf(actor: Actor, query: string | undefined): ProductivityGroup {
  const { terms } = parseFilter(query ?? '', productivityFilter);
  const asked = terms.flatMap((term) => (term.kind === 'any' && term.field === 'by' ? term.values : []));
  const usual = actorCan(actor, 'productivity.people') ? 'person' : 'day';
  return productivityGroups.find((group) => asked.includes(group)) ?? usual;
}

type Period = { from: Day; to: Day };

/** The days that a filter can find at most: those outside are not read. */
function periodOf(query: string, today: Day): Period {
  const { terms } = parseFilter(query, productivityFilter);
  const period = { from: addDays(today, 1 - mostProductivityDays), to: today };
  for (const term of terms) {
    if (term.kind === 'words' || term.field !== 'worked' || term.negated) continue;
    const [from, to] = daysOf(term);
    if (from !== undefined && from > period.from) period.from = from;
    if (to !== undefined && to < period.to) period.to = to;
  }
  return period;
}

function daysOf(term: Exclude<FilterTerm, { kind: 'words' }>): (Day | undefined)[] {
  if (term.kind === 'any') {
    const days = term.values.map(String).toSorted();
    return [days[0], days.at(-1)];
  }
  return [term.from, term.to].map((day) => (day === undefined ? undefined : String(day)));
}

/**
 * Work of a period: the sums of days that are over, and what was recorded since. If no sums are kept for some time, more
 * days are read from the records, with the same result.
 */
async function workDays(tx: Tx, { from, to }: Period): Promise<RawBuilder<WorkDay>> {
  const through = await findClosedThrough(tx);
  const kept = sql`select user_id, day, kind, lines, units, parcels, seconds from work_days
    where business_id = ${ownBusiness} and day >= ${from}::date and day <= ${to}::date`;
  const open = through !== null && through >= from ? addDays(through, 1) : from;
  if (open > to) return sql<WorkDay>`(${kept})`;
  const recorded = sql`select user_id, day, kind, lines, units, parcels, seconds from ${workOf(open, to)} r`;
  return open === from ? sql<WorkDay>`(${recorded})` : sql<WorkDay>`(${kept} union all ${recorded})`;
}

const keyBy: Readonly<Record<ProductivityGroup, RawBuilder<unknown>>> = {
  person: sql`w.user_id`,
  day: sql`to_char(w.day, 'YYYYMMDD')::bigint`,
  kind: sql`array_position(${sql.lit(`{${workKinds.join(',')}}`)}::text[], w.kind)::bigint`,
};

const nameBy: Readonly<Record<ProductivityGroup, RawBuilder<unknown>>> = {
  person: sql`(select u.name from users u where u.id = g.id)`,
  day: sql`to_char(to_date(g.id::text, 'YYYYMMDD'), 'YYYY-MM-DD')`,
  kind: sql`(${sql.lit(`{${workKinds.join(',')}}`)}::text[])[g.id]`,
};

const rateOf = (results: string) =>
  sql`case when g.seconds > 0 and ${sql.ref(`g.${results}`)} > 0
    then round(${sql.ref(`g.${results}`)} * 3600.0 / g.seconds, 1)::float8 end`;

/** The units of these kinds are what a volume holds, which people who count do not see. */
const kindsByVolume = ['receiving', 'put_away', 'counting'] satisfies WorkKind[];

const unitsFor = (actor: Actor) =>
  isBlind(actor)
    ? sql`case when w.kind = any(${kindsByVolume}::text[]) then 0 else w.units end`
    : sql`w.units`;

/** All rows of what the filter groups by; of the caller alone without the right for others. */
export async function readProductivity(
  tx: Tx,
  actor: Actor,
  query: string | undefined,
): Promise<ProductivityRow[]> {
  const today = dayOf(tx.now());
  const recent = `worked:>=${addDays(today, 1 - productivityDays)}`;
  const asked = asksFor(query, 'worked') ? (query ?? '') : [query, recent].filter(Boolean).join(' ');
  const { conditions } = await filterOf(tx, workFilter, asked);
  if (!actorCan(actor, 'productivity.people')) conditions.push(sql<SqlBool>`w.user_id = ${actor.userId}`);
  const period = periodOf(asked, today);
  const group = groupOf(actor, query);
  const where = sql.join(
    [sql`w.day >= ${period.from}::date`, sql`w.day <= ${period.to}::date`, ...conditions],
    sql` and `,
  );
  const { rows } = await sql<ProductivityRow>`
    with work as (
      select w.user_id, w.day, w.kind, w.lines, ${unitsFor(actor)} as units, w.parcels, w.seconds, 0 as errors
      from ${await workDays(tx, period)} w
      union all
      select e.user_id, e.day, e.kind, 0, 0, 0, 0, 1 from (${errorsSince(period.from)}) e),
    sums as (
      select ${keyBy[group]} as id, sum(w.lines)::int as lines, sum(w.units)::int as units, sum(w.parcels)::int as parcels,
        sum(w.seconds)::int as seconds, sum(w.errors)::int as errors
      from work w where ${where} group by 1)
    select g.id, coalesce(${nameBy[group]}, '') as name, g.lines, g.units, g.parcels, g.seconds, g.errors,
      ${rateOf('lines')} as "linesPerHour", ${rateOf('units')} as "unitsPerHour", ${rateOf('parcels')} as "parcelsPerHour"
    from sums g order by g.id`.execute(tx.db);
  return rows;
}

const productivityColumns = sql`p (id bigint, name text, lines int, units int, parcels int, seconds int, errors int,
  "linesPerHour" float8, "unitsPerHour" float8, "parcelsPerHour" float8)`;

/** The sums are computed once; page and count of the list read them as JSON. */
export async function listProductivity(
  tx: Tx,
  actor: Actor,
  query: ListQuery,
): Promise<Page<ProductivityRow>> {
  const rows = await readProductivity(tx, actor, query.query);
  const all = sql<ProductivityRow>`json_to_recordset(${JSON.stringify(rows)}::json)`;
  const base = tx.db.selectFrom(all.as<'p'>(productivityColumns)).selectAll('p');
  const words = leaveOut(query.query ?? '', Object.keys(productivityFilter)).text;
  const found = await listPage(tx, base, productivityList, { ...query, query: words });
  return { ...found, items: found.items.map(shapeRow) };
}

const shapeRow = ({ id, name, lines, units, parcels, seconds, errors, ...rates }: ProductivityRow) => ({
  ...{ id, name, lines, units, parcels, seconds, errors },
  linesPerHour: rates.linesPerHour,
  unitsPerHour: rates.unitsPerHour,
  parcelsPerHour: rates.parcelsPerHour,
});

export async function sumProductivity(
  tx: Tx,
  actor: Actor,
  query: string | undefined,
): Promise<ProductivitySums> {
  const rows = await readProductivity(tx, actor, query);
  const sums = { lines: 0, units: 0, parcels: 0, seconds: 0, errors: 0 };
  for (const row of rows) {
    sums.lines += row.lines;
    sums.units += row.units;
    sums.parcels += row.parcels;
    sums.seconds += row.seconds;
    sums.errors += row.errors;
  }
  const busiest = rows.toSorted((one, other) => other.seconds - one.seconds || one.id - other.id);
  const drawn = groupOf(actor, query) === 'person' ? busiest.slice(0, mostDrawnPeople) : rows;
  return {
    ...sums,
    drawn: drawn.map(({ id, name, lines, units, parcels }) => ({ id, name, lines, units, parcels })),
  };
}
