import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Cell, type DecimalSign, foldTitle, textOfCell } from '#contract/business/import/cell.ts';
import { type Day, dayOf } from '#contract/dates.ts';
import { type Centavos, sumMoney } from '#contract/money.ts';
import type { PayoutColumns, PayoutFileLook, PayoutLineKind, PayoutReport } from '#contract/orders/payout.ts';
import { isMapped } from '#contract/orders/payout.ts';
import { separators } from '#server/business/import/sheet/csv.ts';
import { formatOf, type SheetFormat, sheetRows, sheetsOf } from '#server/business/import/sheet/sheet.ts';
import { SheetFault, type SheetRow, type Source } from '#server/business/import/sheet/sheet-fault.ts';
import {
  decimalSignIn,
  isBalanceLine,
  readAmount,
  readStatementDay,
} from '#server/dropshipping/bank/statement-values.ts';
import { fail } from '#server/fault.ts';
import type { Upload } from '#server/http/uploads.ts';
import { guessColumns, knownLayout, type Layout, mappedLayout } from './report-layouts.ts';

/** A movement of a report; the amount is negative for money that the marketplace took. */
export type ReportLine = {
  day: Day;
  /** The day by which it is recognized again. */
  happened: Day;
  kind: PayoutLineKind;
  amountCentavos: Centavos;
  feeCentavos: Centavos | null;
  freightCentavos: Centavos | null;
  reference: string;
  numbers: string[];
  text: string;
};

export type ReadReport = {
  report: PayoutReport;
  lines: ReportLine[];
  /** Rows of totals, balances and details. */
  totalCount: number;
};

export type ReportFile = {
  source: Source;
  format: SheetFormat;
  /** Line of the titles. */
  line: number;
  cells: readonly Cell[];
  /** Null if a person has to assign the columns. */
  layout: Layout | null;
  sample: string[][];
};

/** Some reports have a summary or notes above the titles. */
const headRows = 30;
const sampleRows = 3;
const longest = 200_000;

/** Finds the titles in any sheet; refuses a file that is no table. */
export const openReport = (upload: Upload): Promise<ReportFile> =>
  openSource(async () => createReadStream(upload.path));

export const openBytes = (bytes: Buffer): Promise<ReportFile> =>
  openSource(async () => Readable.from([bytes]));

async function openSource(source: Source): Promise<ReportFile> {
  return refusing(async () => {
    const detected = await formatOf(source);
    const formats: SheetFormat[] =
      detected.type === 'csv'
        ? [detected, ...separators.map((separator) => ({ ...detected, separator }))]
        : await sheetsOf(source, detected);
    const heads: ReportFile[] = [];
    for (const format of formats) heads.push(...(await headsIn(source, format)));
    const [best] = heads.toSorted((one, other) => score(other) - score(one));
    return best ?? fail('payout_unreadable');
  });
}

function score({ layout, cells }: ReportFile): number {
  if (layout) return 10_000;
  const filled = cells.filter((cell) => textOfCell(cell) !== '').length;
  return Object.keys(guessColumns(cells)).length * 100 + Math.min(filled, 20);
}

async function headsIn(source: Source, format: SheetFormat): Promise<ReportFile[]> {
  const rows: SheetRow[] = [];
  for await (const row of sheetRows(source, format)) {
    rows.push(row);
    if (rows.length > headRows) break;
  }
  return rows.map(({ line, cells }, index) => ({
    ...{ source, format, line, cells, layout: knownLayout(cells) },
    sample: rows
      .slice(index + 1, index + 1 + sampleRows)
      .map((row) => cells.map((_, place) => textOfCell(row.cells[place]).slice(0, 100))),
  }));
}

const titlesOf = ({ cells }: ReportFile) => cells.map((cell) => textOfCell(cell).slice(0, 200));

/** The titles identify a layout. */
export const titleKey = (file: ReportFile): string => titlesOf(file).map(foldTitle).join('|').slice(0, 2000);

export function shapeReportLook(file: ReportFile, kept: PayoutColumns | null): PayoutFileLook {
  const columns = kept ?? guessColumns(file.cells);
  return {
    report: file.layout?.report ?? 'mapped',
    ...(file.layout
      ? { titles: [], sample: [], columns: {}, isComplete: true }
      : {
          titles: titlesOf(file),
          sample: file.sample,
          columns,
          isComplete: kept !== null && isMapped(kept),
        }),
  };
}

/** Reads every line, or refuses the file: no amount is left out in silence. */
export async function readReport(
  file: ReportFile,
  columns: PayoutColumns | null,
  { mayBeEmpty = false } = {},
): Promise<ReadReport> {
  return refusing(async () => {
    const layout = file.layout ?? mappedOr(columns);
    const rows: SheetRow[] = [];
    for await (const row of sheetRows(file.source, file.format)) {
      if (row.line > file.line) rows.push(row);
      if (rows.length > longest) fail('payout_too_long');
    }
    const money = [layout.amount, layout.credit, layout.debit].filter((index) => index !== undefined);
    const written = money.flatMap((index) =>
      rows.flatMap(({ cells }) => (typeof cells[index] === 'string' ? [cells[index]] : [])),
    );
    const read = collect(rows, layout, decimalSignIn(written));
    return read.lines.length > 0 || mayBeEmpty ? read : fail('payout_unreadable');
  });
}

function mappedOr(columns: PayoutColumns | null): Layout {
  if (!columns || !isMapped(columns)) fail('payout_columns_needed');
  return mappedLayout(columns);
}

function collect(rows: readonly SheetRow[], layout: Layout, decimal: DecimalSign): ReadReport {
  const lines: ReportLine[] = [];
  const stated: Partial<Record<'opening' | 'total', Centavos>> = {};
  for (const row of rows) {
    const amount = amountOf(row, layout, decimal);
    const role = roleOf(row, layout);
    if (role === 'opening' || role === 'total') stated[role] = amount;
    if (role === 'line' && amount !== 0) lines.push(lineOf(row, layout, decimal, amount));
  }
  requireTotal(lines, stated);
  return { report: layout.report, lines, totalCount: rows.length - lines.length };
}

/** A total that the file states is the sum of its lines, with or without the balance before them. */
function requireTotal(
  lines: readonly ReportLine[],
  { opening = 0, total }: Partial<Record<'opening' | 'total', Centavos>>,
): void {
  const sum = sumMoney(lines.map(({ amountCentavos }) => amountCentavos));
  if (total !== undefined && total !== sum && total !== sum + opening) fail('payout_total_differs');
}

const textAt = (cells: readonly Cell[], index: number | undefined) =>
  index === undefined ? '' : textOfCell(cells[index]).replace(/\s+/g, ' ').trim();

type RowRole = 'line' | 'opening' | 'total' | 'aside';

const balances = /^(available balance|subtotal|(pre|pos|post) payout.*)$/;

/** Totals, balances and the items of a sale are no lines. */
function roleOf({ cells }: SheetRow, layout: Layout): RowRole {
  if (layout.view !== undefined) return foldTitle(textAt(cells, layout.view)) === 'sku' ? 'aside' : 'line';
  const words = [layout.record, layout.text].map((index) => foldTitle(textAt(cells, index)));
  if (words.includes('initial available balance')) return 'opening';
  if (words.some((word) => balances.test(word))) return 'aside';
  if (words.includes('total') && layout.report === 'release') return 'total';
  const texts = [...layout.day, ...layout.numbers, layout.text].map((index) => textAt(cells, index));
  return isBalanceLine(texts) || isBalanceLine([textAt(cells, 0)]) ? 'aside' : 'line';
}

const unreadable = (line: number) => fail('payout_line_unreadable', { facts: { line } });

/** Null for an empty cell. */
function centavosAt(row: SheetRow, index: number | undefined, decimal: DecimalSign): Centavos | null {
  const cell = index === undefined ? null : row.cells[index];
  if (typeof cell === 'number') {
    const centavos = Math.round(cell * 100);
    return Math.abs(cell * 100 - centavos) < 1e-4 ? centavos : unreadable(row.line);
  }
  const text = textAt(row.cells, index);
  return text === '' || /^[-–—]$/.test(text) ? null : (readAmount(text, decimal) ?? unreadable(row.line));
}

function amountOf(row: SheetRow, layout: Layout, decimal: DecimalSign): Centavos {
  if (layout.amount !== undefined) return centavosAt(row, layout.amount, decimal) ?? 0;
  const credit = centavosAt(row, layout.credit, decimal) ?? 0;
  const debit = centavosAt(row, layout.debit, decimal) ?? 0;
  return credit - Math.abs(debit);
}

function lineOf(row: SheetRow, layout: Layout, decimal: DecimalSign, amount: Centavos): ReportLine {
  const { cells } = row;
  const day = layout.day.map((index) => dayAt(cells, index)).find((found) => found !== null);
  if (!day) return unreadable(row.line);
  const numbers = layout.numbers.map((index) => numberAt(cells, index)).filter(Boolean);
  const text = textAt(cells, layout.text);
  const reference = numberAt(cells, layout.reference).slice(0, 100);
  const costsOf = (indexes: readonly number[]) => {
    const amounts = indexes.map((index) => centavosAt(row, index, decimal)).filter((found) => found !== null);
    return amounts.length === 0 ? null : sumMoney(amounts.map(Math.abs));
  };
  const [fee, freight] = [costsOf(layout.fee), costsOf(layout.freight)];
  const isBackOnly = reference !== '' && amount < 0 && !fee && !freight;
  const kind = layout.report === 'income' ? (isBackOnly ? 'refund' : 'sale') : kindOf(text, amount);
  /** A cost that a refund gives back has the other sign. */
  const sign = kind === 'refund' ? -1 : 1;
  return {
    day,
    happened: dayAt(cells, layout.happened) ?? day,
    kind,
    amountCentavos: amount,
    feeCentavos: fee && sign * fee,
    freightCentavos: freight && sign * freight,
    reference,
    numbers: [...new Set(numbers)],
    text: text.slice(0, 200),
  };
}

/** Numbers of sales may have a sign before them, and a dash for none. */
const numberAt = (cells: readonly Cell[], index: number | undefined) => {
  const text = textAt(cells, index).replace(/^#/, '').slice(0, 100);
  return /^[-–—]$/.test(text) ? '' : text;
};

/** A time with an offset is an instant, whose day is that of Sao Paulo. */
function dayAt(cells: readonly Cell[], index: number | undefined): Day | null {
  const text = textAt(cells, index);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:?\d{2})$/.test(text))
    return readStatementDay(text);
  const instant = new Date(text.replace(/([-+]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(instant.getTime()) ? null : dayOf(instant);
}

const kinds: readonly [PayoutLineKind, RegExp][] = [
  ['other', /\btax\b|imposto/],
  ['freight', /shipping|frete|envio/],
  ['fee', /\bfee\b|tarifa|taxa|comissao|commission/],
  ['transfer', /payout|withdraw|saque|retirada|transferencia|transfer/],
  ['refund', /refund|chargeback|mediation|dispute|claim|reembolso|devolucao|estorno|contestacao/],
  ['sale', /payment|settlement|pagamento|venda|order|pedido|liberacao|repasse/],
];

function kindOf(text: string, amount: Centavos): PayoutLineKind {
  const word = foldTitle(text);
  if (word === '') return amount > 0 ? 'sale' : 'other';
  return kinds.find(([, pattern]) => pattern.test(word))?.[0] ?? 'other';
}

const isNoTable = (code: SheetFault['code']) => code === 'sheet_unreadable' || code === 'sheet_empty';

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SheetFault)
      fail(isNoTable(error.code) ? 'payout_unreadable' : error.code, { cause: error });
    throw error;
  }
}
