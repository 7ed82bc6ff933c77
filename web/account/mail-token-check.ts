import { useCallback, useEffect, useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call, Failure } from '../api.ts';

type Answer<T> = { data: T | null; failure: Failure | null; retry: () => void };

/** One request when the page opens, without the query cache: guest pages do not load it. */
function useAnswer<T>(ask: () => Promise<T>): Answer<T> {
  const [data, setData] = useState<T | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same question again
  useEffect(() => {
    let wanted = true;
    setFailure(null);
    ask().then(
      (answer) => wanted && setData(answer),
      (error: unknown) => wanted && setFailure(error instanceof Failure ? error : null),
    );
    return () => {
      wanted = false;
    };
  }, [ask, round]);
  return { data, failure, retry: () => setRound((count) => count + 1) };
}

const looksRight = (token: string) => /^[\w-]{43}$/.test(token);

/** Whether the link of a mail is still valid. The request consumes nothing, so mail scanners may open the page. */
export function useTokenCheck(
  token: string,
  purpose: 'activation' | 'reset',
): Answer<ResponseOf<typeof auth.verifyToken>> {
  return useAnswer(
    useCallback(
      async () =>
        looksRight(token)
          ? call(auth.verifyToken, { body: { token, purpose } })
          : { valid: false, byLink: false, apiKeys: 0 },
      [token, purpose],
    ),
  );
}

export function useInvitation(token: string): Answer<ResponseOf<typeof auth.verifyInvitation>> {
  return useAnswer(useCallback(() => call(auth.verifyInvitation, { body: { token } }), [token]));
}
