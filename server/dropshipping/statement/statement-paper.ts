import { formatDay, formatMonth } from '#contract/dates.ts';
import type { PeriodStatement, Statement, StatementRow } from '#contract/dropshipping/statement.ts';
import type { api } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { fill, type Locale } from '#contract/messages/locale.ts';
import { formatAmount, formatMoney } from '#contract/money.ts';
import type { ExportColumn, ExportKey, ExportOptions } from '#server/http/export.ts';
import { drawPdf, mm, printable } from '#server/inventory/volume/volume-pdf.ts';
import { sideColumns } from '../dropinvoice/dropinvoice-export.ts';
import { listStatements, sumsOf } from './statement.queries.ts';

export const statementExport: ExportOptions<StatementRow, ExportKey<typeof api.statements.export>> = {
  name: (words) => words.dropshipping.statements.title,
  list: (tx, _actor, query) => listStatements(tx, query),
  columns: {
    month: {
      label: (words) => words.dropshipping.statements.month,
      value: (row) => formatMonth(row.month),
    },
    ...sideColumns,
    invoices: {
      label: (words) => words.dropshipping.statements.invoices,
      value: (row) => row.invoiceCount,
      kind: 'number',
    },
    opening: {
      label: (words) => words.dropshipping.statements.opening,
      value: (row) => row.openingCentavos,
      kind: 'money',
    },
    posted: {
      label: (words) => words.dropshipping.statements.posted,
      value: (row) => row.postedCentavos,
      kind: 'money',
    },
    paid: {
      label: (words) => words.dropshipping.statements.paid,
      value: (row) => row.paidCentavos,
      kind: 'money',
    },
    closing: {
      label: (words) => words.dropshipping.statements.closing,
      value: (row) => row.closingCentavos,
      kind: 'money',
    },
  },
};

/** The common data of monthly statements and statements of any period. */
type Printed = Pick<
  PeriodStatement,
  | 'seller'
  | 'supplier'
  | 'openingCentavos'
  | 'closingCentavos'
  | 'invoicesCentavos'
  | 'balanceCentavos'
  | 'entries'
>;

/** A line of the statement; opening and closing balance have neither day nor invoice. */
type Line = { day?: string; invoice?: number | undefined; text: string; value?: number; balance: number };

export function linesOf(statement: Printed, locale: Locale): Line[] {
  const words = messages[locale].dropshipping.statements;
  return [
    { text: words.opening, balance: statement.openingCentavos },
    ...statement.entries.map(({ day, invoice, kind, totalCentavos, balanceCentavos }) => ({
      day,
      invoice: invoice?.number,
      text: words.kinds[kind],
      value: totalCentavos,
      balance: balanceCentavos,
    })),
    { text: words.closing, balance: statement.closingCentavos },
  ];
}

export const lineColumns: ExportColumn<Line>[] = [
  {
    label: (words) => words.dropshipping.settlement.day,
    value: (line) => line.day,
    kind: 'day',
  },
  {
    label: (words) => words.dropshipping.settlement.number,
    value: (line) => line.invoice,
    kind: 'number',
  },
  { label: (words) => words.dropshipping.statements.entry, value: (line) => line.text },
  {
    label: (words) => words.dropshipping.settlement.value,
    value: (line) => line.value,
    kind: 'money',
  },
  {
    label: (words) => words.dropshipping.statements.balance,
    value: (line) => line.balance,
    kind: 'money',
  },
];

/** The days of a statement for its title and file name. */
export const monthTitle = ({ month }: Statement, locale: Locale): string =>
  fill(messages[locale].dropshipping.statements.of, { month: formatMonth(month) });

export const periodTitle = ({ from, to }: PeriodStatement, locale: Locale): string =>
  fill(messages[locale].dropshipping.statements.ofDays, { from: formatDay(from), to: formatDay(to) });

/** File name without extension; `days` is a month or two days in ISO format. */
export const statementName = ({ seller, supplier }: Printed, days: string, locale: Locale) =>
  [messages[locale].dropshipping.statements.one, seller.name, supplier.name, days].join(' ');

const margin = 15 * mm;
const bottom = 297 * mm - margin;
const rowHeight = 6 * mm;
/** Left edge and width of each column in millimetres; figures are right-aligned. */
const columns = [
  { left: 15, width: 24 },
  { left: 40, width: 22 },
  { left: 64, width: 60 },
  { left: 125, width: 33, align: 'right' },
  { left: 160, width: 35, align: 'right' },
] as const;

/** The statement on A4 pages, each with column titles. */
export async function statementPdf(
  statement: Printed,
  title: string,
  locale: Locale,
  now: Date,
): Promise<Buffer> {
  const all = messages[locale];
  const words = all.dropshipping.statements;
  const page = { size: 'A4', margin };
  return drawPdf({ ...page, info: { Title: title, CreationDate: now } }, async (document) => {
    document.addPage(page);
    const font = (bold: boolean, size = 10) =>
      document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
    font(true, 18).text(printable(title));
    font(false).text(printable(`${all.dropshipping.settlement.seller}: ${statement.seller.name}`));
    document
      .text(printable(`${all.dropshipping.settlement.supplier}: ${statement.supplier.name}`))
      .moveDown();
    for (const { kind, totalCentavos } of sumsOf(statement.entries))
      document.text(printable(`${words.kinds[kind]}: ${formatMoney(totalCentavos)}`));
    document.text(printable(`${words.invoicesLeft}: ${formatMoney(statement.invoicesCentavos)}`));
    document.text(printable(`${words.balanceLeft}: ${formatMoney(statement.balanceCentavos)}`));
    font(true).text(printable(`${words.closing}: ${formatMoney(statement.closingCentavos)}`));
    let y = document.y + rowHeight;
    const row = (cells: readonly string[], bold: boolean) => {
      for (const [place, { left, width, ...rest }] of columns.entries())
        font(bold).text(printable(cells[place] ?? ''), left * mm, y, {
          ...rest,
          width: width * mm,
          height: rowHeight,
          lineBreak: false,
          ellipsis: true,
        });
      y += rowHeight;
    };
    const heads = () =>
      row(
        lineColumns.map(({ label }) => label(all)),
        true,
      );
    heads();
    for (const { day, invoice, text, value, balance } of linesOf(statement, locale)) {
      if (y + rowHeight > bottom) {
        document.addPage(page);
        y = margin;
        heads();
      }
      const cells = [
        day ? formatDay(day) : '',
        invoice ? `#${invoice}` : '',
        text,
        value === undefined ? '' : formatAmount(value),
        formatAmount(balance),
      ];
      row(cells, day === undefined);
    }
  });
}
