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
  // Failed reads are retried by `fetchRepeating`; a second layer would multiply the retries. Reads run offline as
  // well, so that they fail visibly, and are repeated when the network returns.
  defaultOptions: {
    queries: { staleTime: 5_000, retry: false, networkMode: 'always', refetchOnReconnect: true },
  },
});

export type ApiResult<E extends AnyEndpoint> = UseQueryResult<ResponseOf<E>, Failure>;

type QueryPart<E extends AnyEndpoint> = Pick<
  CallInput<E>,
  Extract<keyof CallInput<E>, 'params' | 'query' | 'body'>
>;

export function queryKey(endpoint: AnyEndpoint, input: AnyInput = {}): QueryKey {
  const [entity = '', act = ''] = endpointName(endpoint).split('.');
  return [entity, act, { params: input.params, query: input.query, body: input.body }];
}

/** The source of a key, independent of its query. */
function sourceOf([entity, act, input]: QueryKey): string {
  return hashKey([entity, act, (input as AnyInput).params]);
}

/** How to read an endpoint, for `useApi`, loaders and prefetching. */
export function queryFor<E extends AnyEndpoint>(endpoint: E, input: QueryPart<E>) {
  return {
    queryKey: queryKey(endpoint, input as AnyInput),
    queryFn: (): Promise<ResponseOf<E>> => call(endpoint, input as CallInput<E>),
  };
}

export type ReadOptions = {
  /** False waits until the input is known. */
  enabled?: boolean;
  /** Polling interval in milliseconds, for figures without events. */
  every?: number;
  /** Read once; only events make it stale. */
  once?: boolean;
};

/**
 * Reads a GET endpoint, or one whose question is a body. Cached data shows while it is refreshed. Data of the same record stays visible while its next
 * page or search loads, so that nothing moves under the finger; data of another record does not.
 */
export function useApi<E extends AnyEndpoint>(
  endpoint: E,
  input: QueryPart<E>,
  options: ReadOptions = {},
): ApiResult<E> {
  const own = queryFor(endpoint, input);
  // The client is passed explicitly: no provider is needed, and screens without reads do not load the cache.
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

/** Invalidates by name: `products` is everything of the entity, `products.list` one endpoint. */
export function invalidate(...stale: string[]): Promise<unknown> {
  return Promise.all(stale.map((name) => markStale(name.split('.'))));
}

/** A first response in flight may predate the change, and the library would keep it, so it is requested again. */
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
