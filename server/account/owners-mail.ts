import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { type OutgoingMail, sendMail } from './mail-task.ts';

/** One mail to every owner of a business, in their language; the text may name them and the business. */
export async function mailOwners(
  tx: Tx,
  businessId: number,
  { template, values }: Pick<OutgoingMail, 'template' | 'values'>,
): Promise<void> {
  const owners = await tx.db
    .selectFrom('staff as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select(['u.name', 'u.email', 'u.locale', 'b.name as business'])
    .where('m.business_id', '=', businessId)
    .where(sql<boolean>`'owner' = any(m.roles)`)
    .execute();
  for (const { name, email, locale, business } of owners)
    sendMail(tx, {
      to: email,
      locale: locale === 'en' ? 'en' : 'pt',
      template,
      values: { name, business, ...values },
    });
}
