import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, startOfDay } from '#contract/dates.ts';
import {
  type FilterField,
  type FilterFields,
  type FilterTerm,
  type FilterValue,
  parseFilter,
} from '#contract/filter.ts';
import { Fault, fail } from '#server/fault.ts';
import type { MatchedList } from './list-order.ts';
import type { Tx } from './transaction.ts';

/** How a filter field reads in SQL: an expression that is compared with the values, or a whole condition. */
type FieldSql = RawBuilder<unknown> | { where(values: FilterValue[]): RawBuilder<SqlBool> };

/** What the filter of a list needs to know about its rows. */
export type FilterSpec<F extends FilterFields = FilterFields> = {
  fields: F;
  /** Exactly the fields of the filter: `listSpec` does not compile otherwise. */
  sql: { [Field in keyof F]: FieldSql };
  /** Folded text that words are searched in; `null` where the list has none. */
  search: RawBuilder<unknown> | null;
  /**
   * For long lists: their name in `find_matches`, the column of the ids it returns, and the text fields that `search`
   * contains. `numbered`: people know a row by its id, so that a number finds it as well. `found`: rows that a text
   * finds besides those that contain it.
   */
  matches?: {
    list: MatchedList;
    ids: RawBuilder<unknown>;
    fields: readonly string[];
    numbered?: true;
    found?: FoundRows;
  };
  id: RawBuilder<unknown>;
};

/** Ids of rows, by text. */
export type FoundRows = ReadonlyMap<string, readonly number[]>;

/** The conditions of a filter; a row has to meet all of them. */
export type Filter = {
  conditions: RawBuilder<SqlBool>[];
  /** The text was found in few rows, and their ids are one of the conditions. */
  isByIds: boolean;
};

/** Throws 422 for a text that is not a filter of the list. */
export async function filterOf(tx: Tx, spec: FilterSpec, text: string | undefined): Promise<Filter> {
  const terms = termsOf(spec, text);
  const ids = await findMatches(tx, spec, terms);
  const conditions = terms.map((term) => condition(term, spec));
  if (ids && spec.matches) conditions.push(sql<SqlBool>`${spec.matches.ids} = any(${ids}::bigint[])`);
  return { conditions, isByIds: ids !== null };
}

/** A text that more rows contain is common: the list is then read in its order until the page is full. */
const matchCap = 3000;

/** An unknown field is a 422 that names it, every other part that is not understood, and the allowed fields. */
function termsOf(spec: FilterSpec, text: string | undefined): FilterTerm[] {
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
 * The ids in which the index finds every searched text, as the text of a PostgreSQL array, because they are only sent
 * back. Null if no text is searched, or only common ones.
 */
async function findMatches(tx: Tx, spec: FilterSpec, terms: FilterTerm[]): Promise<string | null> {
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

function condition(term: FilterTerm, spec: FilterSpec): RawBuilder<SqlBool> {
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
  // A row without a value does not have the value: `-field:x` keeps it.
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
 * Makes the planner assume that half of the rows match instead of next to none. A rare text comes with its ids; for a
 * common one, the list is best read in its order until the page is full.
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
function idsBesides({ matches }: FilterSpec, words: string): number[] {
  const id = matches?.numbered ? idOf(words) : null;
  return [...(id === null ? [] : [id]), ...(matches?.found?.get(words) ?? [])];
}

/** The id that `262` or `#262` may mean. */
function idOf(words: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(words)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * A number outside the range of the column's type (1.5, fifteen digits) is compared instead of refused by the database.
 */
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
