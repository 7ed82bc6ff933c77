import { sql } from 'kysely';
import { addDays, type Day, dayOf } from '#contract/dates.ts';
import { canDispute, disputeStates } from '#contract/dropshipping/dispute-states.ts';
import {
  type Dispute,
  type Dropinvoice,
  type DropinvoiceRow,
  dropinvoiceFilter,
  dropinvoiceSorts,
  type Settlement,
} from '#contract/dropshipping/dropinvoice.ts';
import { dropinvoiceStates, itemKinds } from '#contract/dropshipping/dropinvoice-states.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type FileRow, findFile } from '#server/business/files/stored-file.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { openSnapshot } from './bank-data.ts';
import { isOverdue, isWithoutBank } from './overdue.ts';

/** `overdue` depends on the current day. */
export const dropinvoiceList = (today: Day) =>
  listSpec({
    fields: dropinvoiceFilter,
    sortedBy: dropinvoiceSorts,
    sql: {
      day: { where: (days) => sql`d.day in (${sql.join(days.map((day) => sql`${day}::date`))})` },
      due: { where: (days) => sql`d.due_on in (${sql.join(days.map((day) => sql`${day}::date`))})` },
      status: sql`d.state`,
      closed: sql`(d.closed_at is not null)`,
      overdue: isOverdue(today),
      disputed: sql`exists (select from dropinvoice_disputes x where x.dropinvoice_id = d.id and x.ended_at is null)`,
      withoutBank: isWithoutBank,
      value: sql`d.total_centavos`,
      payable: sql`d.payable_centavos`,
      number: sql`d.number`,
      seller: sql`seller.name`,
      supplier: sql`supplier.name`,
    },
    search: sql`fold(seller.name || ' ' || supplier.name || ' ' || d.number)`,
    sorts: {
      ...{ day: sql`d.day`, value: sql`d.total_centavos`, payable: sql`d.payable_centavos` },
      number: sql`d.number`,
      due: sql`d.due_on`,
    },
    defaultSort: '-day',
    id: sql`d.id`,
  });

/** The payments that the supplier saw for an invoice `d`. */
const receivedSql = sql<number>`(select coalesce(sum(s.amount_centavos), 0) from dropinvoice_settlements s
  where s.dropinvoice_id = d.id and s.kind = 'payment')::bigint`;

export function dropinvoiceBase(tx: Tx) {
  return tx.db
    .selectFrom('dropinvoices as d')
    .innerJoin('businesses as seller', 'seller.id', 'd.seller_id')
    .innerJoin('businesses as supplier', 'supplier.id', 'd.supplier_id')
    .selectAll('d')
    .select(['seller.name as seller_name', 'supplier.name as supplier_name'])
    .select(isOverdue(dayOf(tx.now())).as('overdue'))
    .select(
      sql<number>`(select count(*) from dropinvoice_disputes x where x.dropinvoice_id = d.id
        and x.ended_at is null)::int`.as('dispute_count'),
    )
    .select(receivedSql.as('received_centavos'));
}

type Row = Awaited<ReturnType<ReturnType<typeof dropinvoiceBase>['executeTakeFirstOrThrow']>>;

export function shapeDropinvoice(row: Row): DropinvoiceRow {
  return {
    id: row.id,
    number: row.number,
    day: row.day,
    seller: { id: row.seller_id, name: row.seller_name },
    supplier: { id: row.supplier_id, name: row.supplier_name },
    productQuantity: row.product_quantity,
    totalCentavos: row.total_centavos,
    payableCentavos: row.payable_centavos,
    dueCentavos: row.total_centavos - row.settled_centavos,
    disputedCentavos: row.disputed_centavos,
    receivedCentavos: row.received_centavos,
    state: stateOf(row.state),
    closedAt: row.closed_at?.toISOString() ?? null,
    dueOn: row.due_on,
    overdue: row.overdue,
    rejectedReason: row.rejected_reason,
    proofFileId: row.proof_file_id,
    paidCentavos: row.paid_centavos,
    disputeCount: row.dispute_count,
    version: row.version,
  };
}

export function stateOf(text: string) {
  return dropinvoiceStates.find((state) => state === text) ?? fail('internal');
}

export async function listDropinvoices(tx: Tx, query: ListQuery): Promise<Page<DropinvoiceRow>> {
  const found = await listPage(tx, dropinvoiceBase(tx), dropinvoiceList(dayOf(tx.now())), query);
  return { ...found, items: found.items.map(shapeDropinvoice) };
}

export async function readDropinvoice(tx: Tx, actor: Actor, id: number): Promise<Dropinvoice> {
  const row = (await dropinvoiceBase(tx).where('d.id', '=', id).executeTakeFirst()) ?? fail('not_found');
  const mayReadBank = row.seller_id === actor.businessId || actorCan(actor, 'bank-account.read');
  const proofs = await tx.db
    .selectFrom('dropinvoice_proofs')
    .select(['id', 'paid_centavos', 'paid_on', 'note', 'at', 'rejected_at', 'rejected_reason'])
    .where('dropinvoice_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  return {
    ...shapeDropinvoice(row),
    ...(mayReadBank ? openSnapshot(tx.sealer, row) : { bank: null, pixCode: null }),
    paidOn: row.paid_on,
    note: row.note,
    completedAt: row.completed_at?.toISOString() ?? null,
    hasDocument: row.document_file_id !== null,
    proofs: proofs.map((proof) => ({
      id: proof.id,
      paidCentavos: proof.paid_centavos,
      paidOn: proof.paid_on,
      note: proof.note,
      at: proof.at.toISOString(),
      rejectedAt: proof.rejected_at?.toISOString() ?? null,
      rejectedReason: proof.rejected_reason,
    })),
    settlements: await findSettlements(tx, id),
    disputable: canDispute({ state: stateOf(row.state), closedAt: row.closed_at }, dayOf(tx.now())),
    disputes: await findDisputes(tx, id),
    paidWith: await findPaidWith(tx, id, row.proof_file_id),
  };
}

/** The settlements of an invoice, from its own rows and from the balance, in chronological order. */
async function findSettlements(tx: Tx, id: number): Promise<Settlement[]> {
  const { rows } = await sql<Omit<Settlement, 'at'> & { at: Date }>`
    select m.kind, m.amount as "amountCentavos", m.source, m.paid_on as "paidOn", m.reference as "bankReference", m.reason,
      coalesce(u.name, b.name) as by, m.at
    from (
      select at, 1 as place, id, supplier_id, kind, amount_centavos as amount, source, paid_on, bank_reference as reference,
        reason, user_id from dropinvoice_settlements where dropinvoice_id = ${id}
      union all
      select at, 2, id, supplier_id, kind, -amount_centavos, null, null, '', reason, user_id from pair_entries
        where dropinvoice_id = ${id} and kind in ('set_off', 'overpayment')) m
      join businesses b on b.id = m.supplier_id left join users u on u.id = m.user_id
    order by m.at, m.place, m.id`.execute(tx.db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

async function findDisputes(tx: Tx, id: number): Promise<Dispute[]> {
  const rows = await tx.db
    .selectFrom('dropinvoice_disputes as x')
    .innerJoin('dropinvoice_items as i', 'i.id', 'x.item_id')
    .select([
      'x.id',
      'x.item_id',
      'x.state',
      'x.quantity',
      'x.reason',
      'x.refusal',
      'x.opened_at',
      'x.ended_at',
    ])
    .select(['i.product', 'i.unit_price_centavos'])
    .select(
      sql<
        number[]
      >`array(select p.id from dropinvoice_dispute_photos p where p.dispute_id = x.id order by p.id)`.as(
        'photo_ids',
      ),
    )
    .where('x.dropinvoice_id', '=', id)
    .orderBy('x.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    state: disputeStates.find((state) => state === row.state) ?? fail('internal'),
    product: row.product,
    quantity: row.quantity,
    totalCentavos: row.quantity * row.unit_price_centavos,
    reason: row.reason,
    refusal: row.refusal,
    openedAt: row.opened_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    photoIds: row.photo_ids,
  }));
}

/** The other invoices of the same proof. */
async function findPaidWith(tx: Tx, id: number, proofFileId: number | null) {
  if (proofFileId === null) return [];
  return tx.db
    .selectFrom('dropinvoices')
    .select(['id', 'number', 'total_centavos as totalCentavos'])
    .where('proof_file_id', '=', proofFileId)
    .where('id', '<>', id)
    .orderBy('number')
    .execute();
}

const itemList = listSpec({
  fields: {
    kind: { kind: 'choice', values: itemKinds },
    order: { kind: 'id' },
  },
  sql: { kind: sql`i.kind`, order: sql`i.order_id` },
  search: sql`fold(i.advertisement || ' ' || i.product)`,
  sortedBy: ['id', 'total'],
  sorts: { id: sql`i.id`, total: sql`i.total_centavos` },
  defaultSort: 'id',
  id: sql`i.id`,
});

export async function listDropinvoiceItems(tx: Tx, actor: Actor, id: number, query: ListQuery) {
  await readDropinvoice(tx, actor, id);
  const base = tx.db
    .selectFrom('dropinvoice_items as i')
    .select([
      'i.id',
      'i.kind',
      'i.order_id as order',
      'i.advertisement',
      'i.product',
      'i.reason',
      'i.quantity',
      'i.unit_price_centavos as unitPriceCentavos',
      'i.total_centavos as totalCentavos',
      'i.at',
    ])
    .where('i.dropinvoice_id', '=', id);
  return listPage(tx, base, itemList, query);
}

type Sums = {
  complete: number;
  receivable: number;
  payable: number;
  waiting: number;
  overdue: number;
  open: number;
  balance: number;
};

/** Sums, each with the list that shows its invoices, and the last 30 days for the chart. */
export async function readRevenue(tx: Tx) {
  const today = dayOf(tx.now());
  const sums = await sql<Sums>`
    select coalesce(sum(${receivedSql}) filter (where state = 'complete'), 0)::bigint as complete,
      coalesce(sum(total_centavos - settled_centavos) filter (where state <> 'complete' and closed_at is not null), 0)::bigint
        as receivable,
      coalesce(sum(payable_centavos) filter (where state = 'pending' and closed_at is not null), 0)::bigint as payable,
      coalesce(sum(payable_centavos) filter (where state = 'waiting_approval'), 0)::bigint as waiting,
      coalesce(sum(payable_centavos) filter (where ${isOverdue(today)}), 0)::bigint as overdue,
      coalesce(sum(total_centavos) filter (where closed_at is null), 0)::bigint as open,
      (select coalesce(sum(amount_centavos), 0) from pair_entries)::bigint as balance
    from dropinvoices d`.execute(tx.db);
  const days = await sql<{ day: string; totalCentavos: number; productQuantity: number }>`
    select day.day::date as day, coalesce(sum(d.total_centavos), 0)::bigint as "totalCentavos",
      coalesce(sum(d.product_quantity), 0)::int as "productQuantity"
    from generate_series(${addDays(today, -29)}::date, ${today}::date, interval '1 day') as day (day)
    left join dropinvoices d on d.day = day.day::date group by day.day order by day.day`.execute(tx.db);
  const sum = sums.rows[0];
  return {
    completeCentavos: sum?.complete ?? 0,
    receivableCentavos: sum?.receivable ?? 0,
    payableCentavos: sum?.payable ?? 0,
    waitingCentavos: sum?.waiting ?? 0,
    balanceCentavos: sum?.balance ?? 0,
    overdueCentavos: sum?.overdue ?? 0,
    openCentavos: sum?.open ?? 0,
    days: days.rows.map((row) => ({ ...row, productQuantity: Math.max(0, row.productQuantity) })),
  };
}

export async function findDisputePhoto(tx: Tx, id: number): Promise<FileRow> {
  const row = await tx.db
    .selectFrom('dropinvoice_dispute_photos')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return findFile(tx, row?.file_id ?? null);
}

/** A file of an invoice, for either side. */
export async function findDropinvoiceFile(
  tx: Tx,
  id: number,
  column: 'proof_file_id' | 'document_file_id',
): Promise<FileRow> {
  const row = await tx.db.selectFrom('dropinvoices').select(column).where('id', '=', id).executeTakeFirst();
  return findFile(tx, row?.[column] ?? null);
}
