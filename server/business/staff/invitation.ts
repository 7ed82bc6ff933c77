import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Invitation } from '#contract/business/staff.ts';
import { addMinutes } from '#contract/dates.ts';
import { type Locale, locales, messages } from '#contract/messages/index.ts';
import type { Role } from '#contract/permissions.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { linkTo } from '#server/account/links.ts';
import { writeLetter } from '#server/account/mail-task.ts';
import { listPage } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, hashToken, newToken } from '#server/http/session.ts';
import type { Task } from '#server/jobs/task.ts';
import { enterStaff, requireGrant, requireOwnWarehouses } from './granting.ts';
import { invitationList, selectInvitations } from './staff.queries.ts';

const lifeMinutes = 7 * 24 * 60;

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>;

const show = (row: Row, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  roles: row.roles,
  warehouses: row.warehouses,
  invitedBy: row.invited_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  expired: row.expires_at <= now,
});

export async function listInvitations(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<Invitation>> {
  const found = await listPage(tx, selectInvitations(tx, actor.businessId), invitationList, query);
  return { ...found, items: found.items.map((row) => show(row, tx.now())) };
}

async function findInvitation(tx: Tx, actor: Actor, id: number): Promise<Row> {
  const row = await selectInvitations(tx, actor.businessId).where('i.id', '=', id).executeTakeFirst();
  return row ?? fail('not_found');
}

/** No link is valid until the mail is written: the token is drawn there. */
const unusedHash = () => randomBytes(32);

export async function inviteCollaborator(
  tx: Tx,
  actor: Actor,
  invitation: { email: string; roles: Role[]; warehouseIds: number[] | null },
  locale: Locale,
): Promise<Invitation> {
  const now = await enterStaff(tx, actor);
  requireGrant(tx, now, invitation.roles);
  await requireOwnWarehouses(tx, actor, invitation.warehouseIds);
  const present = await tx.db
    .selectFrom('staff as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where('m.business_id', '=', actor.businessId)
    .where('u.email', '=', invitation.email)
    .executeTakeFirst();
  if (present) fail('already_staff');
  const values = {
    roles: invitation.roles,
    warehouse_ids: invitation.warehouseIds,
    token_hash: unusedHash(),
    invited_by: actor.userId,
    created_at: tx.now(),
    expires_at: addMinutes(tx.now(), lifeMinutes),
  };
  const { id } = await tx.db
    .insertInto('staff_invitations')
    .values({ business_id: actor.businessId, email: invitation.email, ...values })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'email']).where('accepted_at', 'is', null).doUpdateSet(values),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  requestMail(tx, actor, id, locale);
  return show(await findInvitation(tx, actor, id), tx.now());
}

function requestMail(tx: Tx, actor: Actor, invitationId: number, locale: Locale): void {
  const payload = { businessId: actor.businessId, invitationId, locale };
  tx.enqueue({ task: 'business.sendInvitation', payload, key: `invitation-${invitationId}` });
  tx.changed(actor.businessId, 'staffInvitations');
}

export async function resendInvitation(
  tx: Tx,
  actor: Actor,
  id: number,
  locale: Locale,
): Promise<Invitation> {
  const now = await enterStaff(tx, actor);
  const row = await findInvitation(tx, actor, id);
  requireGrant(tx, now, row.roles);
  await tx.db
    .updateTable('staff_invitations')
    .set({ token_hash: unusedHash(), expires_at: addMinutes(tx.now(), lifeMinutes) })
    .where('id', '=', id)
    .execute();
  requestMail(tx, actor, id, locale);
  return show(await findInvitation(tx, actor, id), tx.now());
}

export async function cancelInvitation(tx: Tx, actor: Actor, id: number): Promise<void> {
  await enterStaff(tx, actor);
  const gone = await tx.db
    .deleteFrom('staff_invitations')
    .where('id', '=', id)
    .where('business_id', '=', actor.businessId)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) fail('not_found');
}

const payloadSchema = z.object({
  businessId: z.number(),
  invitationId: z.number(),
  locale: z.enum(locales),
});

/** Generates the token when it sends; an invitation that was canceled or accepted meanwhile sends nothing. */
export const sendInvitationTask: Task = async ({ inBusiness, outside, env }, payload) => {
  const { businessId, invitationId, locale } = payloadSchema.parse(payload);
  const token = newToken();
  const row = await inBusiness(businessId, async (tx) => {
    await tx.db
      .updateTable('staff_invitations')
      .set({ token_hash: hashToken(token) })
      .where('id', '=', invitationId)
      .where('accepted_at', 'is', null)
      .execute();
    return selectInvitations(tx, businessId)
      .innerJoin('businesses as b', 'b.id', 'i.business_id')
      .select('b.name as business')
      .where('i.id', '=', invitationId)
      .executeTakeFirst();
  });
  if (!row) return;
  const words = messages[locale].business.roles;
  const values = {
    business: row.business,
    inviter: row.invited_by || row.business,
    roles: row.roles.map((role) => words[role]).join(', '),
    link: linkTo.invitation(env.appUrl, token),
  };
  await outside.mail.send(writeLetter({ to: row.email, locale, template: 'business.invitation', values }));
};
