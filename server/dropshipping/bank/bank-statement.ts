import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import { foldText } from '#contract/business/import/cell.ts';
import { dayOf, formatDay } from '#contract/dates.ts';
import type {
  BankStatement,
  bankStatements,
  StatementColumns,
} from '#contract/dropshipping/bank-statement.ts';
import { canDropinvoice } from '#contract/dropshipping/dropinvoice-states.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/db/transaction.ts';
import { confirmPayout } from '#server/dropshipping/balance/pair-balance.ts';
import { stateOf } from '#server/dropshipping/dropinvoice/dropinvoice.queries.ts';
import { lockInvoices, receiveTogether } from '#server/dropshipping/dropinvoice/dropinvoice-decision.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type FileDetails, type RowDetails, readBankStatement } from './bank-statement.queries.ts';
import { readPayer } from './payer.ts';
import { layoutOf, type StatementFile } from './read-file.ts';
import type { ReadStatement, StatementRow } from './statement-values.ts';

/** The columns that a person chose for these titles. */
export async function findKeptColumns(tx: Tx, file: StatementFile): Promise<StatementColumns | null> {
  if (file.format === 'ofx') return null;
  const row = await tx.db
    .selectFrom('bank_columns')
    .select('columns')
    .where('titles', '=', layoutOf(file.head))
    .executeTakeFirst();
  return (row?.columns as StatementColumns | undefined) ?? null;
}

async function keepColumns(
  tx: Tx,
  actor: Actor,
  file: StatementFile,
  columns: StatementColumns,
): Promise<void> {
  if (file.format === 'ofx') return;
  const values = { columns: JSON.stringify(columns) };
  await tx.db
    .insertInto('bank_columns')
    .values({ business_id: actor.businessId, titles: layoutOf(file.head), ...values })
    .onConflict((conflict) => conflict.columns(['business_id', 'titles']).doUpdateSet(values))
    .execute();
}

export type NewStatement = {
  fileName: string;
  file: StatementFile;
  read: ReadStatement;
  /** The columns that the person chose for this file. */
  columns: StatementColumns | undefined;
};

/** Stores the credits that no earlier file had. Simultaneous imports are serialized. */
export async function addBankStatement(
  tx: Tx,
  actor: Actor,
  { fileName, file, read, columns }: NewStatement,
): Promise<BankStatement> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank ${actor.businessId}`}, 0))`.execute(tx.db);
  if (columns) await keepColumns(tx, actor, file, columns);
  const today = dayOf(tx.now());
  // Banks also list future movements, which are skipped.
  const future = read.rows.filter(({ day }) => day > today);
  const happened = read.rows.filter(({ day }) => day <= today);
  const credits = happened.filter(({ amountCentavos }) => amountCentavos > 0);
  const days = happened.map(({ day }) => day).toSorted();
  const digested = credits.map((row) => digestRow(tx, row));
  const fresh = await leaveOutKnown(tx, digested);
  const details: FileDetails = {
    accounts: [...new Set(read.rows.map(({ account }) => account))].filter(Boolean),
    unreadable: [
      ...read.unreadable,
      ...future.map((row) => ({ line: row.line, text: `${formatDay(row.day)} ${textOf(row)}` })),
    ].slice(0, 100),
  };
  const statement = await tx.db
    .insertInto('bank_statements')
    .values({
      ...{ business_id: actor.businessId, file_name: fileName, format: file.format },
      details: tx.sealer.seal('bank-data', JSON.stringify(details)),
      ...{ first_day: days[0] ?? null, last_day: days.at(-1) ?? null },
      known_count: credits.length - fresh.length,
      debit_count: happened.length - credits.length,
      ...{ balance_count: read.balanceCount, user_id: actor.userId, at: tx.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = fresh.map(({ row: _, ...values }) => ({
    ...values,
    ...{ business_id: actor.businessId, statement_id: statement.id },
  }));
  for (let from = 0; from < rows.length; from += 500)
    await tx.db
      .insertInto('bank_rows')
      .values(rows.slice(from, from + 500))
      .execute();
  tx.changed(actor.businessId, 'bankStatements');
  return readBankStatement(tx, actor, statement.id);
}

const textOf = ({ name, memo }: StatementRow) => [memo, name].filter(Boolean).join(' · ').slice(0, 300);

/** Digests distinguish rows without revealing the payer. */
function digestRow(tx: Tx, row: StatementRow) {
  const digest = (text: string) => (text === '' ? '' : tx.sealer.digest('bank-data', text));
  const { name, memo, document, bankId } = row;
  const details: RowDetails = { text: textOf(row), name, memo, document, bankId };
  return {
    row,
    account: digest(row.account),
    bank_id: digest(bankId),
    fingerprint: digest(foldText(`${memo}|${name}|${document}`)),
    ...{ day: row.day, amount_centavos: row.amountCentavos, occurrence: 0 },
    details: tx.sealer.seal('bank-data', JSON.stringify(details)),
  };
}

type Digested = ReturnType<typeof digestRow>;
type Known = Pick<Digested, 'account' | 'bank_id' | 'fingerprint' | 'occurrence' | 'day' | 'amount_centavos'>;

/**
 * Skips rows that are stored already. Equal payments of one day are counted, not merged. Banks repeat, omit and
 * renumber identifiers between downloads, so the texts are compared first; an identifier counts only if it is unique in
 * the file.
 */
async function leaveOutKnown(tx: Tx, rows: readonly Digested[]): Promise<Digested[]> {
  const days = rows.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const known: Known[] = await tx.db
    .selectFrom('bank_rows')
    .select(['account', 'bank_id', 'fingerprint', 'occurrence', 'day', 'amount_centavos'])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
  const placeOf = ({ account, day, amount_centavos: amount }: Known) => `${account} ${day} ${amount}`;
  const left = Map.groupBy(known, placeOf);
  const names = Map.groupBy(rows, (row) => `${placeOf(row)} ${row.bank_id}`);
  const isAlone = (row: Digested) =>
    row.bank_id !== '' && names.get(`${placeOf(row)} ${row.bank_id}`)?.length === 1;
  const rules = [
    (row: Digested, one: Known) => one.fingerprint === row.fingerprint && one.bank_id === row.bank_id,
    (row: Digested, one: Known) => one.fingerprint === row.fingerprint,
    (row: Digested, one: Known) => isAlone(row) && one.bank_id === row.bank_id,
  ];
  let fresh = [...rows];
  for (const isSame of rules)
    fresh = fresh.filter((row) => {
      const candidates = left.get(placeOf(row)) ?? [];
      const index = candidates.findIndex((one) => isSame(row, one));
      if (index >= 0) candidates.splice(index, 1);
      return index < 0;
    });
  const next = new Map<string, number>();
  const keyOf = (row: Known) => `${placeOf(row)} ${row.fingerprint}`;
  for (const row of known) next.set(keyOf(row), Math.max(next.get(keyOf(row)) ?? 0, row.occurrence + 1));
  return fresh.map((row) => {
    const occurrence = next.get(keyOf(row)) ?? 0;
    next.set(keyOf(row), occurrence + 1);
    return { ...row, occurrence };
  });
}

type Asked = BodyOf<typeof bankStatements.receive>['rows'];

/** Receives each row once, for the chosen target. Rows that cannot be received are reported and change nothing. */
export async function receiveRows(
  tx: Tx,
  actor: Actor,
  statementId: number,
  asked: Asked,
): Promise<BulkOutcome> {
  const rows = await lockRows(
    tx,
    statementId,
    asked.map(({ id }) => id),
  );
  const chosen = new Map(asked.map((one) => [one.id, one]));
  await lockInvoices(
    tx,
    actor,
    asked.flatMap(({ invoiceIds }) => invoiceIds ?? []),
  );
  const failed: { id: number; code: ErrorCode }[] = [];
  const done: number[] = [];
  for (const row of rows) {
    const code = await receiveRow(tx, actor, row, chosen.get(row.id));
    if (code) failed.push({ id: row.id, code });
    else done.push(row.id);
  }
  const arrived = rows.filter(({ id }) => done.includes(id));
  tx.noteChange(
    'receivedCentavos',
    null,
    arrived.reduce((sum, { amount_centavos: amount }) => sum + amount, 0),
  );
  tx.changed(actor.businessId, 'bankStatements');
  return outcomeOf(
    asked.map(({ id }) => id),
    done,
    failed,
  );
}

type LockedRow = Awaited<ReturnType<typeof lockRows>>[number];

async function lockRows(tx: Tx, statementId: number, ids: readonly number[]) {
  await requireStatement(tx, statementId);
  return tx.db
    .selectFrom('bank_rows')
    .selectAll()
    .where('statement_id', '=', statementId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function requireStatement(tx: Tx, id: number): Promise<void> {
  const row = await tx.db.selectFrom('bank_statements').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) fail('not_found');
}

async function receiveRow(
  tx: Tx,
  actor: Actor,
  row: LockedRow,
  choice: Asked[number] | undefined,
): Promise<ErrorCode | null> {
  if (row.state !== 'new') return 'state_conflict';
  const { invoiceIds = [], payoutId } = choice ?? {};
  if (payoutId !== undefined) {
    const code = await confirmFor(tx, actor, row, payoutId);
    if (code) return code;
    await decideRow(tx, row.id, 'received', payoutId);
    return null;
  }
  const invoices = await tx.db
    .selectFrom('dropinvoices')
    .selectAll()
    .where('id', 'in', invoiceIds.length > 0 ? invoiceIds : [0])
    .where('supplier_id', '=', actor.businessId)
    .orderBy('day')
    .orderBy('id')
    .execute();
  if (invoices.length === 0 || invoices.length !== new Set(invoiceIds).size) return 'not_found';
  if (new Set(invoices.map(({ seller_id: seller }) => seller)).size > 1) return 'sellers_differ';
  const isReceivable = invoices.every((invoice) =>
    canDropinvoice('receive', {
      ...{ state: stateOf(invoice.state), closedAt: invoice.closed_at },
    }),
  );
  if (!isReceivable) return 'state_conflict';
  // The rest is in dispute, which the supplier decides first; a payment recorded by hand is refused likewise.
  const isSettled = invoices.some(
    ({ state, payable_centavos: payable }) => state === 'pending' && payable === 0,
  );
  if (isSettled) return 'nothing_to_pay';
  const details = JSON.parse(tx.sealer.unseal('bank-data', row.details)) as RowDetails;
  await receiveTogether(tx, actor, invoices, {
    ...{ amount: row.amount_centavos, day: row.day, bankRowId: row.id, bankReference: referenceOf(details) },
  });
  await decideRow(tx, row.id, 'received', null);
  return null;
}

/** The text by which a person finds the movement on the statement. */
function referenceOf(details: RowDetails): string {
  const { endToEnd, txid } = readPayer(details);
  const charge = txid && `FAT${txid.numbers.join('E')}${txid.more > 0 ? `MAIS${txid.more}` : ''}`;
  const found = endToEnd ?? charge ?? (details.document || details.bankId || details.text);
  return found.slice(0, 140) || '—';
}

async function confirmFor(tx: Tx, actor: Actor, row: LockedRow, payoutId: number): Promise<ErrorCode | null> {
  const payout = await tx.db
    .selectFrom('pair_payouts')
    .select(['seller_id', 'state', 'amount_centavos'])
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (payout?.seller_id !== actor.businessId) return 'not_found';
  if (payout.state !== 'sent' || payout.amount_centavos !== row.amount_centavos) return 'state_conflict';
  await confirmPayout(tx, actor, payoutId);
  return null;
}

async function decideRow(
  tx: Tx,
  id: number,
  state: 'received' | 'ignored',
  payoutId: number | null,
): Promise<void> {
  await tx.db.updateTable('bank_rows').set({ state, payout_id: payoutId }).where('id', '=', id).execute();
}

/** Ignores or restores rows; a received row is unchanged. */
export async function setAside(
  tx: Tx,
  actor: Actor,
  statementId: number,
  ids: readonly number[],
  isAside: boolean,
): Promise<BulkOutcome> {
  const rows = await lockRows(tx, statementId, ids);
  const fitting = rows.filter(({ state }) => state === (isAside ? 'new' : 'ignored')).map(({ id }) => id);
  if (fitting.length > 0)
    await tx.db
      .updateTable('bank_rows')
      .set(isAside ? { state: 'ignored' } : { state: 'new' })
      .where('id', 'in', fitting)
      .execute();
  tx.changed(actor.businessId, 'bankStatements');
  const failed = rows
    .filter(({ id }) => !fitting.includes(id))
    .map(({ id }) => ({ id, code: 'state_conflict' as ErrorCode }));
  return outcomeOf(ids, fitting, failed);
}

export async function removeBankStatement(tx: Tx, actor: Actor, id: number): Promise<void> {
  await requireStatement(tx, id);
  const received = await tx.db
    .selectFrom('bank_rows')
    .select('id')
    .where('statement_id', '=', id)
    .where('state', '=', 'received')
    .executeTakeFirst();
  if (received) fail('state_conflict');
  await tx.db.deleteFrom('bank_rows').where('statement_id', '=', id).execute();
  await tx.db.deleteFrom('bank_statements').where('id', '=', id).execute();
  tx.changed(actor.businessId, 'bankStatements');
}
