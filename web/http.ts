import { systemClock } from '#contract/dates.ts';

const repeated = [408, 409, 425, 429, 500, 502, 503, 504];
const longestWait = 20_000;

/**
 * Retries up to `repeats` times on the specified statuses and if no response arrived. After a timeout of `patience`
 * ms there is no further retry.
 */
export async function fetchRepeating(
  address: string,
  init: RequestInit,
  repeats: number,
  patience?: number,
): Promise<Response> {
  for (let left = repeats; ; left -= 1) {
    const signal = patience === undefined ? null : AbortSignal.timeout(patience);
    const answer = await fetch(address, { ...init, signal }).catch((error: unknown) => {
      if (left === 0 || signal?.aborted) throw error;
      return undefined;
    });
    if (answer && (left === 0 || !repeated.includes(answer.status))) return answer;
    const wait = waitBefore(answer, repeats - left);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Milliseconds before a retry: the server's Retry-After, otherwise 300 ms doubling, at most 20 s. */
function waitBefore(answer: Response | undefined, repeat: number): number {
  const asked = answer?.headers.get('retry-after');
  if (!asked) return 300 * 2 ** repeat;
  const seconds = Number(asked);
  const until = Number.isNaN(seconds) ? Date.parse(asked) - systemClock.now().getTime() : seconds * 1000;
  return Math.min(Math.max(until, 0) || 0, longestWait);
}

/** JSON of a response; undefined if it is empty or something else. */
export async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
