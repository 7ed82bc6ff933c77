import { sql } from 'kysely';
import { z } from 'zod';
import type { Collaborator } from '#contract/business/staff.ts';
import { addMinutes, formatInstant } from '#contract/dates.ts';
import { linkTo } from '#server/account/links.ts';
import { sendMail, writeLetter } from '#server/account/mail-task.ts';
import { endSessions, listMemberships } from '#server/account/sign-in/session.queries.ts';
import { removeSecondStep } from '#server/account/sign-in/two-step.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, hashToken, newToken } from '#server/http/session.ts';
import type { Task } from '#server/jobs/task.ts';
import { enterStaff } from './granting.ts';
import { findCollaborator, showCollaborator } from './staff.ts';

/** Enough time for a person who still has the phone to read the mail and stop the reset. */
const waitMinutes = 24 * 60;

/** An owner requests the reset; nothing changes for the colleague before the day is over. */
export async function askForReset(tx: Tx, actor: Actor, staffId: number): Promise<Collaborator> {
  await enterStaff(tx, actor);
  const person = await findCollaborator(tx, actor, staffId);
  if (!person.two_step || person.two_step_reset_at || person.user_id === actor.userId) fail('state_conflict');
  if (await belongsElsewhere(tx, actor.businessId, person.user_id)) fail('belongs_elsewhere');
  const dueAt = addMinutes(tx.now(), waitMinutes);
  const { id } = await tx.db
    .insertInto('two_step_resets')
    .values({
      business_id: actor.businessId,
      user_id: person.user_id,
      asked_by: actor.userId,
      due_at: dueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payload = { businessId: actor.businessId, resetId: id };
  tx.enqueue({ task: 'business.tellTwoStepReset', payload });
  enqueueReset(tx, payload, dueAt);
  tx.changed(actor.businessId, 'staff');
  return showCollaborator(await findCollaborator(tx, actor, staffId), actor);
}

function enqueueReset(tx: Tx, payload: z.output<typeof payloadSchema>, runAt: Date): void {
  tx.enqueue({ task: 'business.resetTwoStep', payload, key: `two-step-reset-${payload.resetId}`, runAt });
}

/** One business must not open the way into another. */
async function belongsElsewhere(tx: Tx, businessId: number, userId: number): Promise<boolean> {
  const { scope } = tx;
  await setScope(tx, { userId, businessId });
  const businesses = await listMemberships(tx);
  await setScope(tx, scope);
  return businesses.some(({ id }) => id !== businessId);
}

const payloadSchema = z.object({ businessId: z.number(), resetId: z.number() });

function selectReset(tx: Tx, resetId: number) {
  return tx.db
    .selectFrom('two_step_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('businesses as b', 'b.id', 'r.business_id')
    .leftJoin('users as o', 'o.id', 'r.asked_by')
    .select(['r.user_id', 'r.due_at', 'u.name', 'u.email', 'u.locale', 'b.name as business'])
    .select(['o.email as owner_email', 'o.locale as owner_locale'])
    .select(sql<string>`coalesce(o.name, b.name)`.as('owner'))
    .where('r.id', '=', resetId)
    .where('r.stopped_at', 'is', null)
    .where('r.done_at', 'is', null)
    .executeTakeFirst();
}

const localeOf = (locale: string | null) => (locale === 'en' ? 'en' : 'pt');

/** Draws the token of the link when it sends, so that no queue row ever holds one. */
export const mailReset: Task = async ({ inBusiness, outside, env }, input) => {
  const { businessId, resetId } = payloadSchema.parse(input);
  const token = newToken();
  const reset = await inBusiness(businessId, async (tx) => {
    await tx.db
      .updateTable('two_step_resets')
      .set({ stop_hash: hashToken(token) })
      .where('id', '=', resetId)
      .execute();
    return selectReset(tx, resetId);
  });
  if (!reset) return;
  const values = { ...namesOf(reset), at: formatInstant(reset.due_at) };
  await outside.mail.send(
    writeLetter({
      to: reset.email,
      locale: localeOf(reset.locale),
      template: 'business.twoStepReset',
      values: { ...values, link: linkTo.stopTwoStepReset(env.appUrl, token) },
    }),
  );
  if (reset.owner_email === null) return;
  const locale = localeOf(reset.owner_locale);
  await outside.mail.send(
    writeLetter({ to: reset.owner_email, locale, template: 'business.twoStepResetAsked', values }),
  );
};

const namesOf = ({ name, owner, business }: { name: string; owner: string; business: string }) => ({
  name,
  owner,
  business,
});

/** When the day is over: unless it was stopped, or the person belongs to another business by now. */
export const applyReset: Task = async ({ inBusiness }, input) => {
  const payload = payloadSchema.parse(input);
  const { businessId, resetId } = payload;
  await inBusiness(businessId, async (tx) => {
    const reset = await selectReset(tx, resetId);
    if (!reset) return;
    if (reset.due_at > tx.now()) return enqueueReset(tx, payload, reset.due_at);
    const column = (await belongsElsewhere(tx, businessId, reset.user_id)) ? 'stopped_at' : 'done_at';
    const ended = await tx.db
      .updateTable('two_step_resets')
      .set({ [column]: tx.now() })
      .where('id', '=', resetId)
      .where('stopped_at', 'is', null)
      .where('done_at', 'is', null)
      .executeTakeFirst();
    if (column === 'stopped_at' || ended.numUpdatedRows === 0n) return;
    await setScope(tx, { userId: reset.user_id, businessId });
    await removeSecondStep(tx, reset.user_id);
    await endSessions(tx, reset.user_id, 'two-step reset');
    const locale = localeOf(reset.locale);
    sendMail(tx, {
      to: reset.email,
      locale,
      template: 'account.twoStepDisabled',
      values: { name: reset.name },
    });
    tx.changed(businessId, 'staff');
  });
};

/** By the link of the mail; its recipient needs no session. */
export async function stopReset(tx: Tx, token: string): Promise<void> {
  const { rows } = await sql<{ id: number; business_id: number }>`
    select * from find_two_step_reset(${hashToken(token)})`.execute(tx.db);
  const found = rows[0] ?? fail('token_invalid');
  const { scope } = tx;
  await setScope(tx, { businessId: found.business_id });
  const stopped = await tx.db
    .updateTable('two_step_resets')
    .set({ stopped_at: tx.now() })
    .where('id', '=', found.id)
    .where('stopped_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  await setScope(tx, scope);
  if (stopped.numUpdatedRows === 0n) fail('token_invalid');
  tx.changed(found.business_id, 'staff');
}
