import type { CompiledQuery } from 'kysely';

const kept = new WeakMap<object, Map<string, unknown>>();

/**
 * Caches the compiled queries of a list, because compiling costs more than executing them. `base`, the function of a
 * module that builds the query, is the key. Only queries without parameters are cached, so that nothing of a business
 * is in the cache.
 */
export function compileOnce<C extends Record<string, CompiledQuery<unknown>>>(
  base: object,
  name: string,
  compose: () => C,
): C {
  const byName = kept.get(base) ?? new Map<string, unknown>();
  kept.set(base, byName);
  const known = byName.get(name);
  if (known) return known as C;
  const composed = compose();
  if (Object.values(composed).every(({ parameters }) => parameters.length === 0)) byName.set(name, composed);
  return composed;
}
