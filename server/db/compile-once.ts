import type { CompiledQuery } from 'kysely';

/** The queries of a list: only `rows` may have parameters. */
type Queries = Readonly<{ rows: CompiledQuery<unknown>; count: CompiledQuery<unknown> }>;

const kept = new WeakMap<object, Map<string, Queries>>();

/**
 * Caches the compiled queries of a list, because compiling costs more than executing them. `base`, the function of a
 * module that builds the query, is the key with `name`. Queries are cached only if their parameters are exactly `values`,
 * which each call passes again, so that nothing of a business is in the cache.
 */
export function compileOnce<Q extends Queries>(
  base: object,
  name: string,
  values: readonly unknown[],
  compose: () => Q,
): Q {
  const byName = kept.get(base) ?? new Map<string, Queries>();
  kept.set(base, byName);
  const known = byName.get(name) as Q | undefined;
  if (known) return { ...known, rows: { ...known.rows, parameters: values } };
  const composed = compose();
  const { rows, count } = composed;
  const isOfValues =
    rows.parameters.length === values.length && rows.parameters.every((value, n) => value === values[n]);
  if (isOfValues && count.parameters.length === 0)
    byName.set(name, { ...composed, rows: { ...rows, parameters: [] } });
  return composed;
}
