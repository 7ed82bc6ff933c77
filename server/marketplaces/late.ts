import { type RawBuilder, sql } from 'kysely';
import { statusesBeforeDispatch } from '#contract/orders/order-states.ts';

/** The statuses before the goods leave, for `in (…)`. */
export const beforeDispatch = sql.join(statusesBeforeDispatch.map((status) => sql.lit(status)));

/** The dispatch limit of a row `o` of `orders` while it applies; the fulfiller's status decides, as on every screen of theirs. */
export const openLimit = sql<Date | null>`case when o.bench_status in (${beforeDispatch}) then o.dispatch_limit end`;

/** `isLate` of the contract as SQL over rows `o` of `orders`, for their seller; never null. */
export const lateAt = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(o.due_at is not null and o.due_at < ${now})`;

/** The same for their fulfiller, for whom a sale that they refused is over. */
export const lateAtBench = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(o.due_at is not null and o.due_at < ${now} and o.bench_status <> 'canceled')`;

/** The hour that ends with a dispatch limit or after it: sales of one lane have the same. */
export const cutoffOf = (limit: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql<Date | null>`date_trunc('hour', ${limit} - interval '1 second')`;
