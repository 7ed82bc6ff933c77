import { Readable } from 'node:stream';
import type { Cell, SheetData } from 'write-excel-file/node';
import { dayOf, formatDay, formatInstant, wallClock } from '#contract/dates.ts';
import type { ExportEndpoint } from '#contract/export.ts';
import { type Messages, messages } from '#contract/messages/index.ts';
import type { Locale } from '#contract/messages/locale.ts';
import { formatAmount, toDecimal } from '#contract/money.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import type { Transact, Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { auditEvent } from './audit.ts';
import { type RemoteHandler, remote } from './route.ts';
import { type Actor, actorCan } from './session.ts';

type Value = string | number | Date | null | undefined;

export type ExportColumn<Row> = {
  label: (words: Messages) => string;
  value: (row: Row, words: Messages) => Value;
  /** `money`: centavos; `day`: `yyyy-mm-dd`; `instant`: Date or ISO text. Default `text`. */
  kind?: 'text' | 'number' | 'money' | 'day' | 'instant';
  /** Cost, price or margin: absent for roles that do not see them. */
  priced?: boolean;
};

/** The columns of a file by their keys. */
export type ExportColumns<Row, Key extends string> = Readonly<Record<Key, ExportColumn<Row>>>;

export type ExportKey<Endpoint extends { columns: readonly string[] }> = Endpoint['columns'][number];

export type ExportOptions<Row, Key extends string> = {
  /** File name without extension. */
  name: (words: Messages, actor: Actor) => string;
  /** The function of the list itself: same rows, same filter, same scope as on the screen. */
  list: (tx: Tx, actor: Actor, query: ListQuery) => Promise<Page<Row>>;
  /** Rows of one read, 500 by default; more for a list that computes all of its rows for each. */
  batch?: number;
  /** One for each key of the contract, in its order; a key without a column does not compile. */
  columns: ExportColumns<Row, Key>;
  /** It contains personal data of buyers: every file is audited before it is sent. */
  buyersOf?: 'orders' | 'checkout';
};

/** Columns of the same kind, one for each key. */
export const columnsBy = <Row, Key extends string>(
  keys: readonly Key[],
  columnOf: (key: Key) => ExportColumn<Row>,
) => Object.fromEntries(keys.map((key) => [key, columnOf(key)])) as ExportColumns<Row, Key>;

/** The reader's word for a code; a code without a word stays as it is. */
export const wordOf = (words: Record<string, string>, key: string): string => words[key] ?? key;

const csvType = 'text/csv; charset=utf-8';
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const batch = 500;
/** A workbook is built in memory; more rows than this are sent as CSV, which is streamed. */
export const maxSheetRows = 50_000;

/**
 * The `export` endpoint of a list. In the contract `export: exportOf('/suppliers/export', 'suppliers.read', ['name'])`,
 * in `routes.ts`:
 *
 *     export: exportList(api.suppliers.export, {
 *       name: (words) => words.supply.suppliers,
 *       list: listSuppliers,
 *       columns: { name: { label: (words) => words.supply.name, value: (row) => row.name } },
 *     }),
 *
 * The list function must hand its `query` whole to `listPage`; rows are read by key, one short transaction per batch.
 */
export function exportList<Row, Key extends string>(
  endpoint: { columns: readonly Key[] },
  options: ExportOptions<Row, NoInfer<Key>>,
): RemoteHandler<ExportEndpoint> {
  return remote<ExportEndpoint>(async ({ actor, query, locale, transact, clock }) => {
    const words = messages[locale];
    const columns = chooseColumns(endpoint.columns, options.columns, query.columns, actor);
    const read = (after: string | undefined) =>
      transact((tx) =>
        options.list(tx, actor, {
          size: options.batch ?? batch,
          uncounted: true,
          ...(query.query && { query: query.query }),
          ...(query.sort && { sort: query.sort }),
          ...(after && { after }),
        }),
      );
    // The first batch is read before the answer starts, so that a wrong filter is still refused.
    const first = await read(undefined);
    const batches = readOn(first, read);
    const name = `${options.name(words, actor)} ${dayOf(clock.now())}.${query.format}`;
    const audit = async () => options.buyersOf && auditBuyers(transact, actor, options.buyersOf);
    if (query.format === 'csv') {
      await audit();
      const bytes = Readable.from(csvLines(batches, columns, words));
      return { bytes, contentType: csvType, name };
    }
    const bytes = await workbook(batches, columns, words);
    await audit();
    return { bytes, contentType: xlsxType, name };
  });
}

/** Rows that are already complete. */
export function csvFile<Row>(name: string, rows: Row[], columns: ExportColumn<Row>[], locale: Locale) {
  const bytes = Readable.from(csvLines([rows], columns, messages[locale]));
  return { bytes, contentType: csvType, name: `${name}.csv` };
}

type Batches<Row> = AsyncIterable<Row[]> | Iterable<Row[]>;
type SheetRows<Row> = { name: string; format: 'csv' | 'xlsx'; batches: Batches<Row> };

/** Rows that are no list, in either format. */
export async function sheetFile<Row>(
  { name, format, batches }: SheetRows<Row>,
  columns: ExportColumn<Row>[],
  locale: Locale,
) {
  const words = messages[locale];
  if (format === 'csv')
    return {
      bytes: Readable.from(csvLines(batches, columns, words)),
      contentType: csvType,
      name: `${name}.csv`,
    };
  return { bytes: await workbook(batches, columns, words), contentType: xlsxType, name: `${name}.xlsx` };
}

function auditBuyers(transact: Transact, actor: Actor, entity: string): Promise<unknown> {
  const { businessId: business, userId: user } = actor;
  return transact((tx) => auditEvent(tx, { business, user, event: 'buyers.exported', entity }));
}

function chooseColumns<Row, Key extends string>(
  keys: readonly Key[],
  columns: ExportColumns<Row, Key>,
  wanted: string | undefined,
  actor: Actor,
): ExportColumn<Row>[] {
  const allowed = keys.filter((key) => !columns[key].priced || actorCan(actor, 'prices.read'));
  if (!wanted) return allowed.map((key) => columns[key]);
  return wanted.split(',').map((asked) => {
    const key = allowed.find((candidate) => candidate === asked);
    return key ? columns[key] : fail('invalid', { fields: { columns: 'invalid' }, facts: { allowed } });
  });
}

async function* readOn<Row>(
  first: Page<Row>,
  read: (after: string) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let page = first;
  for (;;) {
    yield page.items;
    if (!page.next) return;
    page = await read(page.next);
  }
}

async function* csvLines<Row>(
  batches: Batches<Row>,
  columns: ExportColumn<Row>[],
  words: Messages,
): AsyncGenerator<string> {
  // Excel reads UTF-8 only after a byte order mark.
  yield `\uFEFF${columns.map((column) => csvCell(column.label(words))).join(';')}\r\n`;
  for await (const rows of batches) {
    const lines = rows.map((row) =>
      columns.map((column) => csvCell(printValue(column.value(row, words), column.kind))).join(';'),
    );
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
  }
}

/** Text that a spreadsheet would run as a formula stays text. */
export function disarm(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

export function csvCell(text: string): string {
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Brazilian notation: comma for decimals, dd/mm/yyyy. */
function printValue(value: Value, kind: ExportColumn<unknown>['kind'] = 'text'): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'money') return formatAmount(Number(value));
  if (kind === 'number') return String(value).replace('.', ',');
  if (kind === 'day') return formatDay(String(value));
  if (kind === 'instant') return formatInstant(value instanceof Date ? value : String(value));
  return disarm(String(value));
}

async function workbook<Row>(
  batches: Batches<Row>,
  columns: ExportColumn<Row>[],
  words: Messages,
): Promise<Buffer> {
  const data: SheetData = [
    columns.map((column) => ({ value: column.label(words), type: String, fontWeight: 'bold' })),
  ];
  for await (const rows of batches) {
    for (const row of rows)
      data.push(columns.map((column) => sheetCell(column.value(row, words), column.kind)));
    if (data.length > maxSheetRows) invalidField('format', 'too_big');
  }
  const widths = columns.map((column) => ({
    width: column.kind === undefined || column.kind === 'text' ? 32 : 16,
  }));
  // Slow to load, and not every process writes a workbook.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return writeXlsxFile(data, { columns: widths, stickyRowsCount: 1 }).toBuffer();
}

function sheetCell(value: Value, kind: ExportColumn<unknown>['kind'] = 'text'): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'money') return { value: toDecimal(Number(value)), type: Number, format: '#,##0.00' };
  if (kind === 'number') return { value: Number(value), type: Number };
  if (kind === 'day') return { value: new Date(`${value}T00:00:00.000Z`), type: Date, format: 'dd/mm/yyyy' };
  if (kind === 'instant')
    return {
      value: wallClock(typeof value === 'number' ? new Date(value) : value),
      type: Date,
      format: 'dd/mm/yyyy hh:mm',
    };
  return { value: printValue(value, kind), type: String };
}
