import { type RawBuilder, sql } from 'kysely';
import { statusesBeforeDispatch } from '#contract/orders/order-states.ts';

/** `isLate` of the contract as SQL over rows of `orders`; `alias` is their name in the query. */
export function lateAt(now: Date, alias = 'o'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const before = sql.join(statusesBeforeDispatch.map((status) => sql.lit(status)));
  return sql<boolean>`case
    when ${column('status')} in (${before}) then coalesce(${column('dispatch_limit')} < ${now}, false)
    when ${column('status')} = 'sent' then coalesce(${column('promised_at')} < ${now}, false) else false end`;
}
