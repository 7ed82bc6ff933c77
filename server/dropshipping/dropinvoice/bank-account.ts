import type { bankAccount } from '#contract/dropshipping/bank-account.ts';
import { normalizePixKey } from '#contract/dropshipping/pix.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { openBankFields, sealBankFields, snapshotColumns } from './bank-data.ts';
import { changeDropinvoices, notifyBoth } from './dropinvoice.ts';
import { currentBank, dueDayOf, lockBank } from './dropinvoice-close.ts';

export async function readBankAccount(tx: Tx, actor: Actor) {
  const row = await tx.db
    .selectFrom('supplier_bank_accounts')
    .select([
      'pix_key_type as pixKeyType',
      'pix_key as pixKey',
      'holder',
      'city',
      'bank',
      'agency',
      'account',
      'updated_at as updatedAt',
      'version',
    ])
    .where('business_id', '=', actor.businessId)
    .executeTakeFirst();
  return row ? { ...row, ...openBankFields(tx.sealer, row) } : null;
}

type Change = BodyOf<typeof bankAccount.update>;

/** Stores the data, notifies the owners (against fraud), and fills closed invoices that have none. */
export async function saveBankAccount(tx: Tx, actor: Actor, change: Change, version: number | undefined) {
  const pixKey =
    normalizePixKey(change.pixKeyType, change.pixKey) ?? invalidField('pixKey', 'pix_key_invalid');
  const { holder, city, bank, pixKeyType } = change;
  const columns = {
    ...{ holder, city, bank, pix_key_type: pixKeyType, updated_at: tx.now(), sealed: true },
    ...sealBankFields(tx.sealer, { ...change, pixKey }),
  };
  const saved = await tx.db
    .insertInto('supplier_bank_accounts')
    .values({ business_id: actor.businessId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('business_id')
        .doUpdateSet((eb) => ({ ...columns, version: eb('supplier_bank_accounts.version', '+', 1) }))
        .where((eb) =>
          version === undefined ? eb.lit(true) : eb('supplier_bank_accounts.version', '=', version),
        ),
    )
    .returning('version')
    .executeTakeFirst();
  if (!saved) fail('stale_version');
  await completeClosedInvoices(tx, actor.businessId);
  tx.enqueue({
    task: 'dropinvoices.notify',
    payload: { businessId: actor.businessId, template: 'bankDataChanged' },
  });
  return (await readBankAccount(tx, actor)) ?? fail('not_found');
}

/** Invoices that closed before bank data existed can be paid from now on, so that their term begins; others keep their copy. */
async function completeClosedInvoices(tx: Tx, supplierId: number): Promise<void> {
  await lockBank(tx, supplierId);
  const bank = await currentBank(tx, supplierId);
  if (!bank) return;
  const waiting = await tx.db
    .selectFrom('dropinvoices')
    .select(['id', 'number', 'state', 'payable_centavos', 'seller_id'])
    .where('supplier_id', '=', supplierId)
    .where('state', '<>', 'complete')
    .where('closed_at', 'is not', null)
    .where('bank', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const invoice of waiting) {
    const due = await dueDayOf(tx, { sellerId: invoice.seller_id, supplierId });
    await changeDropinvoices(tx, [invoice.id], {
      ...snapshotColumns(tx.sealer, bank, invoice.number, invoice.payable_centavos),
      ...(invoice.payable_centavos === 0 && { pix_code: null }),
      due_on: due,
    });
    notifyBoth(tx, { seller_id: invoice.seller_id, supplier_id: supplierId });
  }
  const payable = waiting.filter((row) => row.state === 'pending' && row.payable_centavos > 0);
  for (const [sellerId, [first, ...others]] of Map.groupBy(payable, (row) => row.seller_id))
    if (first)
      tx.enqueue({
        task: 'dropinvoices.notify',
        payload: {
          id: first.id,
          paidWith: others.map(({ id }) => id),
          businessId: sellerId,
          template: 'dropinvoiceClosed',
        },
      });
}
