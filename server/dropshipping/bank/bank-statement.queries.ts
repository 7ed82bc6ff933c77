import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import {
  type BankRow,
  type BankStatement,
  type BankStatementRow,
  type BankTarget,
  bankRowStates,
  bankStatementFilter,
  bankStatementSorts,
} from '#contract/dropshipping/bank-statement.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import {
  matchCredits,
  matchPayouts,
  type OpenInvoice,
  type RowMatch,
  type SentPayout,
} from './match-rows.ts';
import { type Payer, readPayer } from './payer.ts';

/** The bank's texts of a movement, encrypted. */
export type RowDetails = { text: string; name: string; memo: string; document: string; bankId: string };
/** The account data in a file, encrypted. */
export type FileDetails = { accounts: string[]; unreadable: { line: number; text: string }[] };

const countOf = (state: 'received' | 'ignored') =>
  sql<number>`(select count(*) from bank_rows r where r.statement_id = s.id and r.state = ${state})::int`;

const statementBase = (tx: Tx) =>
  tx.db
    .selectFrom('bank_statements as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .select('u.name as by')
    .select(sql<number>`(select count(*) from bank_rows r where r.statement_id = s.id)::int`.as('credits'))
    .select([countOf('received').as('received'), countOf('ignored').as('ignored')]);

type Statement = Awaited<ReturnType<ReturnType<typeof statementBase>['executeTakeFirstOrThrow']>>;

const statementList = listSpec({
  fields: bankStatementFilter,
  sortedBy: bankStatementSorts,
  sql: { file: sql`s.file_name`, at: sql`s.at` },
  search: sql`fold(s.file_name)`,
  sorts: { at: sql`s.at` },
  required: ['at'],
  defaultSort: '-at',
  id: sql`s.id`,
});

export async function listBankStatements(tx: Tx, query: ListQuery): Promise<Page<BankStatementRow>> {
  const found = await listPage(tx, statementBase(tx), statementList, query);
  return { ...found, items: found.items.map(shapeStatement) };
}

const shapeStatement = (row: Statement): BankStatementRow => ({
  id: row.id,
  fileName: row.file_name,
  format: row.format === 'ofx' ? 'ofx' : 'sheet',
  firstDay: row.first_day,
  lastDay: row.last_day,
  creditCount: row.credits,
  receivedCount: row.received,
  ignoredCount: row.ignored,
  at: row.at.toISOString(),
  by: row.by ?? '',
});

export async function readBankStatement(tx: Tx, actor: Actor, id: number): Promise<BankStatement> {
  const row = (await statementBase(tx).where('s.id', '=', id).executeTakeFirst()) ?? fail('not_found');
  const details = JSON.parse(tx.sealer.unseal('bank-data', row.details)) as FileDetails;
  const rows = await findRows(tx, id);
  const open = await findOpenInvoices(tx, actor);
  const payouts = await findSentPayouts(tx, actor);
  const waiting = rows.filter(({ state }) => state === 'new');
  const credits = waiting.map(({ id: rowId, day, amountCentavos, payer, isSimilar }) => ({
    ...{ id: rowId, day, amountCentavos, payer, isSimilarToReceived: isSimilar },
  }));
  const matches = open.length > 0 ? matchCredits(credits, open) : matchPayouts(credits, payouts);
  const received = await findReceived(tx, id);
  return {
    ...shapeStatement(row),
    accounts: details.accounts,
    knownCount: row.known_count,
    debitCount: row.debit_count,
    balanceCount: row.balance_count,
    unreadable: details.unreadable,
    rows: rows.map((found) => shapeRow(found, matches.get(found.id), open, payouts, received)),
    open: open.map(shapeInvoice),
  };
}

type FoundRow = {
  id: number;
  day: string;
  amountCentavos: number;
  text: string;
  state: BankRow['state'];
  payer: Payer;
  /** Whether the payment was received from another file, which names another account or none. */
  isSimilar: boolean;
};

async function findRows(tx: Tx, statementId: number): Promise<FoundRow[]> {
  const rows = await tx.db
    .selectFrom('bank_rows as r')
    .select(['r.id', 'r.day', 'r.amount_centavos', 'r.details', 'r.state'])
    .select(
      sql<boolean>`exists (select from bank_rows o where o.business_id = r.business_id and o.day = r.day
        and o.amount_centavos = r.amount_centavos and o.account <> r.account and o.state = 'received')`.as(
        'similar',
      ),
    )
    .where('r.statement_id', '=', statementId)
    .orderBy('r.day')
    .orderBy('r.id')
    .execute();
  return rows.map((row) => {
    const details = JSON.parse(tx.sealer.unseal('bank-data', row.details)) as RowDetails;
    return {
      ...{ id: row.id, day: row.day, amountCentavos: row.amount_centavos, text: details.text },
      state: bankRowStates.find((state) => state === row.state) ?? fail('internal'),
      payer: readPayer(details),
      isSimilar: row.similar,
    };
  });
}

/** Invoices that can be paid: closed, and not complete. */
async function findOpenInvoices(tx: Tx, actor: Actor): Promise<OpenInvoice[]> {
  const rows = await tx.db
    .selectFrom('dropinvoices as d')
    .innerJoin('businesses as b', 'b.id', 'd.seller_id')
    .select(['d.id', 'd.number', 'd.day', 'd.closed_at', 'd.payable_centavos', 'd.paid_centavos', 'd.state'])
    .select(['d.proof_file_id', 'b.id as seller', 'b.name', 'b.document'])
    .where('d.supplier_id', '=', actor.businessId)
    .where('d.closed_at', 'is not', null)
    .where('d.state', '<>', 'complete')
    .where((eb) => eb.or([eb('d.payable_centavos', '>', 0), eb('d.state', '=', 'waiting_approval')]))
    .orderBy('d.day')
    .orderBy('d.id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, day: row.day, payableCentavos: row.payable_centavos },
    partner: { id: row.seller, name: row.name, document: row.document },
    closedOn: dayOf(row.closed_at ?? tx.now()),
    paidCentavos: row.state === 'waiting_approval' ? row.paid_centavos : null,
    proofFileId: row.state === 'waiting_approval' ? row.proof_file_id : null,
  }));
}

async function findSentPayouts(tx: Tx, actor: Actor): Promise<SentPayout[]> {
  const rows = await tx.db
    .selectFrom('pair_payouts as p')
    .innerJoin('businesses as b', 'b.id', 'p.supplier_id')
    .select(['p.id', 'p.paid_on', 'p.amount_centavos', 'b.id as supplier', 'b.name', 'b.document'])
    .where('p.seller_id', '=', actor.businessId)
    .where('p.state', '=', 'sent')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, paidOn: row.paid_on, amountCentavos: row.amount_centavos },
    partner: { id: row.supplier, name: row.name, document: row.document },
  }));
}

type Received = Map<number, BankRow['received']>;

/** The invoices and payouts that rows of a file were received for. */
async function findReceived(tx: Tx, statementId: number): Promise<Received> {
  const rows = await tx.db
    .selectFrom('dropinvoice_settlements as s')
    .innerJoin('bank_rows as r', 'r.id', 's.bank_row_id')
    .innerJoin('dropinvoices as d', 'd.id', 's.dropinvoice_id')
    .innerJoin('businesses as b', 'b.id', 'd.seller_id')
    .select(['r.id as row', 'd.id', 'd.number', 'b.id as seller', 'b.name', 's.amount_centavos'])
    .where('r.statement_id', '=', statementId)
    .orderBy('s.id')
    .execute();
  const found: Received = new Map();
  for (const { row, id, number, seller, name, amount_centavos: amountCentavos } of rows)
    found.set(row, [
      ...(found.get(row) ?? []),
      { id, number, partner: { id: seller, name }, amountCentavos },
    ]);
  return found;
}

const shapeInvoice = ({ id, number, day, payableCentavos, partner }: OpenInvoice) => ({
  ...{ id, number, day, payableCentavos },
  partner: { id: partner.id, name: partner.name },
});

function shapeRow(
  { id, day, amountCentavos, text, state }: FoundRow,
  match: RowMatch | undefined,
  open: readonly OpenInvoice[],
  payouts: readonly SentPayout[],
  received: Received,
): BankRow {
  const targets = (match?.targets ?? []).map((ids): BankTarget => {
    const invoices = open.filter((invoice) => ids.includes(invoice.id)).map(shapeInvoice);
    const payout = open.length > 0 ? undefined : payouts.find((sent) => sent.id === ids[0]);
    return {
      invoices,
      payout: payout
        ? {
            ...{ id: payout.id, paidOn: payout.paidOn, amountCentavos: payout.amountCentavos },
            partner: { id: payout.partner.id, name: payout.partner.name },
          }
        : null,
    };
  });
  return {
    ...{ id, day, amountCentavos, text, state, targets },
    certainty: match?.certainty ?? 'none',
    reason: match?.reason ?? 'nothing',
    received: received.get(id) ?? [],
  };
}
