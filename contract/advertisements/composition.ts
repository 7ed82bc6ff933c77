import { z } from 'zod';
import { id } from '../primitives.ts';
import { partQuantity } from './advertisement.ts';

/** Offers with their quantities, as a body names them. */
export const composition = z.array(z.strictObject({ offer: id, quantity: partQuantity })).max(50, 'too_big');
/** Basis points of the price. */
export const margin = z.int('not_whole').min(-100_000, 'too_small').max(9_500, 'too_big');
