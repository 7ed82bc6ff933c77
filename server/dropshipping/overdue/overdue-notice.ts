import { z } from 'zod';
import { formatDay } from '#contract/dates.ts';
import { overdueActs } from '#contract/dropshipping/overdue-case-states.ts';
import { formatMoney } from '#contract/money.ts';
import { can } from '#contract/permissions.ts';
import { linkTo } from '#server/account/links.ts';
import { sendMail } from '#server/account/mail-task.ts';
import { findStaff } from '#server/dropshipping/dropinvoice/dropinvoice-notice.ts';
import type { Task } from '#server/jobs/task.ts';
import { askDay, readOwed } from './overdue-case.queries.ts';

const templates = [
  'overdueNoticed',
  'overdueAsked',
  'overdueHeld',
  'overdueExtended',
  'overdueReleased',
] as const;
export type OverdueNotice = (typeof templates)[number];

const payloadSchema = z.object({ businessId: z.number(), id: z.number(), template: z.enum(templates) });

/** Notifies by mail about overdue invoices: the supplier about the question, the seller about every other step. */
export const notifyOfOverdue: Task = async (job, payload) => {
  const { businessId, id, template } = payloadSchema.parse(payload);
  await job.inBusiness(businessId, async (tx) => {
    const found = await tx.db
      .selectFrom('overdue_cases as c')
      .innerJoin('businesses as seller', 'seller.id', 'c.seller_id')
      .innerJoin('businesses as supplier', 'supplier.id', 'c.supplier_id')
      .innerJoin('trade_links as t', (join) =>
        join.onRef('t.seller_id', '=', 'c.seller_id').onRef('t.supplier_id', '=', 'c.supplier_id'),
      )
      .select([
        'c.seller_id as sellerId',
        'c.supplier_id as supplierId',
        'c.extended_until',
        't.overdue_days',
      ])
      .select(['seller.name as seller', 'supplier.name as supplier'])
      .where('c.id', '=', id)
      .executeTakeFirst();
    if (!found) return;
    const owed = await readOwed(tx, found);
    const side = businessId === found.sellerId ? 'seller' : 'supplier';
    const right = side === 'seller' ? 'dropinvoices.pay' : overdueActs.hold.permission;
    for (const person of await findStaff(tx, businessId)) {
      if (!can(person, right)) continue;
      sendMail(tx, {
        to: person.email,
        locale: person.locale,
        template: `dropshipping.${template}`,
        values: {
          name: person.name,
          seller: found.seller,
          supplier: found.supplier,
          value: formatMoney(owed.total),
          due: owed.dueOn ? formatDay(owed.dueOn) : '–',
          ask: owed.unpaidSince ? formatDay(askDay(owed.unpaidSince, found.overdue_days)) : '–',
          until: found.extended_until ? formatDay(found.extended_until) : '–',
          link: linkTo.overdueInvoices(job.env.appUrl, side),
        },
      });
    }
  });
};
