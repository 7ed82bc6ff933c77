import type { Selectable } from 'kysely';
import type { Orders } from '#server/db/types.ts';

/** A sale without the columns that the database computes from it, its lines and its parts. */
export type OrderRow = Omit<
  Selectable<Orders>,
  'bench_status' | 'urgency' | 'due_at' | 'units' | 'fee_centavos' | 'cost_centavos'
>;
