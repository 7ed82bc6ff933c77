import type { Selectable } from 'kysely';
import type { Orders } from '#server/db/types.ts';

/** A sale without the columns that the database generates for the bench's list. */
export type OrderRow = Omit<Selectable<Orders>, 'bench_status' | 'urgency'>;
