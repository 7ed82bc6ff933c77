import type { dropinvoices, JointPayment } from '#contract/dropshipping/dropinvoice.ts';
import { canDropinvoice } from '#contract/dropshipping/dropinvoice-states.ts';
import { pixCode, txidOf } from '#contract/dropshipping/pix.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { insertFile, type StoredFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockPair } from '#server/dropshipping/balance/pair-lock.ts';
import { fail, refuseFuture } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { openSnapshot } from './bank-data.ts';
import { dropinvoiceBase, shapeDropinvoice } from './dropinvoice.queries.ts';
import { changeDropinvoices, notifyBoth } from './dropinvoice.ts';

export async function readTogether(tx: Tx, actor: Actor, ids: string): Promise<JointPayment> {
  const rows = await findPayable(tx, actor, ids.split(',').map(Number));
  return shapeJointPayment(tx, rows);
}

/** Pays several invoices with one proof: each with its payable amount, and each is approved separately. */
export async function payTogether(
  tx: Tx,
  actor: Actor,
  { ids, paidOn }: BodyOf<typeof dropinvoices.payTogether>,
  file: StoredFile,
): Promise<JointPayment> {
  const [known] = await findPayable(tx, actor, ids);
  if (known) await lockPair(tx, { sellerId: known.seller_id, supplierId: known.supplier_id });
  await tx.db
    .selectFrom('dropinvoices')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await findPayable(tx, actor, ids);
  const [first] = rows;
  if (!first) fail('not_found');
  refuseFuture('paidOn', paidOn, tx.now());
  const fileId = await insertFile(tx, actor.businessId, file);
  await tx.db
    .insertInto('dropinvoice_proofs')
    .values(
      rows.map((row) => ({
        seller_id: row.seller_id,
        supplier_id: row.supplier_id,
        dropinvoice_id: row.id,
        file_id: fileId,
        paid_centavos: row.payable_centavos,
        paid_on: paidOn,
        note: '',
        user_id: actor.userId,
        at: tx.now(),
      })),
    )
    .execute();
  const paid = rows.map(({ id }) => id);
  await tx.db
    .updateTable('dropinvoices')
    .set((eb) => ({ paid_centavos: eb.ref('payable_centavos') }))
    .where('id', 'in', paid)
    .execute();
  await changeDropinvoices(tx, paid, {
    state: 'waiting_approval',
    paid_on: paidOn,
    note: '',
    proof_file_id: fileId,
    rejected_reason: null,
  });
  notifyBoth(tx, first);
  tx.enqueue({
    task: 'dropinvoices.notify',
    payload: {
      id: first.id,
      paidWith: paid.slice(1),
      businessId: first.supplier_id,
      template: 'dropinvoicePaid',
    },
  });
  return shapeJointPayment(tx, await readRows(tx, paid));
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

const readRows = (tx: Tx, ids: readonly number[]) =>
  dropinvoiceBase(tx).where('d.id', 'in', ids).orderBy('d.id').execute();

/** Invoices that may be paid together: closed, unpaid, of one supplier, and closed with the same bank data. */
async function findPayable(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Row[]> {
  const asked = [...new Set(ids)];
  const rows = (await readRows(tx, asked)).filter((row) => row.seller_id === actor.businessId);
  if (rows.length !== asked.length) fail('not_found');
  if (rows.some((row) => row.closed_at === null)) fail('invoice_open');
  if (rows.some((row) => !canDropinvoice('pay', { state: row.state, closedAt: row.closed_at })))
    fail('state_conflict');
  if (rows.some((row) => row.payable_centavos === 0)) fail('nothing_to_pay');
  if (new Set(rows.map((row) => row.supplier_id)).size > 1) fail('suppliers_differ');
  const banks = rows.map((row) => JSON.stringify(openSnapshot(tx.sealer, row).bank));
  if (new Set(banks).size > 1) fail('bank_data_differs');
  return rows;
}

function shapeJointPayment(tx: Tx, rows: readonly Row[]): JointPayment {
  const [first] = rows;
  if (!first) fail('not_found');
  const { bank } = openSnapshot(tx.sealer, first);
  const totalCentavos = rows.reduce((sum, row) => sum + row.payable_centavos, 0);
  const txid = txidOf(rows.map((row) => row.number));
  return {
    supplier: { id: first.supplier_id, name: first.supplier_name },
    invoices: rows.map(shapeDropinvoice),
    totalCentavos,
    txid,
    bank,
    pixCode:
      bank && pixCode({ key: bank.pixKey, name: bank.holder, city: bank.city, amount: totalCentavos, txid }),
  };
}
