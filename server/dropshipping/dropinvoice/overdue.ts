import { sql } from 'kysely';
import type { Day } from '#contract/dates.ts';

/** Whether a closed, unpaid invoice `d` waits for the bank data of its supplier: it has no due day, and nothing is asked of its seller. */
export const isWithoutBank = sql<boolean>`(d.closed_at is not null and d.state = 'pending' and d.payable_centavos > 0
    and d.due_on is null)`;

/** Whether an invoice `d` is past due, not paid, and not waiting for approval of a payment. */
export const isOverdue = (today: Day) =>
  sql<boolean>`coalesce(d.state = 'pending' and d.payable_centavos > 0 and d.due_on < ${today}::date, false)`;
