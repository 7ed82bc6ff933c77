import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '#server/http/session.ts';

/** Rows of the current business; tables that others may read through an offer need it said. */
export const ownBusiness = sql<number>`app_business()`;

/** Floor roles reach only the warehouses they are assigned to. */
export function withinWarehouses(
  actor: Pick<Actor, 'warehouseIds'>,
  column: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (actor.warehouseIds === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`${column} = any(${actor.warehouseIds}::bigint[])`;
}

export function reachesWarehouse(actor: Actor, warehouseId: number): boolean {
  return actor.warehouseIds === null || actor.warehouseIds.includes(warehouseId);
}
