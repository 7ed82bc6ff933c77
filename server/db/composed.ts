import type { CompiledQuery } from 'kysely';

const kept = new WeakMap<object, Map<string, unknown>>();

/**
 * Composing a list costs more than sending it, so that what is the same for every request is composed once: `base` is the
 * function of a module that makes the query. Only queries without a value are kept: nothing of a business is in them.
 */
export function composedOnce<C extends Record<string, CompiledQuery<unknown>>>(
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
