import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { EndpointDefinition, ResponseOf } from '#contract/endpoint.ts';
import { type AnyInput, type CallInput, call, endpointName, Failure, newKey } from './api.ts';
import { failureText } from './failure-text.ts';
import { actMessage } from './i18n.ts';
import { toast } from './ui/toast.ts';

export const queryClient = new QueryClient({
  // Repeats of failed reads are the fetch's own (the specification's list); a second layer would multiply them.
  defaultOptions: { queries: { staleTime: 5_000, retry: false, refetchOnReconnect: true } },
});

export type ApiResult<E extends EndpointDefinition> = UseQueryResult<ResponseOf<E>, Failure>;

type QueryPart<E extends EndpointDefinition> = Pick<CallInput<E>, 'params' | 'query'>;

export function queryKey(endpoint: EndpointDefinition, input: AnyInput = {}): QueryKey {
  const [entity = '', act = ''] = endpointName(endpoint).split('.');
  return [entity, act, { params: input.params, query: input.query }];
}

/** How to read an endpoint, for `useApi`, loaders and prefetching alike. */
export function queryFor<E extends EndpointDefinition>(endpoint: E, input: QueryPart<E>) {
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
};

/** Reads a GET endpoint; what is cached shows while it is asked again, and the last page stays while the next loads. */
export function useApi<E extends EndpointDefinition>(
  endpoint: E,
  input: QueryPart<E>,
  options: ReadOptions = {},
): ApiResult<E> {
  return useQuery<ResponseOf<E>, Failure>({
    ...queryFor(endpoint, input),
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
    placeholderData: endpoint.path.includes(':') ? undefined : keepPreviousData,
  });
}

/** Marks stale by name: `products` is everything of the entity, `products.list` one act. */
export function invalidate(...stale: string[]): Promise<unknown> {
  return Promise.all(stale.map((name) => queryClient.invalidateQueries({ queryKey: name.split('.') })));
}

export type ActOptions<E extends EndpointDefinition> = {
  /** Errors of fields are shown by the form that sends; only the rest is a toast. */
  inline?: boolean;
  /** Toast after success; `false` for none. By default the area's `successes['entity.act']`, if there is one. */
  success?: string | false;
  onSuccess?: (response: ResponseOf<E>, input: CallInput<E>) => void;
  /** Return true when the failure is dealt with and no toast is wanted. */
  onFailure?: (failure: Failure, input: CallInput<E>) => boolean | undefined;
};

export type Outcome<E extends EndpointDefinition> =
  | { ok: true; response: ResponseOf<E> }
  | { ok: false; failure: Failure };

export type Act<E extends EndpointDefinition> = {
  /** Never throws a failure: it has been shown when the promise resolves. */
  run: (input: CallInput<E>) => Promise<Outcome<E>>;
  pending: boolean;
  failure: Failure | null;
};

/** Writes. One idempotency key per act of the user: a repeat after an unknown outcome carries the same one. */
export function useAct<E extends EndpointDefinition>(endpoint: E, options: ActOptions<E> = {}): Act<E> {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const unknown = useRef<{ key: string; input: string } | null>(null);
  const latest = useRef(options);
  latest.current = options;

  const run = useCallback(
    async (input: CallInput<E>): Promise<Outcome<E>> => {
      const fingerprint = JSON.stringify(input, describeFile);
      const key = unknown.current?.input === fingerprint ? unknown.current.key : newKey();
      setPending(true);
      setFailure(null);
      try {
        const response = await call(endpoint, input, key);
        unknown.current = null;
        settle(endpoint, response, input, latest.current);
        return { ok: true, response };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        unknown.current = error.unknownOutcome ? { key, input: fingerprint } : null;
        setFailure(error);
        const handled = latest.current.onFailure?.(error, input) === true;
        const inline = latest.current.inline && error.fieldErrors !== undefined;
        if (!handled && !inline) showFailure(endpoint, error);
        return { ok: false, failure: error };
      } finally {
        setPending(false);
      }
    },
    [endpoint],
  );
  return { run, pending, failure };
}

/** Two files of one name are one file only when size and time agree too. */
function describeFile(_key: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}

function settle<E extends EndpointDefinition>(
  endpoint: E,
  response: ResponseOf<E>,
  input: CallInput<E>,
  options: ActOptions<E>,
): void {
  const name = endpointName(endpoint);
  const entity = name.split('.')[0] ?? name;
  void invalidate(entity, ...(endpoint.touches ?? []));
  options.onSuccess?.(response, input);
  const message = options.success === false ? undefined : (options.success ?? actMessage('successes', name));
  if (message) toast.success(message);
}

/** Toast of a failed act: what could not be done, then why. */
export function showFailure(endpoint: EndpointDefinition, failure: Failure): void {
  const { title, reason } = failureText(endpoint, failure);
  toast.failure(title, reason);
}
