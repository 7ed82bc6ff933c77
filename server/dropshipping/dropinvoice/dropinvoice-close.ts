import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, type Day, dayOf } from '#contract/dates.ts';
import type { BankSnapshot } from '#contract/dropshipping/dropinvoice.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockPair, type Sides } from '#server/dropshipping/balance/pair-lock.ts';
import { enqueueUnsettled, settlePair } from '#server/dropshipping/balance/settle.ts';
import type { Task } from '#server/jobs/task.ts';
import { openBankFields, snapshotColumns } from './bank-data.ts';
import { isWithoutBank } from './overdue.ts';

/** Closes every invoice of a past day and settles the balances of pairs. Idempotent. */
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
    await enqueueUnsettled(tx);
  });
};

const closePayload = z.object({ id: z.number(), supplierId: z.number() });

export const closeOneDropinvoice: Task = async (job, payload) => {
  const { id, supplierId } = closePayload.parse(payload);
  await job.inBusiness(supplierId, (tx) => closeDropinvoice(tx, id));
};

/**
 * Closes one invoice: checks its total against the lines, sets the due day, and copies the current bank data with the Pix
 * code of the exact amount; then the balance of the pair is set off. An invoice with a total of zero is complete. Without
 * bank data there is no due day.
 */
export async function closeDropinvoice(tx: Tx, id: number): Promise<void> {
  const pair = await tx.db
    .selectFrom('dropinvoices')
    .select(['seller_id as sellerId', 'supplier_id as supplierId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!pair) return;
  await lockPair(tx, pair);
  const invoice = await tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!invoice || invoice.closed_at || invoice.day >= dayOf(tx.now())) return;
  const { seller_id: sellerId, supplier_id: supplierId } = invoice;
  const { total } = await tx.db
    .selectFrom('dropinvoice_items')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('total_centavos'), eb.lit(0)).as('total'))
    .where('dropinvoice_id', '=', id)
    .executeTakeFirstOrThrow();
  const payable = total > 0;
  await lockBank(tx, supplierId);
  const bank = payable ? await currentBank(tx, supplierId) : null;
  await tx.db
    .updateTable('dropinvoices')
    .set({
      closed_at: tx.now(),
      due_on: payable && bank === null ? null : await dueDayOf(tx, pair),
      total_centavos: total,
      state: payable ? 'pending' : 'complete',
      completed_at: payable ? null : tx.now(),
      ...(bank && snapshotColumns(tx.sealer, bank, invoice.number, total)),
      updated_at: tx.now(),
    })
    .where('id', '=', id)
    .execute();
  for (const businessId of [sellerId, supplierId]) tx.changed(businessId, 'dropinvoices');
  await settlePair(tx, pair);
  if (!payable) return;
  tx.enqueue({
    task: 'dropinvoices.notify',
    payload: { id, businessId: sellerId, template: 'dropinvoiceClosed' },
  });
  if (bank === null && !(await waitsAlready(tx, supplierId, id)))
    tx.enqueue({
      task: 'dropinvoices.notify',
      payload: { id, businessId: supplierId, template: 'dropinvoiceWithoutBank' },
    });
}

const defaultDueDays = 7;

/** The whole term of the link from today, the first day on which the seller can pay. */
export async function dueDayOf(tx: Tx, { sellerId, supplierId }: Sides): Promise<Day> {
  const link = await tx.db
    .selectFrom('trade_links')
    .select('due_days')
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return addDays(dayOf(tx.now()), link?.due_days ?? defaultDueDays);
}

/** The supplier is asked for bank data once, by the first invoice that waits for them. */
async function waitsAlready(tx: Tx, supplierId: number, id: number): Promise<boolean> {
  const other = await tx.db
    .selectFrom('dropinvoices as d')
    .select('d.id')
    .where('d.supplier_id', '=', supplierId)
    .where('d.id', '<>', id)
    .where(isWithoutBank)
    .executeTakeFirst();
  return other !== undefined;
}

/** An invoice that closes while its supplier enters the first bank data gets them from one side or the other. */
export async function lockBank(tx: Tx, supplierId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank data ${supplierId}`}, 0))`.execute(tx.db);
}

export async function currentBank(tx: Tx, supplierId: number): Promise<BankSnapshot | null> {
  const row = await tx.db
    .selectFrom('supplier_bank_accounts')
    .select(['pix_key as pixKey', 'holder', 'city', 'bank', 'agency', 'account'])
    .where('business_id', '=', supplierId)
    .executeTakeFirst();
  return row ? { ...row, ...openBankFields(tx.sealer, row) } : null;
}
