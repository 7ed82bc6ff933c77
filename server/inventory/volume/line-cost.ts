import { sql } from 'kysely';
import type { Centavos } from '#contract/money.ts';

/** What some units of a line take with them when they leave it; null where the cost of the line is not known. */
export function costOfUnits(cost: Centavos | null, quantity: number, units: number): Centavos | null {
  if (cost === null || quantity === 0) return null;
  return Number((BigInt(cost) * BigInt(units) * 2n + BigInt(quantity)) / (BigInt(quantity) * 2n));
}

/** Of an upsert: what the line costs with the units that are added to it; unknown where either is. */
export const addedCost = sql<number | null>`case when volume_lines.quantity = 0 then excluded.cost_centavos
  else volume_lines.cost_centavos + excluded.cost_centavos end`;
