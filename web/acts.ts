import { useCallback, useRef, useState } from 'react';
import { type AnyEndpoint, endpointName, type ResponseOf } from '#contract/endpoint.ts';
import { type CallInput, call, download, Failure, newKey } from './api.ts';
import { failureText, failureTitle } from './failure-text.ts';
import { fingerprint } from './fingerprint.ts';
import { actMessage, i18n } from './i18n.ts';
import { openUnsettled, type UnsettledWords } from './ui/dialog/unsettled.ts';
import { toast } from './ui/toasts.ts';

type Invalidate = (...stale: string[]) => unknown;
let invalidate: Invalidate = () => undefined;

/** Registered by the query cache to invalidate its entries; without a cache nothing is stale. */
export function whenActed(mark: Invalidate): void {
  invalidate = mark;
}

export type ActOptions<E extends AnyEndpoint> = {
  /** Timeout of the answer in milliseconds, for screens where people wait with a scanner in their hands. */
  patience?: number;
  /**
   * For physical work: without an answer the screen blocks until the outcome is known, and `run` resolves then.
   * Repeats carry the same key, so the act happens once.
   */
  settles?: true | UnsettledWords;
  /** The form shows field errors itself; only other failures become a toast. */
  inline?: boolean;
  /** Toast after success, or `false`; by default `successes['entity.act']` of the area, if it exists. */
  success?: string | false;
  onSuccess?: (response: ResponseOf<E>, input: CallInput<E>) => void;
  /** Return true if the failure is handled and needs no toast. */
  onFailure?: (failure: Failure, input: CallInput<E>) => boolean | undefined;
};

export type Outcome<E extends AnyEndpoint> =
  | { ok: true; response: ResponseOf<E> }
  | { ok: false; failure: Failure };

export type Act<E extends AnyEndpoint> = {
  /** Never rejects with a `Failure`: it has been shown when the promise resolves. */
  run: (input: CallInput<E>) => Promise<Outcome<E>>;
  pending: boolean;
  failure: Failure | null;
};

/** Calls a writing endpoint. Each act has one idempotency key, and a repeat after an unknown outcome reuses it. */
export function useAct<E extends AnyEndpoint>(endpoint: E, options: ActOptions<E> = {}): Act<E> {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const unknown = useRef<{ key: string; input: string } | null>(null);
  const latest = useRef(options);
  latest.current = options;

  const run = useCallback(
    async (input: CallInput<E>): Promise<Outcome<E>> => {
      const print = fingerprint(input);
      const key = unknown.current?.input === print ? unknown.current.key : newKey();
      setPending(true);
      setFailure(null);
      try {
        const response = await callUntilKnown(endpoint, input, key, latest.current);
        unknown.current = null;
        settle(endpoint, response, input, latest.current);
        return { ok: true, response };
      } catch (error) {
        if (!(error instanceof Failure)) {
          toast.failure(failureTitle(endpoint), i18n.t('ui:failure.title'));
          throw error;
        }
        unknown.current = error.unknownOutcome ? { key, input: print } : null;
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

async function callUntilKnown<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  key: string,
  { patience, settles }: ActOptions<E>,
): Promise<ResponseOf<E>> {
  let stop: ReturnType<typeof openUnsettled> | undefined;
  try {
    for (;;)
      try {
        return await call(endpoint, input, key, patience);
      } catch (error) {
        if (!settles || !(error instanceof Failure) || !error.unanswered) throw error;
        stop ??= openUnsettled(settles === true ? undefined : settles);
        await stop.untilAgain();
      }
  } finally {
    stop?.close();
  }
}

function settle<E extends AnyEndpoint>(
  endpoint: E,
  response: ResponseOf<E>,
  input: CallInput<E>,
  options: ActOptions<E>,
): void {
  const name = endpointName(endpoint);
  const entity = name.split('.')[0] ?? name;
  toast.resolve(failureTitle(endpoint));
  void invalidate(entity, ...(endpoint.touches ?? []));
  options.onSuccess?.(response, input);
  const message = options.success === false ? undefined : (options.success ?? actMessage('successes', name));
  if (message) toast.success(message);
}

/** Toast of a failed act: what failed, then why. */
export function showFailure(endpoint: AnyEndpoint, failure: Failure): void {
  const { title, reason } = failureText(endpoint, failure);
  toast.failure(title, reason);
}

/** Downloads a file; a failure is shown like that of an act. */
export const fetchToDisk = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<void> =>
  bringFile(endpoint, () => download(endpoint, input));

/** Brings the file of an endpoint to its place; a failure is shown like that of an act. */
export async function bringFile(endpoint: AnyEndpoint, bring: () => Promise<void>): Promise<void> {
  try {
    await bring();
    toast.resolve(failureTitle(endpoint));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    showFailure(endpoint, error);
  }
}
