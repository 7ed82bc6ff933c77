import { z } from 'zod';
import { id } from '../primitives.ts';
import { supplyRequestStates } from './supply-request-states.ts';

/** The receipt that a volume came with: some of its acts belong to a step of it. */
export const receiptOfVolume = z
  .object({ id, number: z.number(), state: z.enum(supplyRequestStates) })
  .meta({ id: 'ReceiptOfVolume' });

export type ReceiptOfVolume = z.output<typeof receiptOfVolume>;
