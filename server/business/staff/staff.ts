import { sql } from 'kysely';
import type { Collaborator } from '#contract/business/staff.ts';
import type { Role } from '#contract/permissions.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { enterStaff, requireGrant, requireOwnWarehouses } from './granting.ts';
import { hasOwner, selectStaff, staffList } from './staff.queries.ts';

type Row = Awaited<ReturnType<ReturnType<typeof selectStaff>['executeTakeFirstOrThrow']>>;

export const showCollaborator = (row: Row, actor: Actor): Collaborator => ({
  id: row.id,
  name: row.name,
  email: row.email,
  roles: row.roles,
  warehouses: row.warehouses,
  self: row.user_id === actor.userId,
  twoStep: row.two_step,
  twoStepResetAt: row.two_step_reset_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

export async function listStaff(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<Collaborator>> {
  const found = await listPage(tx, selectStaff(tx, actor.businessId), staffList, query);
  return { ...found, items: found.items.map((row) => showCollaborator(row, actor)) };
}

export async function findCollaborator(tx: Tx, actor: Actor, id: number): Promise<Row> {
  const row = await selectStaff(tx, actor.businessId).where('m.id', '=', id).executeTakeFirst();
  return row ?? fail('not_found');
}

const namesOf = ({ warehouses }: Row) => warehouses?.map(({ name }) => name) ?? null;

const difference = (left: readonly Role[], right: readonly Role[]) =>
  left.filter((role) => !right.includes(role));

export async function updateCollaborator(
  tx: Tx,
  actor: Actor,
  id: number,
  change: { roles?: Role[]; warehouseIds?: number[] | null },
  version: number | undefined,
): Promise<Collaborator> {
  const now = await enterStaff(tx, actor);
  const before = await findCollaborator(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const roles = change.roles ?? before.roles;
  // Gained and lost roles both count: taking ownership away is an act of ownership.
  requireGrant(tx, now, [...difference(roles, before.roles), ...difference(before.roles, roles)]);
  await requireOwnWarehouses(tx, actor, change.warehouseIds);
  await tx.db
    .updateTable('staff')
    .set({
      roles,
      ...(change.warehouseIds !== undefined && { warehouse_ids: change.warehouseIds }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .where('business_id', '=', actor.businessId)
    .execute();
  if (!(await hasOwner(tx, actor.businessId))) fail('last_owner');
  const after = await findCollaborator(tx, actor, id);
  tx.noteChange('roles', before.roles, after.roles);
  tx.noteChange('warehouses', namesOf(before), namesOf(after));
  return showCollaborator(after, actor);
}

/** Rights hang on this row alone: without it the person's next request is a stranger's. */
export async function removeCollaborator(tx: Tx, actor: Actor, id: number): Promise<void> {
  const now = await enterStaff(tx, actor);
  const before = await findCollaborator(tx, actor, id);
  requireGrant(tx, now, before.roles);
  await tx.db.deleteFrom('staff').where('id', '=', id).where('business_id', '=', actor.businessId).execute();
  if (!(await hasOwner(tx, actor.businessId))) fail('last_owner');
  tx.noteChange('roles', before.roles, null);
}
