import type { World } from '../world.ts';

/**
 * Nothing is published of how many calls there may be: a bucket for each shop and call, of our size. The contract suite
 * asks one of them 173 times in as little as four seconds.
 */
const SIZE = 300;
const DRAIN_PER_SECOND = 20;

export const countCall = (world: World, name: string): boolean => {
  const now = world.clock.now();
  const bucket = world.shopee.buckets[name] ?? { level: 0, at: now.toISOString() };
  const passed = Math.max(0, now.getTime() - Date.parse(bucket.at)) / 1000;
  const level = Math.max(0, bucket.level - passed * DRAIN_PER_SECOND);
  const overflows = level + 1 > SIZE;
  world.shopee.buckets[name] = { level: overflows ? level : level + 1, at: now.toISOString() };
  return !overflows;
};
