/** How long a list is assumed to be still longer than the cap. */
const milliseconds = 60_000;
const remembered = 20_000;

/**
 * Remembers lists that are longer than the cap, so that not every page counts a thousand rows to say "more than 1,000"
 * again. Lists below the cap are never in here: their totals are exact.
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

/** Returns what `count` answers, at most `cap`. A list that has reached the cap is not counted again for a minute. */
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
