import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** Restricts to rows of the current business, for tables that others may read through an offer. */
export const ownBusiness = sql<number>`app_business()`;

/** Floor roles reach only the warehouses they are assigned to. */
export function withinWarehouses(
  actor: Pick<Actor, 'warehouseIds'>,
  column: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (actor.warehouseIds === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`${column} = any(${actor.warehouseIds}::bigint[])`;
}

/** A warehouse of the business in the actor's reach; undefined if the actor may not know of one with that id. */
export function findReached(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ id: number; name: string } | undefined> {
  return tx.db
    .selectFrom('warehouses')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`id`))
    .executeTakeFirst();
}
