import { type RawBuilder, sql } from 'kysely';
import { statusesBeforeDispatch } from '#contract/orders/order-states.ts';

/** The statuses before the goods leave, for `in (…)`. */
export const beforeDispatch = sql.join(statusesBeforeDispatch.map((status) => sql.lit(status)));

/** The dispatch limit of a row `o` of `orders` while it applies; the fulfiller's status decides, as on every screen of theirs. */
export const openLimit = sql<Date | null>`case when o.bench_status in (${beforeDispatch}) then o.dispatch_limit end`;

const late = (status: RawBuilder<unknown>, now: Date) => sql<boolean>`case
    when ${status} in (${beforeDispatch}) then coalesce(o.dispatch_limit < ${now}, false)
    when ${status} = 'sent' then coalesce(o.promised_at < ${now}, false) else false end`;

/** `isLate` of the contract as SQL over rows `o` of `orders`, for their seller. */
export const lateAt = (now: Date): RawBuilder<boolean> => late(sql`o.status`, now);

/** The same for their fulfiller, for whom a sale that they refused is over. */
export const lateAtBench = (now: Date): RawBuilder<boolean> => late(sql`o.bench_status`, now);
