import { z } from 'zod';
import type { FilterFields } from '../filter.ts';
import { centavos, count, id, instant, reference } from '../primitives.ts';
import { supplyRequestStates } from './supply-request-states.ts';

export const supplyRequestFilter = {
  number: { kind: 'number' },
  state: { kind: 'choice', values: supplyRequestStates },
  supplier: { kind: 'id' },
  warehouse: { kind: 'id' },
  sku: { kind: 'text' },
  late: { kind: 'flag' },
  /** A reported problem of it is open. */
  problem: { kind: 'flag' },
  created: { kind: 'day' },
  delivery: { kind: 'day' },
} as const satisfies FilterFields;
export const supplyRequestSorts = ['created', 'number', 'delivery', 'total', 'supplier'] as const;

export const supplyRequestRow = z
  .object({
    id,
    /** Counted in each business. */
    number: z.number(),
    supplier: reference,
    /** The warehouse of the delivery. */
    warehouse: reference,
    state: z.enum(supplyRequestStates),
    estimatedDelivery: z.string().nullable(),
    /** The estimated delivery has passed, and it is not attended. */
    late: z.boolean(),
    /** Units of all lines; null for a blind counter. */
    totalProducts: count.nullable(),
    /** ¤ */
    totalCentavos: centavos.optional(),
    createdAt: instant,
    createdBy: z.string(),
  })
  .meta({ id: 'SupplyRequestRow' });

export type ListedSupplyRequest = z.output<typeof supplyRequestRow>;
