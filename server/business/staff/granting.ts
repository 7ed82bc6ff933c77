import { can, mayGrant, type Role } from '#contract/permissions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { countWarehouses, lockBusiness, readRoles } from './staff.queries.ts';

/**
 * The actor, read again once nobody else can change the staff: an owner who was removed while waiting here has lost the
 * permission.
 */
export async function enterStaff(tx: Tx, actor: Actor): Promise<Actor> {
  await lockBusiness(tx, actor.businessId);
  const roles = await readRoles(tx, actor.businessId, actor.userId);
  if (!can({ roles, businessType: actor.businessType }, 'staff.manage')) fail('forbidden');
  return { ...actor, roles };
}

/**
 * The actor must be allowed to grant each role that is given, changed or removed; ownership also needs a fresh
 * password.
 */
export function requireGrant(tx: Tx, actor: Actor, roles: readonly Role[]): void {
  if (roles.some((role) => !mayGrant(actor, role))) fail('role_above_own');
  const fresh = actor.freshUntil !== null && actor.freshUntil > tx.now();
  if (roles.includes('owner') && !fresh) fail('fresh_authentication_required');
}

export async function requireOwnWarehouses(
  tx: Tx,
  actor: Actor,
  ids: readonly number[] | null | undefined,
): Promise<void> {
  if (!ids) return;
  const distinct = [...new Set(ids)];
  if ((await countWarehouses(tx, actor.businessId, distinct)) !== distinct.length)
    invalidField('warehouseIds', 'not_found');
}
