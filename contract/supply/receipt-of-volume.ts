import { z } from 'zod';
import { id } from '../primitives.ts';
import { supplyRequestStates } from './supply-request-states.ts';

/** The receipt of a volume: some acts on it belong to one of its steps. */
export const receiptOfVolume = z
  .object({ id, number: z.number(), state: z.enum(supplyRequestStates) })
  .meta({ id: 'ReceiptOfVolume' });

export type ReceiptOfVolume = z.output<typeof receiptOfVolume>;
