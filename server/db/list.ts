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
import { databaseCode, type Tx } from './transaction.ts';

/** How a filter field reads in SQL: an expression compared with the values, or a whole condition of its own. */
type FieldSql = RawBuilder<unknown> | { where(values: FilterValue[]): RawBuilder<SqlBool> };

export type ListSpec = {
  fields: FilterFields;
  sql: Record<string, FieldSql>;
  /** Folded text that words are searched in; `null` where the list has none. */
  search: RawBuilder<unknown> | null;
  /** Long lists: their search in `find_matches`, whose ids it answers with, and the text fields that `search` contains. */
  matches?: { list: MatchedList; ids: RawBuilder<unknown>; fields: readonly string[] };
  /** Sort names → column. The row's id breaks ties, nulls come last. */
  sorts: Record<string, RawBuilder<unknown>>;
  /** Sorts whose column is never null: only these are read from an index in both directions. */
  required?: readonly string[];
  defaultSort: string;
  id: RawBuilder<unknown>;
};

type MatchedList = 'products' | 'variations' | 'offered' | 'advertisements' | 'sales' | 'bench';

/** A total beyond this is "more than": what a page costs does not grow with the list. */
const countCap = 1000;
/** Text that more rows have than this is common enough to be met while reading in order. */
const matchCap = 3000;
const defaultSize = 20;

/** An unknown field is a 422 that names the allowed ones. */
function termsOf(spec: ListSpec, text: string | undefined): FilterTerm[] {
  if (!text) return [];
  const { terms, faults } = parseFilter(text, spec.fields);
  const fault = faults[0];
  if (fault) {
    throw new Fault('invalid', {
      fields: { query: fault.code },
      facts: { field: fault.field, allowed: fault.allowed },
    });
  }
  return terms;
}

function narrow<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  spec: ListSpec,
  terms: FilterTerm[],
): SelectQueryBuilder<D, T, O> {
  return terms.reduce((narrowed, term) => narrowed.where(condition(term, spec)), query);
}

/** Ids that every searched text can be found in, by its index; null where no text was asked for, or only common ones. */
async function findMatches(tx: Tx, spec: ListSpec, terms: FilterTerm[]): Promise<number[] | null> {
  if (!spec.matches) return null;
  const { list, fields } = spec.matches;
  const pieces = terms.flatMap((term) => {
    if (term.kind === 'words') return [term.text];
    const single = term.kind === 'any' && !term.negated && term.values.length === 1;
    return single && fields.includes(term.field) ? [String(term.values[0])] : [];
  });
  if (pieces.length === 0) return null;
  const key = JSON.stringify([tx.scope, list, pieces]);
  if (tx.longLists.has(key, tx.now())) return null;
  const { rows } = await sql<{ ids: number[] | null }>`
    select find_matches(${list}, ${pieces}::text[], ${matchCap}) as ids`.execute(tx.db);
  const ids = rows[0]?.ids ?? null;
  if (!ids) tx.longLists.add(key, tx.now());
  return ids;
}

function condition(term: FilterTerm, spec: ListSpec): RawBuilder<SqlBool> {
  if (term.kind === 'words') {
    if (!spec.search) return sql<SqlBool>`true`;
    const pattern = `%${term.text.replace(/[\\%_]/g, '\\$&')}%`;
    return sql<SqlBool>`${spec.search} like fold(${pattern})`;
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
      const like = term.values.map(
        (value) => sql`fold(${column}) like fold(${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`})`,
      );
      return asked(sql.join(like, sql` or `));
    }
    return asked(sql`${column} in (${sql.join(term.values.map((value) => typed(value, kind)))})`);
  }
  return asked(sql.join(bounds(term, column, kind), sql` and `));
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
 * One page of a filtered, sorted list. `base` must select `id`. A page past the first is found by key (`after`), or by
 * offset within the counted rows; the count stops at 1,000 and says so. `shape` names all that the text of `base` depends
 * on: its first page is then composed once.
 */
export async function listPage<D, T extends keyof D, O extends { id: number }>(
  tx: Tx,
  base: SelectQueryBuilder<D, T, O> | (() => SelectQueryBuilder<D, T, O>),
  spec: ListSpec,
  input: ListQuery,
  shape?: string,
): Promise<Page<O>> {
  const size = input.size ?? defaultSize;
  const [sortName, descending] = splitSort(input.sort ?? spec.defaultSort);
  const sort = Object.hasOwn(spec.sorts, sortName) ? spec.sorts[sortName] : undefined;
  if (!sort)
    throw new Fault('invalid', {
      fields: { sort: 'sort_unknown_field' },
      facts: { allowed: Object.keys(spec.sorts) },
    });
  const required = sortName === 'id' || spec.required?.includes(sortName) === true;
  const terms = termsOf(spec, input.query);
  const matches = await findMatches(tx, spec, terms);
  const page = input.page ?? 1;
  const narrowed = () => {
    const asked = narrow(typeof base === 'function' ? base() : base, spec, terms);
    return matches && spec.matches
      ? asked.where(sql<SqlBool>`${spec.matches.ids} = any(${matches}::bigint[])`)
      : asked;
  };
  const firstPage = () =>
    narrowed()
      .select(sql<string | null>`${sort}::text`.as('sort_key'))
      .orderBy(sort, (order) => {
        const directed = descending ? order.desc() : order.asc();
        return required ? directed : directed.nullsLast();
      })
      .orderBy(spec.id, descending ? 'desc' : 'asc')
      // A number in the text: a plan that is kept has to know that few rows are asked for.
      .limit(sql.lit(size + 1));
  const first = () =>
    shape && terms.length === 0
      ? composedOnce(`${shape} ${input.sort ?? spec.defaultSort} ${size}`, () => firstPage().compile())
      : firstPage().compile();
  const key = input.after;
  const compiled = key
    ? firstPage()
        .where(afterKey(key, { sort, id: spec.id, descending, required }))
        .compile()
    : page > 1
      ? firstPage()
          .offset((Math.min(page, Math.ceil(countCap / size)) - 1) * size)
          .compile()
      : first();
  const { rows: found } = await tx.db.executeQuery(compiled).catch((error: unknown) => {
    // A key that does not fit the column was never ours.
    if (key && databaseCode(error)?.startsWith('22')) fail('invalid', { fields: { after: 'invalid' } });
    throw error;
  });
  const items = found.slice(0, size);
  const last = items.at(-1);
  const whole = page === 1 && !input.after && found.length <= size;
  // The list is known by its first page, whichever page was asked for.
  const total =
    whole || input.uncounted
      ? found.length
      : await countRows(tx, narrowed, keyOf(tx, key || page > 1 ? first() : compiled));
  return {
    items,
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    total,
    ...(total >= countCap && { totalCapped: true }),
    ...(found.length > size &&
      last &&
      'sort_key' in last && {
        next: Buffer.from(JSON.stringify([last.sort_key, last.id])).toString('base64url'),
      }),
  };
}

function splitSort(sort: string): [string, boolean] {
  return sort.startsWith('-') ? [sort.slice(1), true] : [sort, false];
}

type Order = { sort: RawBuilder<unknown>; id: RawBuilder<unknown>; descending: boolean; required: boolean };

function afterKey(after: string, { sort, id, descending, required }: Order): RawBuilder<SqlBool> {
  const [key, last] = parseKey(after);
  const than = descending ? sql`<` : sql`>`;
  // `nulls last` in both directions: after a null only nulls follow.
  if (key === null) return sql<SqlBool>`${sort} is null and ${id} ${than} ${last}`;
  const beyond = sql<SqlBool>`(${sort}, ${id}) ${than} (${key}, ${last})`;
  return required ? beyond : sql<SqlBool>`(${beyond} or ${sort} is null)`;
}

function parseKey(after: string): [string | null, number] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (
      Array.isArray(parsed) &&
      (parsed[0] === null || typeof parsed[0] === 'string') &&
      Number.isSafeInteger(parsed[1])
    ) {
      return [parsed[0], parsed[1]];
    }
  } catch {
    // falls through to the refusal
  }
  return fail('invalid', { fields: { after: 'invalid' } });
}

const composed = new Map<string, CompiledQuery<unknown>>();

/** Only text without any value is kept: nothing of a business can be in it. */
function composedOnce<R>(name: string, compose: () => CompiledQuery<R>): CompiledQuery<R> {
  const known = composed.get(name);
  if (known) return known as CompiledQuery<R>;
  const query = compose();
  if (query.parameters.length === 0) composed.set(name, query);
  return query;
}

function keyOf(tx: Tx, { sql: text, parameters }: CompiledQuery): string {
  return JSON.stringify([tx.scope, text, parameters]);
}

async function countRows<D, T extends keyof D, O>(
  tx: Tx,
  query: () => SelectQueryBuilder<D, T, O>,
  key: string,
): Promise<number> {
  if (tx.longLists.has(key, tx.now())) return countCap;
  const rows = query().clearSelect().select(sql`1`.as('one')).limit(sql.lit(countCap));
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from (${rows}) as counted`.execute(tx.db);
  const total = counted.rows[0]?.total ?? 0;
  if (total === countCap) tx.longLists.add(key, tx.now());
  return total;
}
