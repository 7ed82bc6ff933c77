import { z } from 'zod';
import { disputeActs } from '#contract/dropshipping/dispute-states.ts';
import { formatMoney } from '#contract/money.ts';
import { can } from '#contract/permissions.ts';
import { linkTo } from '#server/account/links.ts';
import { sendMail } from '#server/account/mail-task.ts';
import type { Task } from '#server/jobs/task.ts';
import { dueWords, findStaff } from './dropinvoice-notice.ts';

const payloadSchema = z.object({
  template: z.enum(['disputeOpened', 'disputeAccepted', 'disputeRefused', 'disputeWithdrawn']),
  businessId: z.number(),
  itemId: z.number(),
});

/** Notifies one side by mail about a dispute of a line. */
export const notifyOfLine: Task = async (job, payload) => {
  const { template, businessId, itemId } = payloadSchema.parse(payload);
  await job.inBusiness(businessId, async (tx) => {
    const line = await tx.db
      .selectFrom('dropinvoice_items as i')
      .innerJoin('dropinvoices as d', 'd.id', 'i.dropinvoice_id')
      .innerJoin('businesses as seller', 'seller.id', 'd.seller_id')
      .innerJoin('businesses as supplier', 'supplier.id', 'd.supplier_id')
      .innerJoin('dropinvoice_disputes as x', 'x.item_id', 'i.id')
      .select(['d.id', 'd.number', 'd.seller_id', 'd.due_on', 'i.product'])
      .select(['i.unit_price_centavos', 'x.quantity', 'x.reason', 'x.refusal'])
      .select(['seller.name as seller', 'supplier.name as supplier'])
      .where('i.id', '=', itemId)
      .executeTakeFirst();
    if (!line) return;
    const side = line.seller_id === businessId ? 'seller' : 'supplier';
    const right = disputeActs[side === 'seller' ? 'withdraw' : 'accept'].permission;
    const value = line.quantity * line.unit_price_centavos;
    for (const person of await findStaff(tx, businessId)) {
      if (!can(person, right)) continue;
      sendMail(tx, {
        to: person.email,
        locale: person.locale,
        template: `dropshipping.${template}`,
        values: {
          name: person.name,
          number: String(line.number),
          product: line.product,
          quantity: String(line.quantity),
          value: formatMoney(value),
          due: dueWords(line.due_on, person.locale),
          reason: template === 'disputeRefused' ? line.refusal : line.reason,
          seller: line.seller,
          supplier: line.supplier,
          link: linkTo.invoice(job.env.appUrl, side, line.id),
        },
      });
    }
  });
};
