import { sql } from 'kysely';
import { can, type Role } from '#contract/permissions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, reachOf } from '#server/http/session.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';

/** People whose roles pick and who reach the warehouse of the list, by name. */
export async function findPickers(
  tx: Tx,
  actor: Actor,
  listId: number,
): Promise<{ id: number; name: string }[]> {
  const list = await tx.db
    .selectFrom('picking_lists')
    .select('warehouse_id')
    .where('id', '=', listId)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .executeTakeFirst();
  if (!list) return fail('not_found');
  const people = await tx.db
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.name', 's.roles', 's.warehouse_ids'])
    .where('s.business_id', '=', ownBusiness)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute();
  return people
    .filter((person) => {
      const roles = person.roles as Role[];
      const reach = reachOf(roles, person.warehouse_ids);
      const picks = can({ roles, businessType: actor.businessType }, 'picking.pick');
      return picks && (reach === null || reach.includes(list.warehouse_id));
    })
    .map(({ id, name }) => ({ id, name }));
}
