import { sql } from 'kysely';
import type { BusinessProfile } from '#contract/business/business.ts';
import { addMinutes, formatInstant } from '#contract/dates.ts';
import { linkTo } from '#server/account/links.ts';
import { sendMail } from '#server/account/mail-task.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { readBusiness } from './business.ts';

/** A person without a second step after the deadline may set one up, and nothing else. */
export async function requireTwoStep(
  tx: Tx,
  actor: Actor,
  { required, days }: { required: boolean; days: number },
  appUrl: string,
): Promise<BusinessProfile> {
  const before = await readBusiness(tx, actor);
  const from = required ? addMinutes(tx.now(), days * 24 * 60) : null;
  await tx.db
    .updateTable('businesses')
    .set({ two_step_from: from, version: sql`version + 1` })
    .where('id', '=', actor.businessId)
    .execute();
  const profile = await readBusiness(tx, actor);
  tx.noteChange('twoStepFrom', before.twoStepFrom, profile.twoStepFrom);
  if (from) await mailStaff(tx, actor, profile.name, from, appUrl);
  // Open streams are looked through: some may have lost the right to listen.
  tx.changed(actor.businessId, 'auth');
  return profile;
}

async function mailStaff(tx: Tx, actor: Actor, business: string, from: Date, appUrl: string): Promise<void> {
  const people = await tx.db
    .selectFrom('staff as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.name', 'u.email', 'u.locale'])
    .where('m.business_id', '=', actor.businessId)
    .where(sql<boolean>`not staff_has_two_step(m.user_id)`)
    .execute();
  for (const { name, email, locale } of people)
    sendMail(tx, {
      to: email,
      locale: locale === 'en' ? 'en' : 'pt',
      template: 'business.twoStepRequired',
      values: { name, business, at: formatInstant(from), link: linkTo.security(appUrl) },
    });
}
