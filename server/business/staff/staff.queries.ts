import { sql } from 'kysely';
import { invitationSorts, staffFilter, staffSorts } from '#contract/business/staff.ts';
import type { Role } from '#contract/permissions.ts';
import { listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';

export type WarehouseReference = { id: number; name: string };

/** The named warehouses of a row's `warehouse_ids`, by name. */
const warehousesOf = (alias: 'm' | 'i') => sql<WarehouseReference[] | null>`
  case when ${sql.ref(`${alias}.warehouse_ids`)} is null then null else (
    select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name) order by w.name), '[]')
    from warehouses w where w.business_id = ${sql.ref(`${alias}.business_id`)}
      and w.id = any(${sql.ref(`${alias}.warehouse_ids`)})) end`;

export function selectStaff(tx: Tx, businessId: number) {
  return tx.db
    .selectFrom('staff as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'u.name', 'u.email', 'm.created_at', 'm.version'])
    .select([sql<Role[]>`m.roles`.as('roles'), warehousesOf('m').as('warehouses')])
    .select(sql<boolean>`staff_has_two_step(m.user_id)`.as('two_step'))
    .select(({ selectFrom }) =>
      selectFrom('two_step_resets as r')
        .select('r.due_at')
        .whereRef('r.business_id', '=', 'm.business_id')
        .whereRef('r.user_id', '=', 'm.user_id')
        .where('r.stopped_at', 'is', null)
        .where('r.done_at', 'is', null)
        .as('two_step_reset_at'),
    )
    .where('m.business_id', '=', businessId);
}

export const staffList = listSpec({
  fields: staffFilter,
  sortedBy: staffSorts,
  sql: {
    role: { where: (values) => sql`m.roles && array[${sql.join(values)}]::text[]` },
    name: sql`u.name`,
    email: sql`u.email`,
  },
  search: sql`fold(u.name || ' ' || u.email)`,
  sorts: { name: sql`u.name`, email: sql`u.email`, created: sql`m.created_at` },
  defaultSort: 'name',
  id: sql`m.id`,
});

export function selectInvitations(tx: Tx, businessId: number) {
  return tx.db
    .selectFrom('staff_invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.created_at', 'i.expires_at'])
    .select([sql<Role[]>`i.roles`.as('roles'), warehousesOf('i').as('warehouses')])
    .select(sql<string>`coalesce(u.name, '')`.as('invited_by'))
    .where('i.business_id', '=', businessId)
    .where('i.accepted_at', 'is', null);
}

export const invitationList = listSpec({
  fields: { email: { kind: 'text' } },
  sql: { email: sql`i.email` },
  search: sql`fold(i.email)`,
  sortedBy: invitationSorts,
  sorts: { email: sql`i.email`, created: sql`i.created_at` },
  defaultSort: '-created',
  id: sql`i.id`,
});

/** Serializes all changes of a business's staff. */
export async function lockBusiness(tx: Tx, businessId: number): Promise<void> {
  await tx.db.selectFrom('businesses').select('id').where('id', '=', businessId).forUpdate().execute();
}

export async function readRoles(tx: Tx, businessId: number, userId: number): Promise<Role[]> {
  const row = await tx.db
    .selectFrom('staff')
    .select(sql<Role[]>`roles`.as('roles'))
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.roles ?? [];
}

export async function hasOwner(tx: Tx, businessId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('staff')
    .select('id')
    .where('business_id', '=', businessId)
    .where(sql<boolean>`'owner' = any(roles)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countWarehouses(tx: Tx, businessId: number, ids: readonly number[]): Promise<number> {
  const { count } = await tx.db
    .selectFrom('warehouses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow();
  return count;
}
