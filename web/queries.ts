import {
  hashKey,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { type AnyEndpoint, endpointName, type ResponseOf } from '#contract/endpoint.ts';
import { whenActed } from './acts.ts';
import { type AnyInput, type CallInput, call, Failure } from './api.ts';
import { checkSession, whenSessionChanges } from './session.ts';

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof Failure && error.problem.code === 'forbidden') void checkSession();
    },
  }),
  // Repeats of failed reads are the fetch's own (the specification's list); a second layer would multiply them.
  // A read that has to wait for the network says so instead of waiting in silence, and is made again with the network.
  defaultOptions: {
    queries: { staleTime: 5_000, retry: false, networkMode: 'always', refetchOnReconnect: true },
  },
});

export type ApiResult<E extends AnyEndpoint> = UseQueryResult<ResponseOf<E>, Failure>;

type QueryPart<E extends AnyEndpoint> = Pick<CallInput<E>, 'params' | 'query'>;

export function queryKey(endpoint: AnyEndpoint, input: AnyInput = {}): QueryKey {
  const [entity = '', act = ''] = endpointName(endpoint).split('.');
  return [entity, act, { params: input.params, query: input.query }];
}

/** What a key reads, however it is asked for. */
function sourceOf([entity, act, input]: QueryKey): string {
  return hashKey([entity, act, (input as AnyInput).params]);
}

/** How to read an endpoint, for `useApi`, loaders and prefetching alike. */
export function queryFor<E extends AnyEndpoint>(endpoint: E, input: QueryPart<E>) {
  return {
    queryKey: queryKey(endpoint, input as AnyInput),
    queryFn: (): Promise<ResponseOf<E>> => call(endpoint, input as CallInput<E>),
  };
}

export type ReadOptions = {
  /** False waits: nothing is asked until the input is known. */
  enabled?: boolean;
  /** Milliseconds between refreshes, for figures that no event announces. */
  every?: number;
  /** What only an event changes is asked for once. */
  once?: boolean;
};

/**
 * Reads a GET endpoint. What is cached shows while it is asked again. What was read of the same stays while it is asked for
 * otherwise (the next page, other words), so that nothing goes away under the finger; what was read of another goes.
 */
export function useApi<E extends AnyEndpoint>(
  endpoint: E,
  input: QueryPart<E>,
  options: ReadOptions = {},
): ApiResult<E> {
  const own = queryFor(endpoint, input);
  // The client is named, so that no provider is needed and screens without reads do not bring the cache.
  return useQuery<ResponseOf<E>, Failure>(
    {
      ...own,
      enabled: options.enabled ?? true,
      refetchInterval: options.every ?? false,
      ...(options.once && { staleTime: Number.POSITIVE_INFINITY }),
      placeholderData: (former, query) =>
        query && sourceOf(query.queryKey) === sourceOf(own.queryKey) ? former : undefined,
    },
    queryClient,
  );
}

whenSessionChanges(() => queryClient.clear());

/** Marks stale by name: `products` is everything of the entity, `products.list` one act. */
export function invalidate(...stale: string[]): Promise<unknown> {
  return Promise.all(stale.map((name) => markStale(name.split('.'))));
}

/** A first answer that is on its way may be older than the change, and the library keeps it: it is asked for once more. */
async function markStale(queryKey: QueryKey): Promise<void> {
  const begun = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  await Promise.all(
    begun.map((query) => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })),
  );
}

whenActed(invalidate);
