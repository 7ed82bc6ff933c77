import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, dayOf } from '#contract/dates.ts';
import type { BankSnapshot } from '#contract/dropshipping/dropinvoice.ts';
import type { Tx } from '#server/db/transaction.ts';
import { endWherePaid } from '#server/dropshipping/overdue/overdue-case.ts';
import type { Task } from '#server/jobs/task.ts';
import { openBankFields, openSnapshot, snapshotColumns } from './bank-data.ts';
import { addLinesToday, type Sides } from './invoice-lines.ts';

/** Closes every invoice of a day that is over. Runs by the clock, any number of times. */
export const closeDropinvoices: Task = async (job) => {
  await job.unscoped(async (tx) => {
    const today = dayOf(tx.now());
    const { rows } = await sql<{
      dropinvoice_id: number;
      supplier_id: number;
    }>`select * from open_dropinvoices(${today}::date)`.execute(tx.db);
    for (const { dropinvoice_id: id, supplier_id: supplierId } of rows) {
      tx.enqueue({
        task: 'dropinvoices.close-one',
        payload: { id, supplierId },
        key: `dropinvoices.close:${id}`,
      });
    }
  });
};

const closePayload = z.object({ id: z.number(), supplierId: z.number() });

export const closeOneDropinvoice: Task = async (job, payload) => {
  const { id, supplierId } = closePayload.parse(payload);
  await job.inBusiness(supplierId, (tx) => closeDropinvoice(tx, id));
};

/** Closes one invoice: total checked against its lines, due day, bank data as they are now, PIX code of the exact value. */
export async function closeDropinvoice(tx: Tx, id: number): Promise<void> {
  const invoice = await tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!invoice || invoice.closed_at || invoice.day >= dayOf(tx.now())) return;
  const { seller_id: sellerId, supplier_id: supplierId } = invoice;
  const link = await tx.db
    .selectFrom('trade_links')
    .select('due_days')
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  const { total } = await tx.db
    .selectFrom('dropinvoice_items')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('total_centavos'), eb.lit(0)).as('total'))
    .where('dropinvoice_id', '=', id)
    .executeTakeFirstOrThrow();
  const payable = total > 0;
  const bank = payable ? await currentBank(tx, supplierId) : null;
  await tx.db
    .updateTable('dropinvoices')
    .set({
      closed_at: tx.now(),
      due_on: addDays(dayOf(tx.now()), link?.due_days ?? defaultDueDays),
      total_centavos: total,
      state: payable ? 'pending' : 'complete',
      completed_at: payable ? null : tx.now(),
      ...(bank && snapshotColumns(tx.sealer, bank, invoice.number, total)),
      updated_at: tx.now(),
    })
    .where('id', '=', id)
    .execute();
  if (total < 0) await carryOver(tx, { sellerId, supplierId }, total);
  for (const businessId of [sellerId, supplierId]) tx.changed(businessId, 'dropinvoices');
  if (payable) {
    tx.enqueue({
      task: 'dropinvoices.notify',
      payload: { id, businessId: sellerId, template: 'dropinvoiceClosed' },
    });
  }
}

const defaultDueDays = 7;

/** What a closed day owes the seller goes to the next open invoice as a credit. */
async function carryOver(tx: Tx, sides: Sides, total: number): Promise<void> {
  await addLinesToday(tx, sides, [{ kind: 'carry', quantity: 1, unitPriceCentavos: total }]);
}

/** A closed invoice that nobody has paid came to another amount: its code says so; with nothing left to pay it is complete. */
export async function settleChanged(tx: Tx, id: number): Promise<void> {
  const invoice = await tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { total_centavos: total, number, seller_id: sellerId, supplier_id: supplierId } = invoice;
  const payable = total > 0;
  const { bank } = openSnapshot(tx.sealer, invoice);
  await tx.db
    .updateTable('dropinvoices')
    .set((eb) => ({
      ...(!payable && { state: 'complete', completed_at: tx.now() }),
      ...(payable && bank && snapshotColumns(tx.sealer, bank, number, total)),
      version: eb('version', '+', 1),
      updated_at: tx.now(),
    }))
    .where('id', '=', id)
    .execute();
  if (total < 0) await carryOver(tx, { sellerId, supplierId }, total);
  if (!payable) await endWherePaid(tx, { sellerId, supplierId });
}

export async function currentBank(tx: Tx, supplierId: number): Promise<BankSnapshot | null> {
  const row = await tx.db
    .selectFrom('supplier_bank_accounts')
    .select(['pix_key as pixKey', 'holder', 'city', 'bank', 'agency', 'account'])
    .where('business_id', '=', supplierId)
    .executeTakeFirst();
  return row ? { ...row, ...openBankFields(tx.sealer, row) } : null;
}
