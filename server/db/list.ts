import {
  type CompiledQuery,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { FilterFields } from '#contract/filter.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { fail } from '#server/fault.ts';
import { compileOnce } from './compile-once.ts';
import { cachedAtCap } from './count-cache.ts';
import { type Filter, type FilterSpec, filterOf } from './list-filter.ts';
import { afterKey, type Order, orderOf, parseKey, placeOf } from './list-order.ts';
import { databaseCode, type Tx } from './transaction.ts';

export type ListSpec<F extends FilterFields = FilterFields, S extends string = string> = FilterSpec<F> & {
  /** Sort names of the entity in the contract, by which screens sort. */
  sortedBy: readonly S[];
  /** Sort names → column: exactly those of the contract. The row's id breaks ties, nulls come last. */
  sorts: { [Name in NoInfer<S>]: RawBuilder<unknown> };
  /** Sorts whose column is never null: only these can use an index in both directions. */
  required?: readonly NoInfer<S>[];
  defaultSort: NoInfer<S> | `-${NoInfer<S>}`;
  /**
   * When a row was last changed, if its table stores it: a bulk operation is refused for rows that changed after they
   * were listed.
   */
  changedAt?: RawBuilder<unknown>;
  /** SQL that reads the rows of `page` in their order and joins what is cheaper to query for all of them at once. */
  around?: string;
};

/** The spec of one list; its fields and sorts are those of the entity in the contract. */
export function listSpec<const F extends FilterFields, const S extends string>(
  spec: ListSpec<F, S>,
): ListSpec<F, S> {
  return spec;
}

/** Removes fields that the reader may not read: filtering or sorting by them would reveal their values step by step. */
export function withoutFields(spec: ListSpec, hidden: readonly string[]): ListSpec {
  if (hidden.length === 0) return spec;
  const shown = <T>(entries: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(entries).filter(([key]) => !hidden.includes(key)));
  return { ...spec, fields: shown(spec.fields), sorts: shown(spec.sorts) };
}

/** A total above this is reported as "more than", so that the cost of a page does not grow with the list. */
const countCap = 1000;
const defaultSize = 20;

/**
 * The rows of a list before they are filtered: a query, or a function of the module if it is the same for every
 * request.
 */
type ListBase<D, T extends keyof D, O> =
  | SelectQueryBuilder<D, T, O>
  | ((tx: Tx) => SelectQueryBuilder<D, T, O>);

/** Which rows of a list are asked for, and in which order. */
type Asked = Readonly<{
  filter: Filter;
  order: Order;
  size: number;
  page: number;
  after: string | undefined;
}> & {
  /**
   * All rows in which a rare text was found are read for sorting, so that they are counted together with the first
   * page.
   */
  isCountedAlong: boolean;
};

/** A row of a page; `counted` is the total of the list, if it was counted together with the page. */
type Found<O> = O & { sort_key: string | null; counted?: number };

/**
 * One page of a filtered, sorted list. `base` must select `id`. A page past the first is found by key (`after`), or by
 * offset within the counted rows; the count stops at 1,000 and says so.
 */
export async function listPage<D, T extends keyof D, O extends { id: number }>(
  tx: Tx,
  base: ListBase<D, T, O>,
  spec: ListSpec,
  { query, sort = spec.defaultSort, size = defaultSize, page = 1, after, uncounted }: ListQuery,
): Promise<Page<O>> {
  // Taken before anything is read: a later change has not been seen.
  const asOf = tx.now().toISOString();
  const filter = await filterOf(tx, spec, query);
  const isFirst = page === 1 && after === undefined;
  const isCountedAlong = filter.isByIds && isFirst && !uncounted;
  const asked: Asked = { filter, order: orderOf(spec, sort), size, page, after, isCountedAlong };
  const compose = () => composeList(tx, typeof base === 'function' ? base(tx) : base, spec, asked);
  const isSame = typeof base === 'function' && filter.conditions.length === 0;
  if (isSame && after !== undefined) planForAllKeys(tx);
  const { place, values } = placeOf(after);
  const isCached = isSame && (isFirst || after !== undefined);
  const list = isCached ? compileOnce(base, `${sort} ${size} ${place}`, values, compose) : compose();
  // Sent together: counting a list that is no longer than its page costs next to nothing.
  const [found, counted] = await Promise.all([
    readRows(tx, list.rows, after),
    isCountedAlong || uncounted ? undefined : countRows(tx, list.count),
  ]);
  const isWhole = isFirst && found.length <= size;
  const total = isWhole || uncounted ? found.length : (counted ?? Math.min(found[0]?.counted ?? 0, countCap));
  return shapePage(asked, found, total, asOf);
}

function composeList<D, T extends keyof D, O extends { id: number }>(
  tx: Tx,
  base: SelectQueryBuilder<D, T, O>,
  spec: ListSpec,
  { filter, order, size, page, after, isCountedAlong }: Asked,
) {
  const filtered = filter.conditions.length > 0 ? base.where((where) => where.and(filter.conditions)) : base;
  const ordered = <D2, T2 extends keyof D2, O2>(rows: SelectQueryBuilder<D2, T2, O2>) =>
    rows
      .orderBy(order.sort, (column) => {
        const directed = order.descending ? column.desc() : column.asc();
        return order.required ? directed : directed.nullsLast();
      })
      .orderBy(spec.id, order.descending ? 'desc' : 'asc')
      // A literal in the SQL: a generic plan has to know that few rows are requested.
      .limit(sql.lit(size + 1));
  const idsOf = ordered(filtered.clearSelect().select(sql<number>`${spec.id}`.as('id')));
  const rowsOf = (rows: SelectQueryBuilder<D, T, O>) =>
    ordered(rows.select(sql<string | null>`${order.sort}::text`.as('sort_key')));

  function rowsOfPage(): Expression<unknown> {
    if (after !== undefined)
      return rowsOf(filtered.where(afterKey(parseKey(after), { ...order, id: spec.id })));
    // Only the rows of the page are read whole; of those that are skipped or sorted, only the ids.
    if (isCountedAlong) {
      const ids = idsOf.select(sql<number>`count(*) over ()`.as('counted'));
      const rows = base.where(sql<SqlBool>`${spec.id} = any (array(select id from found))`);
      const counted = rowsOf(rows).select(sql<number>`(select counted from found limit 1)`.as('counted'));
      return sql`with found as materialized ${ids} ${counted}`;
    }
    if (page === 1) return rowsOf(filtered);
    const passed = (Math.min(page, Math.ceil(countCap / size)) - 1) * size;
    return rowsOf(base.where(sql<SqlBool>`${spec.id} = any (array${idsOf.offset(passed)})`));
  }

  const rows = rowsOfPage();
  const around = spec.around ? sql`with page as materialized (${rows}) ${sql.raw(spec.around)}` : rows;
  const some = filtered.clearSelect().select(sql`1`.as('one')).limit(sql.lit(countCap));
  return {
    rows: sql<Found<O>>`${around}`.compile(tx.db),
    count: sql<{ total: number }>`select count(*)::int as total from ${some} as counted`.compile(tx.db),
  };
}

async function readRows<O>(tx: Tx, rows: CompiledQuery<Found<O>>, after: string | undefined) {
  try {
    return (await tx.db.executeQuery(rows)).rows;
  } catch (error) {
    // A key that does not fit the column was not issued by this list.
    if (after !== undefined && databaseCode(error)?.startsWith('22'))
      fail('invalid', { fields: { after: 'invalid' } });
    throw error;
  }
}

/** At most `countCap`. */
function countRows(tx: Tx, count: CompiledQuery<{ total: number }>): Promise<number> {
  return cachedAtCap(tx, JSON.stringify([tx.scope, count.sql, count.parameters]), countCap, async () => {
    const { rows } = await tx.db.executeQuery(count);
    return rows[0]?.total ?? 0;
  });
}

function shapePage<O extends { id: number }>(
  { size, page }: Asked,
  found: Found<O>[],
  total: number,
  asOf: string,
): Page<O> {
  const items = found.slice(0, size);
  const last = items.at(-1);
  return {
    items,
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    total,
    ...(total >= countCap && { totalCapped: true }),
    asOf,
    ...(found.length > size &&
      last && { next: Buffer.from(JSON.stringify([last.sort_key, last.id])).toString('base64url') }),
  };
}

/**
 * The statements that follow in this transaction use a generic plan for all keys. A custom plan for each key looks
 * cheaper than it is, because the key says nothing about the cost of its page.
 */
function planForAllKeys(tx: Tx): void {
  if (!tx.isReading) return;
  const planned = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx.db);
  // If it fails, the page that is sent with it fails as well.
  planned.catch(() => undefined);
}
