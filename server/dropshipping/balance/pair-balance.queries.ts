import { sql } from 'kysely';
import {
  type PairBalance,
  type PairBalanceRow,
  pairBalanceFilter,
  pairBalanceSorts,
  pairEntryKinds,
  pairEntrySorts,
  payoutStates,
} from '#contract/dropshipping/pair-balance.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { type FileRow, findFile } from '#server/business/files/stored-file.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Sides } from './pair-lock.ts';

type Row = {
  id: number;
  seller_id: number;
  seller_name: string;
  supplier_id: number;
  supplier_name: string;
  balance: number;
  sent: number;
  last_entry_at: Date;
};

/** The pairs with at least one entry, by their link. */
const pairs = sql<Row>`(
  select l.id, l.seller_id, seller.name as seller_name, l.supplier_id, supplier.name as supplier_name, e.balance,
    e.last_entry_at, (select coalesce(sum(p.amount_centavos), 0) from pair_payouts p
      where p.seller_id = l.seller_id and p.supplier_id = l.supplier_id and p.state = 'sent')::bigint as sent
  from trade_links l
    join (select seller_id, supplier_id, sum(amount_centavos)::bigint as balance, max(at) as last_entry_at
      from pair_entries group by 1, 2) e on e.seller_id = l.seller_id and e.supplier_id = l.supplier_id
    join businesses seller on seller.id = l.seller_id join businesses supplier on supplier.id = l.supplier_id)`;

const pairList = listSpec({
  fields: pairBalanceFilter,
  sortedBy: pairBalanceSorts,
  sql: { balance: sql`b.balance`, seller: sql`b.seller_name`, supplier: sql`b.supplier_name` },
  search: sql`fold(b.seller_name || ' ' || b.supplier_name)`,
  sorts: { balance: sql`b.balance`, last: sql`b.last_entry_at` },
  required: ['balance', 'last'],
  defaultSort: '-balance',
  id: sql`b.id`,
});

export async function listPairBalances(tx: Tx, query: ListQuery): Promise<Page<PairBalanceRow>> {
  const base = tx.db.selectFrom(pairs.as('b')).selectAll('b');
  const found = await listPage(tx, base, pairList, query);
  return { ...found, items: found.items.map(shapeRow) };
}

const shapeRow = (row: Row): PairBalanceRow => ({
  id: row.id,
  seller: { id: row.seller_id, name: row.seller_name },
  supplier: { id: row.supplier_id, name: row.supplier_name },
  balanceCentavos: row.balance,
  sentCentavos: row.sent,
  lastEntryAt: row.last_entry_at.toISOString(),
});

/** The sides of a pair, by its link. */
export async function findPair(tx: Tx, id: number): Promise<Sides> {
  return (
    (await tx.db
      .selectFrom('trade_links')
      .select(['seller_id as sellerId', 'supplier_id as supplierId'])
      .where('id', '=', id)
      .executeTakeFirst()) ?? fail('not_found')
  );
}

/** The link by which a pair is known. */
export async function findLinkId(tx: Tx, { sellerId, supplierId }: Sides): Promise<number> {
  const link = await tx.db
    .selectFrom('trade_links')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .executeTakeFirst();
  return link?.id ?? fail('not_found');
}

export async function readPairBalance(tx: Tx, id: number): Promise<PairBalance> {
  const { sellerId, supplierId } = await findPair(tx, id);
  const row =
    (await tx.db.selectFrom(pairs.as('b')).selectAll('b').where('b.id', '=', id).executeTakeFirst()) ??
    fail('not_found');
  const payouts = await tx.db
    .selectFrom('pair_payouts')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return {
    ...shapeRow(row),
    payouts: payouts.map((payout) => ({
      id: payout.id,
      state: payoutStates.find((state) => state === payout.state) ?? fail('internal'),
      amountCentavos: payout.amount_centavos,
      paidOn: payout.paid_on,
      note: payout.note,
      reason: payout.reason,
      sentAt: payout.sent_at.toISOString(),
      decidedAt: payout.decided_at?.toISOString() ?? null,
    })),
  };
}

const entryList = listSpec({
  fields: { kind: { kind: 'choice', values: pairEntryKinds } },
  sql: { kind: sql`e.kind` },
  search: sql`fold(e.product || ' ' || e.reason)`,
  sortedBy: pairEntrySorts,
  sorts: { id: sql`e.id`, amount: sql`e.amount_centavos` },
  required: ['id', 'amount'],
  defaultSort: '-id',
  id: sql`e.id`,
});

export async function listPairEntries(tx: Tx, id: number, query: ListQuery) {
  const { sellerId, supplierId } = await findPair(tx, id);
  const base = tx.db
    .selectFrom('pair_entries as e')
    .leftJoin('dropinvoices as d', 'd.id', 'e.dropinvoice_id')
    .select(['e.id', 'e.kind', 'e.amount_centavos as amountCentavos', 'e.order_id as order'])
    .select(['e.product', 'e.quantity', 'e.reason', 'e.at', 'd.id as invoiceId', 'd.number as invoiceNumber'])
    .select(
      sql<number>`(select sum(b.amount_centavos) from pair_entries b where b.seller_id = ${sellerId}
        and b.supplier_id = ${supplierId} and b.id <= e.id)::bigint`.as('balanceCentavos'),
    )
    .where('e.seller_id', '=', sellerId)
    .where('e.supplier_id', '=', supplierId);
  const found = await listPage(tx, base, entryList, query);
  return {
    ...found,
    items: found.items.map(({ invoiceId, invoiceNumber, kind, ...entry }) => ({
      ...entry,
      kind: pairEntryKinds.find((known) => known === kind) ?? fail('internal'),
      invoice: invoiceId === null || invoiceNumber === null ? null : { id: invoiceId, number: invoiceNumber },
    })),
  };
}

export async function findPayoutProof(tx: Tx, id: number): Promise<FileRow> {
  const row = await tx.db
    .selectFrom('pair_payouts')
    .select('proof_file_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return findFile(tx, row?.proof_file_id ?? null);
}
