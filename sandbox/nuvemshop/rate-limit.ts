import type { World } from '../world.ts';
import type { Bucket } from './market.ts';
import type { Store } from './stores.ts';

/** Calls of one store by one application: a bucket of 40 that loses 2 a second, ten times that on the highest plan. */
const SIZE = 40;
const DRAIN_PER_SECOND = 2;
const HIGHEST_PLAN = 'Next';

/** A second bucket counts variants, not calls. Its size is published nowhere; this one is ours. */
const VARIANTS_SIZE = 200;
const VARIANTS_PER_SECOND = 20;

const pour = (world: World, name: string, amount: number, size: number, drain: number): Bucket | null => {
  const now = world.clock.now();
  const bucket = world.nuvemshop.buckets[name] ?? { level: 0, at: now.toISOString() };
  const passed = Math.max(0, now.getTime() - Date.parse(bucket.at)) / 1000;
  const level = Math.max(0, bucket.level - passed * drain);
  const overflows = level + amount > size;
  const next = { level: overflows ? level : level + amount, at: now.toISOString() };
  world.nuvemshop.buckets[name] = next;
  return overflows ? null : next;
};

export type Allowance = { allowed: boolean; headers: Record<string, string> };

export const countCall = (world: World, store: Store): Allowance => {
  const factor = store.plan_name === HIGHEST_PLAN ? 10 : 1;
  const size = SIZE * factor;
  const drain = DRAIN_PER_SECOND * factor;
  const name = `calls ${store.id}`;
  const allowed = pour(world, name, 1, size, drain) !== null;
  const level = world.nuvemshop.buckets[name]?.level ?? 0;
  return {
    allowed,
    headers: {
      'x-rate-limit-limit': String(size),
      'x-rate-limit-remaining': String(Math.max(0, Math.floor(size - level))),
      'x-rate-limit-reset': String(Math.ceil((level / drain) * 1000)),
    },
  };
};

export const countVariants = (world: World, store: Store, weight: number): boolean =>
  pour(world, `variants ${store.id}`, weight, VARIANTS_SIZE, VARIANTS_PER_SECOND) !== null;
