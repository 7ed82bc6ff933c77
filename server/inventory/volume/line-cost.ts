import { sql } from 'kysely';
import type { Centavos } from '#contract/money.ts';

/** The cost that units take with them when they leave a line; null if the cost of the line is unknown. */
export function costOfUnits(cost: Centavos | null, quantity: number, units: number): Centavos | null {
  if (cost === null || quantity === 0) return null;
  return Number((BigInt(cost) * BigInt(units) * 2n + BigInt(quantity)) / (BigInt(quantity) * 2n));
}

/** The cost of a line after an upsert that adds units; unknown if either cost is. */
export const addedCost = sql<number | null>`case when volume_lines.quantity = 0 then excluded.cost_centavos
  else volume_lines.cost_centavos + excluded.cost_centavos end`;
