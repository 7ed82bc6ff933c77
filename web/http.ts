import { systemClock } from '#contract/dates.ts';

const repeated = [408, 409, 425, 429, 500, 502, 503, 504];
const longestWait = 20_000;

/**
 * Asks up to `repeats` times more, on the specification's statuses and where no answer came at all. Whoever has waited
 * `patience` ms for an answer is not made to wait as long again.
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

/** Milliseconds before a repeat: the server's Retry-After, else 300 ms doubling, never beyond 20 s. */
function waitBefore(answer: Response | undefined, repeat: number): number {
  const asked = answer?.headers.get('retry-after');
  if (!asked) return 300 * 2 ** repeat;
  const seconds = Number(asked);
  const until = Number.isNaN(seconds) ? Date.parse(asked) - systemClock.now().getTime() : seconds * 1000;
  return Math.min(Math.max(until, 0) || 0, longestWait);
}

/** What an answer holds as JSON; undefined where it is empty or something else. */
export async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
