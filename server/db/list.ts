import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { addDays, startOfDay } from '#contract/dates.ts';
import {
  type FilterField,
  type FilterFields,
  type FilterTerm,
  type FilterValue,
  parseFilter,
} from '#contract/filter.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { Fault, fail } from '#server/fault.ts';
import {
  compileFor,
  compileOnce,
  injectWhere,
  slotText,
  textsOf,
  whereSlot,
  withConditions,
} from './composed.ts';
import { afterKey, type MatchedList, orderOf, parseKey } from './list-order.ts';
import { databaseCode, type Tx } from './transaction.ts';

/** How a filter field reads in SQL: an expression compared with the values, or a whole condition of its own. */
type FieldSql = RawBuilder<unknown> | { where(values: FilterValue[]): RawBuilder<SqlBool> };

export type ListSpec<F extends FilterFields = FilterFields> = {
  fields: F;
  /** Every field of the filter, and none besides: `listSpec` does not compile otherwise. */
  sql: { [Field in keyof F]: FieldSql };
  /** Folded text that words are searched in; `null` where the list has none. */
  search: RawBuilder<unknown> | null;
  /**
   * Long lists: their search in `find_matches`, whose ids it answers with, and the text fields that `search` contains.
   * `numbered` where people know a row by its id: that number finds it too. `found`: rows that a text finds besides those
   * that contain it.
   */
  matches?: {
    list: MatchedList;
    ids: RawBuilder<unknown>;
    fields: readonly string[];
    numbered?: true;
    found?: FoundRows;
  };
  /** Sort names → column. The row's id breaks ties, nulls come last. */
  sorts: Record<string, RawBuilder<unknown>>;
  /** Sorts whose column is never null: only these are read from an index in both directions. */
  required?: readonly string[];
  defaultSort: string;
  id: RawBuilder<unknown>;
  /** When a row was last changed, where its table says so: a bulk act is refused on rows that changed after they were seen. */
  changedAt?: RawBuilder<unknown>;
  /** Text that reads the rows of `page` in their order, and asks about all of them at once what costs more one by one. */
  around?: string;
};

/** By text, the ids of rows. */
export type FoundRows = ReadonlyMap<string, readonly number[]>;

/** The spec of one list, its fields those of the entity's filter in the contract. */
export function listSpec<const F extends FilterFields>(spec: ListSpec<F>): ListSpec<F> {
  return spec;
}

/** A filter or sort by what somebody may not read would tell it by and by. */
export function withoutFields(spec: ListSpec, hidden: readonly string[]): ListSpec {
  if (hidden.length === 0) return spec;
  const shown = <T>(entries: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(entries).filter(([key]) => !hidden.includes(key)));
  return { ...spec, fields: shown(spec.fields), sorts: shown(spec.sorts) };
}

/** A total beyond this is "more than": what a page costs does not grow with the list. */
const countCap = 1000;
/** Text that more rows have than this is common enough to be met while reading in order. */
const matchCap = 3000;
const defaultSize = 20;

/** An unknown field is a 422 that names it, every other part that is not understood, and the allowed ones. */
function termsOf(spec: ListSpec, text: string | undefined): FilterTerm[] {
  if (!text) return [];
  const { terms, faults } = parseFilter(text, spec.fields);
  const fault = faults[0];
  if (fault) {
    throw new Fault('invalid', {
      fields: { query: fault.code },
      facts: { field: fault.field, allowed: fault.allowed, fields: faults.map(({ field }) => field) },
    });
  }
  return terms;
}

/**
 * Ids that every searched text can be found in, by its index, as an array in PostgreSQL's own text: it only goes back
 * there. Null where no text was asked for, or only common ones.
 */
async function findMatches(tx: Tx, spec: ListSpec, terms: FilterTerm[]): Promise<string | null> {
  if (!spec.matches) return null;
  const { list, fields } = spec.matches;
  const pieces = terms.flatMap((term) => {
    if (term.kind === 'words') return [term.text];
    const single = term.kind === 'any' && !term.negated && term.values.length === 1;
    return single && fields.includes(term.field) ? [String(term.values[0])] : [];
  });
  if (pieces.length === 0) return null;
  const key = JSON.stringify([tx.scope, list, pieces]);
  if (tx.countCache.has(key, tx.now())) return null;
  const ownIds = pieces.flatMap((piece) => idsBesides(spec, piece));
  const { rows } = await sql<{ ids: string | null }>`
    select case when found is not null then (found || ${ownIds}::bigint[])::text end as ids
    from find_matches(${list}, ${pieces}::text[], ${matchCap}) as found`.execute(tx.db);
  const ids = rows[0]?.ids ?? null;
  if (!ids) tx.countCache.add(key, tx.now());
  return ids;
}

/** What a filter asks of the rows: all of it has to hold. */
export async function conditionsOf(tx: Tx, spec: ListSpec, text: string | undefined) {
  const terms = termsOf(spec, text);
  const matches = await findMatches(tx, spec, terms);
  return conditionsFor(spec, terms, matches);
}

function conditionsFor(spec: ListSpec, terms: FilterTerm[], matches: string | null): RawBuilder<SqlBool>[] {
  const conditions = terms.map((term) => condition(term, spec));
  if (matches && spec.matches) conditions.push(sql<SqlBool>`${spec.matches.ids} = any(${matches}::bigint[])`);
  return conditions;
}

function condition(term: FilterTerm, spec: ListSpec): RawBuilder<SqlBool> {
  if (term.kind === 'words') {
    if (!spec.search) return sql<SqlBool>`true`;
    const ids = idsBesides(spec, term.text);
    return contains(
      spec.search,
      term.text,
      ids.length > 0 ? sql`${spec.id} = any(${ids}::bigint[])` : undefined,
    );
  }
  const field = spec.sql[term.field];
  const kind = spec.fields[term.field]?.kind;
  if (!field) return fail('invalid');
  // A row without a value is not one that has it: `-field:x` keeps it.
  const asked = (found: RawBuilder<unknown>) =>
    term.negated ? sql<SqlBool>`(${found}) is not true` : sql<SqlBool>`(${found})`;
  if ('where' in field && !('toOperationNode' in field)) {
    if (term.kind !== 'any') return fail('invalid');
    return asked(field.where(term.values));
  }
  const column = field as RawBuilder<unknown>;
  if (term.kind === 'any') {
    if (kind === 'day') {
      const days = term.values.map(
        (day) =>
          sql`(${column} >= ${startOfDay(String(day))} and ${column} < ${startOfDay(addDays(String(day), 1))})`,
      );
      return asked(sql.join(days, sql` or `));
    }
    if (kind === 'text') {
      const found = term.values.map((value) => contains(sql`fold(${column})`, String(value)));
      return asked(sql.join(found, sql` or `));
    }
    return asked(sql`${column} in (${sql.join(term.values.map((value) => typed(value, kind)))})`);
  }
  return asked(sql.join(bounds(term, column, kind), sql` and `));
}

/**
 * For the planner a condition that half of the rows have, and not next to none of them: text that is rare comes with its
 * ids, and for any other the list is best read in its order until the page is full.
 */
function contains(
  folded: RawBuilder<unknown>,
  text: string,
  or: RawBuilder<unknown> = sql`false`,
): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`case when ${folded} like (select fold(${pattern})) or ${or} then true else false end`;
}

/** Rows that a text finds although they do not contain it. */
function idsBesides({ matches }: ListSpec, words: string): number[] {
  const id = matches?.numbered ? idOf(words) : null;
  return [...(id === null ? [] : [id]), ...(matches?.found?.get(words) ?? [])];
}

/** The id that somebody may mean by `262` or `#262`. */
function idOf(words: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(words)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A number that the column's own type could not hold (1.5, fifteen digits) is compared, not refused by the database. */
function typed(value: FilterValue, kind: FilterField['kind'] | undefined): RawBuilder<unknown> {
  if (kind === 'number') return sql`${value}::numeric`;
  if (kind === 'id' || kind === 'money') return sql`${value}::bigint`;
  return sql`${value}`;
}

function bounds(
  term: Extract<FilterTerm, { kind: 'range' }>,
  column: RawBuilder<unknown>,
  kind: FilterField['kind'] | undefined,
): RawBuilder<unknown>[] {
  const isDay = kind === 'day';
  const list: RawBuilder<unknown>[] = [];
  if (term.from !== undefined) {
    const strict = term.open === 'from';
    if (isDay)
      list.push(sql`${column} >= ${startOfDay(strict ? addDays(String(term.from), 1) : String(term.from))}`);
    else list.push(sql`${column} ${strict ? sql`>` : sql`>=`} ${typed(term.from, kind)}`);
  }
  if (term.to !== undefined) {
    const strict = term.open === 'to';
    if (isDay)
      list.push(sql`${column} < ${startOfDay(strict ? String(term.to) : addDays(String(term.to), 1))}`);
    else list.push(sql`${column} ${strict ? sql`<` : sql`<=`} ${typed(term.to, kind)}`);
  }
  return list;
}

/**
 * The rows of a list before it is filtered: a query, or a function of the module that makes it where it is the same for
 * every request.
 */
type ListBase<D, T extends keyof D, O> =
  | SelectQueryBuilder<D, T, O>
  | ((tx: Tx) => SelectQueryBuilder<D, T, O>);

/**
 * One page of a filtered, sorted list. `base` must select `id`. A page past the first is found by key (`after`), or by
 * offset within the counted rows; the count stops at 1,000 and says so. `shape` names all that the text of `base` depends
 * on: it is then composed once.
 */
export async function listPage<D, T extends keyof D, O extends { id: number }>(
  tx: Tx,
  base: ListBase<D, T, O>,
  spec: ListSpec,
  input: ListQuery,
): Promise<Page<O>> {
  const size = input.size ?? defaultSize;
  const asOf = tx.now().toISOString();
  const order = orderOf(spec, input.sort ?? spec.defaultSort);
  const terms = termsOf(spec, input.query);
  const matches = await findMatches(tx, spec, terms);
  const page = input.page ?? 1;
  const key = input.after;

  const conditions = conditionsFor(spec, terms, matches);
  const open = () => (typeof base === 'function' ? base(tx) : base).where(whereSlot);
  const inOrder = <D2, T2 extends keyof D2, O2>(query: SelectQueryBuilder<D2, T2, O2>) =>
    query
      .orderBy(order.sort, (column) => {
        const directed = order.descending ? column.desc() : column.asc();
        return order.required ? directed : directed.nullsLast();
      })
      .orderBy(spec.id, order.descending ? 'desc' : 'asc')
      // A number in the text: a plan that is kept has to know that few rows are asked for.
      .limit(sql.lit(size + 1));
  const texts = typeof base === 'function' ? textsOf(base) : null;
  const name = `${input.sort ?? spec.defaultSort} ${size}`;
  const rowsOf = <D2, T2 extends keyof D2, O2>(
    query: SelectQueryBuilder<D2, T2, O2>,
  ): CompiledQuery<Found<O>> =>
    inOrder(query.select(sql<string | null>`${order.sort}::text`.as('sort_key')))
      .$castTo<Found<O>>()
      .compile();
  const around = <R>(rows: CompiledQuery<R>) =>
    spec.around ? { ...rows, sql: `with page as materialized (${rows.sql}) ${spec.around}` } : rows;
  const template = compileOnce(texts, name, () => around(rowsOf(open())));
  const first = withConditions(tx, template, conditions);
  const among = (ids: string) => `${spec.id.compile(tx.db).sql} = any (array(${ids}))`;
  const idsOf = <D2, T2 extends keyof D2, O2>(query: SelectQueryBuilder<D2, T2, O2>) =>
    query.clearSelect().select(sql<number>`${spec.id}`.as('id'));
  /** The rows before it are passed over by their ids alone. */
  const pageByNumber = () => {
    const ids = compileOnce(texts, `${name} ids`, () => inOrder(idsOf(open())).compile());
    const { sql: text, parameters } = withConditions(tx, ids, conditions);
    const passed = (Math.min(page, Math.ceil(countCap / size)) - 1) * size;
    const few = among(`${text} offset $${parameters.length + 1}`);
    return injectWhere(template, { sql: few, parameters: [...parameters, passed] });
  };
  // All that was found is read to be sorted: it is counted with that, by its ids, and only a page of it is read whole.
  const countsAlong = matches !== null && page === 1 && !key && !input.uncounted;
  const pageOfFound = () => {
    const ids = compileOnce(texts, `${name} ids counted`, () =>
      inOrder(idsOf(open()).select(sql<number>`count(*) over ()`.as('counted'))).compile(),
    );
    const rows = compileOnce(texts, `${name} of found`, () => {
      const counted = sql<number>`(select counted from found limit 1)`.as('counted');
      const whole = injectWhere(rowsOf(open().select(counted)), {
        sql: among('select id from found'),
        parameters: [],
      });
      return around({ ...whole, sql: `with found as materialized (${slotText}) ${whole.sql}` });
    });
    return injectWhere(rows, withConditions(tx, ids, conditions));
  };
  const pageByKey = (after: string) => {
    const last = parseKey(after);
    const beyond = () =>
      withConditions(tx, template, [...conditions, afterKey(last, { ...order, id: spec.id })]);
    if (!texts || conditions.length + template.parameters.length > 0) return beyond();
    if (tx.isReading) oneForAll(tx);
    const text = `${name} ${last[0] === null ? 'among nulls' : 'after'}`;
    return compileFor(texts, text, last[0] === null ? last.slice(1) : last, beyond);
  };
  const asked: CompiledQuery<Found<O>> = key
    ? pageByKey(key)
    : page > 1
      ? pageByNumber()
      : countsAlong
        ? pageOfFound()
        : first;
  const countAll = () => {
    const rows = compileOnce(texts, 'counted', () =>
      open().clearSelect().select(sql`1`.as('one')).limit(sql.lit(countCap)).compile(),
    );
    // The list is known by its first page, whichever page was asked for.
    const list = JSON.stringify([tx.scope, first.sql, first.parameters]);
    return countRows(tx, withConditions(tx, rows, conditions), list);
  };
  // Asked together: a list that is no longer than its page costs next to nothing to count.
  const [{ rows: found }, counted] = await Promise.all([
    tx.db.executeQuery(asked),
    countsAlong || input.uncounted ? undefined : countAll(),
  ]).catch((error: unknown) => {
    // A key that does not fit the column was never ours.
    if (key && databaseCode(error)?.startsWith('22')) fail('invalid', { fields: { after: 'invalid' } });
    throw error;
  });
  const items = found.slice(0, size);
  const last = items.at(-1);
  const whole = page === 1 && !key && found.length <= size;
  const total = whole || input.uncounted ? found.length : (counted ?? Math.min(last?.counted ?? 0, countCap));
  return {
    items,
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    total,
    ...(total >= countCap && { totalCapped: true }),
    asOf,
    ...(found.length > size &&
      last && {
        next: Buffer.from(JSON.stringify([last.sort_key, last.id])).toString('base64url'),
      }),
  };
}

/** A row of a page; `counted` says of the first page how many were found in all. */
type Found<O> = O & { sort_key: string | null; counted?: number };

/**
 * What follows in the transaction is planned once for all keys. A plan for each looks cheaper than it is: where a page begins
 * says nothing of what it costs.
 */
function oneForAll(tx: Tx): void {
  const said = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx.db);
  // Where it fails, so does what comes with it.
  said.catch(() => undefined);
}

async function countRows(tx: Tx, rows: CompiledQuery<unknown>, key: string): Promise<number> {
  if (tx.countCache.has(key, tx.now())) return countCap;
  const count = { ...rows, sql: `select count(*)::int as total from (${rows.sql}) as counted` };
  const counted = await tx.db.executeQuery<{ total: number }>(count as CompiledQuery<{ total: number }>);
  const total = counted.rows[0]?.total ?? 0;
  if (total === countCap) tx.countCache.add(key, tx.now());
  return total;
}
