import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type BulkSelection, maxBulk } from '#contract/bulk.ts';
import { invalidField } from '#server/fault.ts';
import { conditionsOf, type ListSpec } from './list.ts';
import type { Tx } from './transaction.ts';

/**
 * Ids of the rows that a bulk act is about, as the list of `base` and `spec` would show them to the caller: an id that the
 * list does not show is not among them.
 */
export async function findSelected<D, T extends keyof D, O>(
  tx: Tx,
  base: SelectQueryBuilder<D, T, O>,
  spec: ListSpec,
  { ids, query }: BulkSelection,
): Promise<number[]> {
  const conditions = ids
    ? [sql<SqlBool>`${spec.id} = any(${[...new Set(ids)]}::bigint[])`]
    : await conditionsOf(tx, spec, query);
  const rows = base
    .clearSelect()
    .select(sql<number>`${spec.id}`.as('id'))
    .$castTo<{ id: number }>()
    .where((where) => where.and(conditions))
    .orderBy(spec.id)
    .limit(maxBulk + 1);
  const found = await rows.execute();
  if (found.length > maxBulk) invalidField('query', 'too_big');
  return found.map((row) => row.id);
}
