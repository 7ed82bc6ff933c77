import type { Clock } from '#contract/dates.ts';

/** A burst of so many seconds' requests passes at once. */
const burstSeconds = 5;
const rememberedTokens = 50_000;
const rememberedBusinesses = 10_000;

type Bucket = { left: number; at: number };

export type BusinessLimit = Readonly<{
  /** Counts a request of whoever holds this token; false where its business has had its share. */
  admits(tokenKey: string): boolean;
  /** Tells whose a token is, once its session was found. */
  learn(tokenKey: string, businessId: number): void;
}>;

/**
 * One business's share of this process, over all its people and API clients, so that none takes the machine from the
 * others. Whose a token is was learned from an earlier request: a refused one costs no query.
 */
export function createBusinessLimit(requestsPerMinute: number, clock: Clock): BusinessLimit {
  const perSecond = requestsPerMinute / 60;
  const most = Math.max(1, perSecond * burstSeconds);
  const businessOf = new Map<string, number>();
  const buckets = new Map<number, Bucket>();

  return {
    admits(tokenKey) {
      const businessId = businessOf.get(tokenKey);
      if (businessId === undefined) return true;
      const now = clock.now().getTime();
      const bucket = buckets.get(businessId) ?? { left: most, at: now };
      bucket.left = Math.min(most, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      remember(buckets, businessId, bucket, rememberedBusinesses);
      if (bucket.left < 1) return false;
      bucket.left -= 1;
      return true;
    },
    learn: (tokenKey, businessId) => remember(businessOf, tokenKey, businessId, rememberedTokens),
  };
}

/** The latest last, so that what was not met for longest goes first. */
function remember<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
