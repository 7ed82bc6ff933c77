import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type BulkSelection, maxBulk } from '#contract/bulk.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { ListSpec } from './list.ts';
import { filterOf } from './list-filter.ts';
import type { Tx } from './transaction.ts';

/**
 * The ids that a bulk operation selects, as the list of `base` and `spec` shows them to the caller: an id outside the
 * list is not among them. Refused if the list now finds other rows, or any of them has changed since.
 */
export async function findSelected<D, T extends keyof D, O>(
  tx: Tx,
  base: SelectQueryBuilder<D, T, O>,
  spec: ListSpec,
  { ids, query, seen }: BulkSelection,
): Promise<number[]> {
  const conditions = ids
    ? [sql<SqlBool>`${spec.id} = any(${[...new Set(ids)]}::bigint[])`]
    : (await filterOf(tx, spec, query)).conditions;
  const changed =
    seen && spec.changedAt
      ? sql<boolean>`${spec.changedAt} > ${seen.asOf}::timestamptz`
      : sql<boolean>`false`;
  const rows = base
    .clearSelect()
    .select(sql<number>`${spec.id}`.as('id'))
    .select(changed.as('changed'))
    .$castTo<{ id: number; changed: boolean }>()
    .where((where) => where.and(conditions))
    .orderBy(spec.id)
    .limit(maxBulk + 1);
  const found = await rows.execute();
  if (found.length > maxBulk) invalidField('query', 'too_big');
  if (seen && ids === undefined) refuseOther(found, seen);
  return found.map((row) => row.id);
}

/** The number of rows that a refusal names. */
const named = 50;

function refuseOther(
  found: readonly { id: number; changed: boolean }[],
  { count: total, capped = false }: NonNullable<BulkSelection['seen']>,
): void {
  const changed = found.filter((row) => row.changed).map((row) => String(row.id));
  const isAsMany = capped ? found.length >= total : found.length === total;
  if (isAsMany && changed.length === 0) return;
  fail('selection_changed', {
    facts: { seen: total, found: found.length, changed: changed.slice(0, named) },
  });
}
