import { z } from 'zod';
import { formatDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { can } from '#contract/permissions.ts';
import { linkTo } from '#server/account/links.ts';
import { sendMail } from '#server/account/mail-task.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findStaff } from '#server/dropshipping/dropinvoice/dropinvoice-notice.ts';
import type { Task } from '#server/jobs/task.ts';

const payloadSchema = z.object({
  template: z.enum(['creditGiven', 'payoutSent', 'payoutConfirmed', 'payoutRefused']),
  businessId: z.number(),
  entryId: z.number().optional(),
  payoutId: z.number().optional(),
});
export type PairNotice = z.input<typeof payloadSchema>;

/** Notifies one side by mail about an act of the other on their balance. */
export const notifyOfPair: Task = async (job, payload) => {
  const notice = payloadSchema.parse(payload);
  const { template, businessId } = notice;
  await job.inBusiness(businessId, async (tx) => {
    const found = await findMove(tx, notice);
    if (!found) return;
    const right = businessId === found.seller_id ? 'dropinvoices.pay' : 'dropinvoices.credit';
    for (const person of await findStaff(tx, businessId)) {
      if (!can(person, right)) continue;
      sendMail(tx, {
        to: person.email,
        locale: person.locale,
        template: `dropshipping.${template}`,
        values: {
          name: person.name,
          value: formatMoney(found.amount_centavos),
          day: found.paid_on ? formatDay(found.paid_on) : '–',
          reason: found.reason,
          seller: found.seller,
          supplier: found.supplier,
          link: linkTo.pairBalance(job.env.appUrl, found.link),
        },
      });
    }
  });
};

/** A credit by hand, or a payout, with the names of both sides. */
async function findMove(tx: Tx, { entryId, payoutId }: PairNotice) {
  const moved =
    payoutId === undefined
      ? await tx.db
          .selectFrom('pair_entries')
          .select(['seller_id', 'supplier_id', 'amount_centavos', 'reason'])
          .where('id', '=', entryId ?? 0)
          .executeTakeFirst()
      : await tx.db
          .selectFrom('pair_payouts')
          .select(['seller_id', 'supplier_id', 'amount_centavos', 'reason', 'paid_on'])
          .where('id', '=', payoutId)
          .executeTakeFirst();
  if (!moved) return undefined;
  const names = await tx.db
    .selectFrom('trade_links as l')
    .innerJoin('businesses as seller', 'seller.id', 'l.seller_id')
    .innerJoin('businesses as supplier', 'supplier.id', 'l.supplier_id')
    .select(['l.id as link', 'seller.name as seller', 'supplier.name as supplier'])
    .where('l.seller_id', '=', moved.seller_id)
    .where('l.supplier_id', '=', moved.supplier_id)
    .executeTakeFirst();
  return names && { paid_on: null, ...moved, ...names };
}
