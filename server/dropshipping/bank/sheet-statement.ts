import { type Cell, type DecimalSign, foldTitle, textOfCell } from '#contract/business/import/cell.ts';
import {
  type StatementColumn,
  type StatementColumns,
  statementColumns,
} from '#contract/dropshipping/bank-statement.ts';
import { csvRows, separators } from '#server/business/import/sheet/csv.ts';
import { formatOf, type SheetFormat, sheetRows } from '#server/business/import/sheet/sheet.ts';
import type { SheetRow, Source } from '#server/business/import/sheet/sheet-fault.ts';
import {
  decimalSignIn,
  isBalanceLine,
  type ReadStatement,
  readAmount,
  readStatementDay,
  StatementFault,
  type StatementRow,
} from './statement-values.ts';

/** Column titles that banks use, folded; the first one in the file is used. */
const titles: Record<StatementColumn, readonly string[]> = {
  day: [
    ...['data lancamento', 'data do lancamento', 'data movimento', 'data mov', 'data da transacao'],
    ...['data', 'release date', 'date', 'data hora', 'dt lancamento', 'data contabil'],
  ],
  memo: [
    'historico',
    'lancamento',
    'lancamentos',
    'titulo',
    'transacao',
    'transaction type',
    'tipo transacao',
  ],
  payer: [
    ...['detalhes', 'detalhe', 'nome', 'razao social', 'pagador', 'remetente', 'favorecido', 'complemento'],
    ...['descricao', 'description', 'memo', 'identificacao'],
  ],
  payerDocument: ['cpf cnpj', 'cnpj cpf', 'cnpj', 'cpf', 'cpf cnpj do pagador', 'documento do pagador'],
  reference: [
    ...['identificador', 'reference id', 'n documento', 'no documento', 'numero do documento', 'documento'],
    ...['docto', 'dcto', 'nr doc', 'num doc', 'doc', 'protocolo', 'id da transacao', 'id transacao', 'id'],
  ],
  amount: ['valor', 'transaction net amount', 'amount', 'valor r', 'valor liquido', 'montante', 'quantia'],
  credit: ['credito', 'creditos', 'entrada', 'entradas', 'credit'],
  debit: ['debito', 'debitos', 'saida', 'saidas', 'debit'],
  direction: ['tipo lancamento', 'natureza', 'd c', 'c d', 'debito credito', 'inf', 'tipo'],
};

/** The index of each of our columns in a row of titles. */
export function matchStatementColumns(cells: readonly Cell[]): StatementColumns {
  const folded = cells.map((cell) => foldTitle(textOfCell(cell)));
  const match: StatementColumns = {};
  for (const key of statementColumns) {
    const index = titles[key]
      .map((title) => folded.indexOf(title))
      .find((found) => found >= 0 && !Object.values(match).includes(found));
    if (index !== undefined) match[key] = index;
  }
  return match;
}

/** Matching requires a day, an amount and a text. */
export const isComplete = (match: StatementColumns): boolean =>
  match.day !== undefined &&
  (match.amount !== undefined || match.credit !== undefined) &&
  (match.memo !== undefined || match.payer !== undefined);

/** Banks write up to a dozen lines about the account above the titles. */
const headRows = 30;
const sampleRows = 3;
const longest = 20_000;

export type SheetHead = {
  format: SheetFormat;
  /** Line of the titles in the file. */
  line: number;
  titles: string[];
  columns: StatementColumns;
  sample: string[][];
};

/** Finds the titles. Lines above them may use other separators, so each separator is tried. */
export async function readSheetHead(source: Source): Promise<SheetHead> {
  const known = await formatOf(source);
  const formats: SheetFormat[] =
    known.type === 'csv' ? [known, ...separators.map((separator) => ({ ...known, separator }))] : [known];
  const heads = await Promise.all(formats.map((format) => headIn(source, format)));
  const [best] = heads.flat().toSorted((one, other) => score(other) - score(one));
  if (!best) throw new StatementFault('statement_unreadable');
  return best;
}

const score = ({ columns, titles: named }: SheetHead) =>
  Object.keys(columns).length * 100 + Math.min(named.filter(Boolean).length, 20);

async function headIn(source: Source, format: SheetFormat): Promise<SheetHead[]> {
  const rows: SheetRow[] = [];
  for await (const row of sheetRows(source, format)) {
    rows.push(row);
    if (rows.length >= headRows) break;
  }
  return rows.slice(0, -1).map(({ line, cells }, index) => ({
    ...{ format, line, columns: matchStatementColumns(cells) },
    titles: cells.map((cell) => textOfCell(cell).slice(0, 200)),
    sample: rows
      .slice(index + 1, index + 1 + sampleRows)
      .map((row) => cells.map((_, place) => textOfCell(row.cells[place]).slice(0, 100))),
  }));
}

/** Reads a statement in a table by its titles, or by the columns that a person chose. */
export async function readSheet(
  source: Source,
  head: SheetHead,
  columns: StatementColumns,
): Promise<ReadStatement> {
  if (!isComplete(columns)) throw new StatementFault('columns_needed');
  const rows: SheetRow[] = [];
  const { format, line: titleLine } = head;
  for await (const row of format.type === 'csv' ? csvRows(source, format) : sheetRows(source, format)) {
    if (row.line > titleLine) rows.push(row);
    if (rows.length > longest) throw new StatementFault('statement_too_long');
  }
  const amounts = [columns.amount, columns.credit, columns.debit].flatMap((index) =>
    index === undefined
      ? []
      : rows.map(({ cells }) => (typeof cells[index] === 'string' ? cells[index] : '')),
  );
  return collect(rows, columns, decimalSignIn(amounts));
}

function collect(rows: readonly SheetRow[], columns: StatementColumns, decimal: DecimalSign): ReadStatement {
  const read: ReadStatement = { rows: [], balanceCount: 0, unreadable: [] };
  let before: StatementRow | null = null;
  for (const row of rows) {
    const found = readTableRow(row, columns, decimal);
    if (found === 'balance') read.balanceCount += 1;
    else if (found === 'nothing') {
      // Some banks write the payer in the next line, without day and amount.
      const more = textAt(row.cells, columns.memo) || textAt(row.cells, columns.payer);
      if (before && row.line === before.line + 1 && more !== '' && !isBalanceLine([more])) before.name = more;
    } else if ('text' in found) read.unreadable.push(found);
    else read.rows.push(found);
    before = typeof found === 'object' && 'day' in found ? found : null;
  }
  return read;
}

const textAt = (cells: readonly Cell[], index: number | undefined) =>
  index === undefined ? '' : textOfCell(cells[index]).replace(/\s+/g, ' ').trim();

function amountAt(
  cells: readonly Cell[],
  index: number | undefined,
  decimal: DecimalSign,
): number | null | undefined {
  const cell = index === undefined ? null : cells[index];
  if (cell === null || cell === undefined || textOfCell(cell) === '') return undefined;
  return typeof cell === 'number' ? Math.round(cell * 100) : readAmount(textOfCell(cell), decimal);
}

type ReadRow = StatementRow | 'balance' | 'nothing' | { line: number; text: string };

function readTableRow({ line, cells }: SheetRow, columns: StatementColumns, decimal: DecimalSign): ReadRow {
  const [memo, name] = [textAt(cells, columns.memo), textAt(cells, columns.payer)];
  const day = readStatementDay(textAt(cells, columns.day));
  const amount = signedAmount(cells, columns, decimal);
  if (isBalanceLine([memo, name])) return 'balance';
  if (day === null && (amount === undefined || amount === null)) return 'nothing';
  const direction = textAt(cells, columns.direction);
  if (amount === undefined || amount === 0) return 'balance';
  if (day === null || amount === null) {
    const text = cells.map(textOfCell).filter(Boolean).join(' ');
    return isBalanceLine([textAt(cells, 0)]) ? 'balance' : { line, text };
  }
  const payerDocument = textAt(cells, columns.payerDocument);
  const reference = textAt(cells, columns.reference);
  return {
    ...{ line, account: '', day, amountCentavos: directed(amount, direction), bankId: reference },
    ...{ document: reference, memo, name: [name, payerDocument].filter(Boolean).join(' - ') },
  };
}

function signedAmount(
  cells: readonly Cell[],
  { amount, credit, debit }: StatementColumns,
  decimal: DecimalSign,
): number | null | undefined {
  if (amount !== undefined) return amountAt(cells, amount, decimal);
  const came = amountAt(cells, credit, decimal);
  const left = amountAt(cells, debit, decimal);
  if (came === null || left === null) return null;
  if (came === undefined && left === undefined) return undefined;
  return Math.abs(came ?? 0) - Math.abs(left ?? 0);
}

/** `C` and `D`, `Entrada` and `Saída`: a separate column takes precedence over the sign. */
function directed(amount: number, direction: string): number {
  const word = foldTitle(direction);
  if (/^(d|deb|debito|saida|saidas|debit)$/.test(word)) return -Math.abs(amount);
  if (/^(c|cred|credito|entrada|entradas|credit)$/.test(word)) return Math.abs(amount);
  return amount;
}
