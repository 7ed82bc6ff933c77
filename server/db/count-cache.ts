/** For so long a list that was too long to be counted is taken to be so still. */
const milliseconds = 60_000;
const remembered = 20_000;

/**
 * Keeps that a list is longer than is counted, so that not each of its pages counts a thousand rows to say "more than
 * 1,000" again. A list that can be counted is never in here: its total is exact.
 */
export type CountCache = Readonly<{
  has(key: string, now: Date): boolean;
  add(key: string, now: Date): void;
}>;

export function createCountCache(): CountCache {
  const until = new Map<string, number>();
  return {
    has: (key, now) => (until.get(key) ?? 0) > now.getTime(),
    add(key, now) {
      if (until.size >= remembered) until.clear();
      until.set(key, now.getTime() + milliseconds);
    },
  };
}

/** What `count` answers, which is `cap` at most; a list that has reached the cap is not counted again for a minute. */
export async function cachedAtCap(
  tx: Readonly<{ countCache: CountCache; now(): Date }>,
  key: string,
  cap: number,
  count: () => Promise<number>,
): Promise<number> {
  if (tx.countCache.has(key, tx.now())) return cap;
  const total = await count();
  if (total === cap) tx.countCache.add(key, tx.now());
  return total;
}
