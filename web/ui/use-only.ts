import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { useApi } from '../queries.ts';

type ItemOf<E extends AnyEndpoint> = ResponseOf<E> extends { items: (infer I)[] } ? I : never;

/**
 * The only record of a list as an initial value of a form, which therefore does not count as a change. Null if there
 * are none or several, undefined until that is known.
 */
export function useOnly<E extends AnyEndpoint>(endpoint: E, query?: string): ItemOf<E> | null | undefined {
  const list = useApi<AnyEndpoint>(endpoint, { query: { size: '2', query } });
  if (list.error) return null;
  const { items } = (list.data as { items: ItemOf<E>[] } | undefined) ?? {};
  return items && ((items.length === 1 && items[0]) || null);
}
