import type { Clock } from '#contract/dates.ts';

/** A burst of up to this many seconds' worth of requests is admitted at once. */
const burstSeconds = 5;
const rememberedTokens = 50_000;
const rememberedBusinesses = 10_000;

type Bucket = { left: number; at: number };

export type BusinessLimit = Readonly<{
  /** Counts a request by this token; false if its business has used up its share. */
  admits(tokenKey: string): boolean;
  /** Records the business of a token after its session was found. */
  learn(tokenKey: string, businessId: number): void;
}>;

/**
 * Limits each business, over all its people and API clients, to a share of this process, so that none can starve the
 * others. The business of a token is known from an earlier request, so that a refusal costs no query.
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

/** The most recently used key is last, so that the least recently used one is evicted first. */
function remember<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
