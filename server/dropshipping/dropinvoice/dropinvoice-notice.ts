import { sql } from 'kysely';
import { z } from 'zod';
import { type Day, formatDay } from '#contract/dates.ts';
import { dropinvoiceActs } from '#contract/dropshipping/dropinvoice-states.ts';
import { type Locale, locales, messages } from '#contract/messages/index.ts';
import { formatMoney } from '#contract/money.ts';
import {
  type BusinessType,
  can,
  type Permission,
  type Role,
  type SupplierSwitch,
} from '#contract/permissions.ts';
import { linkTo } from '#server/account/links.ts';
import { sendMail } from '#server/account/mail-task.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext, Task } from '#server/jobs/task.ts';

const invoiceTemplates = [
  'dropinvoiceClosed',
  'dropinvoiceWithoutBank',
  'dropinvoicePaid',
  'dropinvoiceApproved',
  'dropinvoiceRejected',
  'dropinvoiceWrittenOff',
] as const;

const payloadSchema = z.discriminatedUnion('template', [
  z.object({
    template: z.enum(invoiceTemplates),
    businessId: z.number(),
    id: z.number(),
    /** The other invoices of the same proof. */
    paidWith: z.array(z.number()).default([]),
  }),
  z.object({ template: z.literal('bankDataChanged'), businessId: z.number() }),
]);

/** Notifies by mail about an invoice, or about changed bank data. */
export const notifyOfDropinvoice: Task = async (job, payload) => {
  const notice = payloadSchema.parse(payload);
  if (notice.template === 'bankDataChanged') await notifyOfBankData(job, notice.businessId);
  else await notifyOfInvoice(job, notice);
};

export type Recipient = {
  email: string;
  name: string;
  locale: Locale;
  roles: Role[];
  businessType: BusinessType;
  supplierMay: SupplierSwitch[];
};

/** The people of the transaction's business. */
export async function findStaff(tx: Tx, businessId: number): Promise<Recipient[]> {
  const rows = await tx.db
    .selectFrom('staff as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select(['u.email', 'u.name', 'u.locale', 'm.roles', 'b.type', 'b.supplier_may'])
    .where('m.business_id', '=', businessId)
    .where('u.activated_at', 'is not', null)
    .orderBy('u.id')
    .execute();
  return rows.map(({ type, supplier_may, ...row }) => ({
    ...row,
    locale: locales.find((locale) => locale === row.locale) ?? 'pt',
    roles: row.roles as Role[],
    supplierMay: supplier_may as SupplierSwitch[],
    businessType: type === 'supply' ? 'supply' : 'sales',
  }));
}

/** Of an invoice `d`. */
const settledBy = (kind: 'payment' | 'write_off') =>
  sql<number>`(select coalesce(sum(s.amount_centavos), 0) from dropinvoice_settlements s
    where s.dropinvoice_id = d.id and s.kind = ${kind})::bigint`;
const lastReason = sql<string | null>`(select s.reason from dropinvoice_settlements s
  where s.dropinvoice_id = d.id and s.kind = 'write_off' order by s.id desc limit 1)`;

async function notifyOfInvoice(
  job: JobContext,
  notice: { id: number; paidWith: number[]; businessId: number; template: (typeof invoiceTemplates)[number] },
): Promise<void> {
  const { id, businessId, template } = notice;
  await job.inBusiness(businessId, async (tx) => {
    const invoices = await tx.db
      .selectFrom('dropinvoices as d')
      .innerJoin('businesses as seller', 'seller.id', 'd.seller_id')
      .innerJoin('businesses as supplier', 'supplier.id', 'd.supplier_id')
      .selectAll('d')
      .select(['seller.name as seller', 'supplier.name as supplier'])
      .select(settledBy('payment').as('received'))
      .select(settledBy('write_off').as('written_off'))
      .select(lastReason.as('written_off_reason'))
      .where('d.id', 'in', [id, ...notice.paidWith])
      .orderBy('d.number')
      .execute();
    const [invoice] = invoices;
    if (!invoice) return;
    const sum = (of: (row: (typeof invoices)[number]) => number) =>
      invoices.reduce((total, row) => total + of(row), 0);
    const total = sum((row) =>
      template === 'dropinvoiceClosed' ? row.payable_centavos : row.total_centavos,
    );
    const paid = sum((row) => (template === 'dropinvoicePaid' ? (row.paid_centavos ?? 0) : row.received));
    const rest = sum((row) => row.payable_centavos);
    const side = invoice.seller_id === businessId ? 'seller' : 'supplier';
    const act: Permission = dropinvoiceActs[side === 'seller' ? 'pay' : 'approve'].permission;
    const right = template === 'dropinvoiceWithoutBank' ? 'bank-account.update' : act;
    for (const person of await findStaff(tx, businessId)) {
      if (!can(person, right)) continue;
      sendMail(tx, {
        to: person.email,
        locale: person.locale,
        template: `dropshipping.${variantOf(template, rest, invoice.due_on)}`,
        values: {
          name: person.name,
          rest: formatMoney(rest),
          writtenOff: formatMoney(sum((row) => row.written_off)),
          number: invoices.map((row) => row.number).join(', '),
          day: invoices.map((row) => formatDay(row.day)).join(', '),
          value: formatMoney(total),
          paid: formatMoney(paid),
          due: dueWords(invoice.due_on, person.locale),
          reason:
            (template === 'dropinvoiceWrittenOff' ? invoice.written_off_reason : invoice.rejected_reason) ??
            '',
          seller: invoice.seller,
          supplier: invoice.supplier,
          link: linkTo.invoice(job.env.appUrl, side, id),
        },
      });
    }
  });
}

function variantOf(template: (typeof invoiceTemplates)[number], rest: number, dueOn: Day | null) {
  if (template === 'dropinvoiceApproved' && rest > 0) return 'dropinvoicePartlyPaid';
  if (template === 'dropinvoiceClosed' && dueOn === null) return 'dropinvoiceClosedWithoutBank';
  return template;
}

/** The due day; an invoice has none until its supplier has entered bank data. */
export const dueWords = (dueOn: Day | null, locale: Locale): string =>
  dueOn === null ? messages[locale].dropshipping.settlement.dueWithBank : formatDay(dueOn);

/** Changed bank data may be fraud: the supplier's owners and the sellers that owe money are notified. */
async function notifyOfBankData(job: JobContext, supplierId: number): Promise<void> {
  const { supplier, own, debtors } = await job.inBusiness(supplierId, async (tx) => ({
    supplier: await tx.db
      .selectFrom('businesses')
      .select('name')
      .where('id', '=', supplierId)
      .executeTakeFirstOrThrow(),
    own: await findStaff(tx, supplierId),
    debtors: await tx.db
      .selectFrom('dropinvoices')
      .select('seller_id')
      .distinct()
      .where('supplier_id', '=', supplierId)
      .where('state', '<>', 'complete')
      .execute(),
  }));
  const sellers: Recipient[] = [];
  for (const { seller_id: sellerId } of debtors) {
    sellers.push(...(await job.inBusiness(sellerId, (tx) => findStaff(tx, sellerId))));
  }
  // One transaction: a repeated job sends nothing twice.
  await job.unscoped(async (tx) => {
    for (const person of [...own, ...sellers].filter(({ roles }) => roles.includes('owner'))) {
      const template = person.businessType === 'supply' ? 'bankDataChanged' : 'supplierBankDataChanged';
      sendMail(tx, {
        to: person.email,
        locale: person.locale,
        template: `dropshipping.${template}`,
        values: { name: person.name, supplier: supplier.name, link: linkTo.login(job.env.appUrl) },
      });
    }
  });
}
