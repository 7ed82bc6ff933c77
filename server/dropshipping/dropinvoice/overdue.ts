import { sql } from 'kysely';
import type { Day } from '#contract/dates.ts';

/** Of an invoice `d`: its due day is over, something is to be paid, and nobody has said that it is paid. */
export const isOverdue = (today: Day) =>
  sql<boolean>`coalesce(d.state = 'pending' and d.payable_centavos > 0 and d.due_on < ${today}::date, false)`;
