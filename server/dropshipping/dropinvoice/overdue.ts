import { sql } from 'kysely';
import type { Day } from '#contract/dates.ts';

/** Whether an invoice `d` is past due, not paid, and not waiting for approval of a payment. */
export const isOverdue = (today: Day) =>
  sql<boolean>`coalesce(d.state = 'pending' and d.payable_centavos > 0 and d.due_on < ${today}::date, false)`;
