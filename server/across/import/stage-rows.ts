import { sql } from 'kysely';
import {
  type Cell,
  type DecimalSign,
  decimalSignOf,
  foldTitle,
  isBlank,
  isNumeric,
  textOfCell,
  unitOfTitle,
} from '#contract/business/import/cell.ts';
import { columnsOfSeries } from '#contract/business/import/column-series.ts';
import {
  type ColumnMatch,
  type ImportCellError,
  maxGroupRows,
  maxImportRows,
} from '#contract/business/import/import.ts';
import { columnsOfKind, type ImportDefinition } from '#contract/business/import/kinds.ts';
import { asCode } from '#contract/codes.ts';
import type { Cells, ImportRule } from '#server/business/import/import-rule.ts';
import type { SheetFormat } from '#server/business/import/sheet/sheet.ts';
import { sheetRows } from '#server/business/import/sheet/sheet.ts';
import type { SheetRow } from '#server/business/import/sheet/sheet-fault.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { categoryCell } from '#server/products/import/category-text.ts';
import { importRule } from './kinds.ts';
import { columnsFor, isInstruction } from './match-columns.ts';
import { groupOf, isLoose, keyOf } from './read-rows.ts';
import type { RunningImport } from './running-import.ts';

type Staged = {
  line: number;
  record: number;
  key: string | null;
  cells: Cells;
  fate: 'wrong' | null;
  errors: Record<string, ImportCellError>;
};

const batchRows = 1000;

/** Stages the rows of the file for the check; returns how many, or that there are too many. */
export async function stageRows(job: JobContext, running: RunningImport): Promise<number | 'sheet_too_long'> {
  const { row, businessId } = running;
  const key = `${businessId}/${row.sha256}`;
  const source = async () => bytesOf(await job.outside.storage.get(key));
  await job.inBusiness(businessId, (tx) =>
    tx.db.deleteFrom('import_rows').where('import_id', '=', row.id).execute(),
  );
  const stager = createStager(running);
  let batch: Staged[] = [];
  let total = 0;
  const store = async () => {
    const rows = batch;
    batch = [];
    await job.inBusiness(businessId, (tx) => insertRows(tx, running, rows));
  };
  for await (const found of sheetRows(source, row.format as SheetFormat)) {
    const staged = stager.stage(found);
    if (!staged) continue;
    if (++total > maxImportRows) return 'sheet_too_long';
    batch.push(staged);
    if (batch.length >= batchRows) await store();
  }
  if (batch.length > 0) await store();
  await job.inBusiness(businessId, async (tx) => {
    await markParents(tx, row.id, stager.parents());
    if (running.definition.whole) await refuseWholeRecords(tx, row.id, running.definition);
    await tx.db
      .updateTable('imports')
      .set({ total, finished: 0, ...stager.passedOver(), ...stager.decimals() })
      .where('id', '=', row.id)
      .where('run', '=', row.run)
      .execute();
    tx.changed(businessId, 'imports');
  });
  return total;
}

async function* bytesOf(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield Buffer.from(chunk);
}

/** A row whose code others name as their parent is the parent of itself: it has no goods of its own. */
async function markParents(tx: Tx, importId: number, parents: readonly string[]): Promise<void> {
  const keys = parents.map((parent) => JSON.stringify([parent]));
  await sql`update import_rows set cells = cells || jsonb_build_object('parent', cells->'sku')
    where import_id = ${importId} and key = any(${keys}::text[]) and not cells ? 'parent'`.execute(tx.db);
}

/** The other rows of a record with a wrong row. */
async function refuseWholeRecords(
  tx: Tx,
  importId: number,
  { whole, loose = '' }: ImportDefinition,
): Promise<void> {
  await sql`update import_rows r set fate = 'wrong', errors = ${JSON.stringify({ sku: whole })}::jsonb
    where r.import_id = ${importId} and r.fate is null and not r.cells ? ${loose} and r.record in
      (select w.record from import_rows w where w.import_id = ${importId} and w.fate = 'wrong')`.execute(
    tx.db,
  );
}

function insertRows(
  tx: { db: Parameters<Parameters<JobContext['inBusiness']>[1]>[0]['db'] },
  running: RunningImport,
  rows: readonly Staged[],
) {
  return sql`insert into import_rows (business_id, import_id, line, record, key, cells, fate, errors)
    select app_business(), ${running.row.id}, n.line, n.record, n.key, n.cells, n.fate, n.errors
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (line integer, record integer, key text, cells jsonb, fate text, errors jsonb)`.execute(tx.db);
}

/** Rows in the order of the file; stores the key of each row and the format of its numbers. */
function createStager({ row, kind, actor, definition }: RunningImport) {
  const match = row.columns as ColumnMatch;
  const columns = Object.entries(match);
  const allowed = columnsFor(actor, kind);
  const figures: ReadonlySet<string> = new Set(
    columnsOfKind(kind)
      .filter((column) => isNumeric(column.kind))
      .map(({ key }) => key),
  );
  const series = new Map(
    columnsOfKind(kind).flatMap((column) => {
      const index = match[column.key];
      return column.series && index !== undefined
        ? [[column.key as string, columnsOfSeries(column, row.titles, index)] as const]
        : [];
    }),
  );
  const units = new Map(
    columnsOfKind(kind).flatMap(({ key, kind: cells }) =>
      cells === 'measure' ? [[key as string, unitOfTitle(row.titles[match[key] ?? -1] ?? '')] as const] : [],
    ),
  );
  const titles = columns.map(([, index]) => row.titles[index] ?? '').join('\n');
  const keys = new Set<string>();
  const groups = new Map<string, Together>();
  const family = match.parent === undefined ? undefined : importRule(kind).family;
  const parents = new Set<string>();
  const signs = new Set<DecimalSign>();
  const counted = { instruction_rows: 0, hidden_rows: 0, kit_rows: 0 };
  let isHead = true;
  return {
    stage({ line, cells: all, isHidden }: SheetRow): Staged | null {
      if (line <= row.title_row) return null;
      if (isHead && isInstruction(allowed, match, all)) {
        counted.instruction_rows += 1;
        return null;
      }
      const cells: Record<string, Cell> = {};
      for (const [key, index] of columns) {
        const raw = withUnit(cellOf(all, series.get(key) ?? [index]), units.get(key));
        const ofProduct = kind === 'products' && key === 'category';
        const cell = ofProduct ? categoryCell(raw, row.titles[index] ?? '') : raw;
        if (!isBlank(cell)) cells[key] = cell;
        if (figures.has(key) && typeof cell === 'string') signs.add(decimalSignOf(cell));
      }
      // Repeated titles, as in sheets that were appended to each other, and rows of other columns.
      const isTitles = columns.map(([, index]) => textOfCell(all[index])).join('\n') === titles;
      if (isTitles || Object.keys(cells).length === 0) return null;
      isHead = false;
      if (kitTypes.has(foldTitle(textOfCell(cells.goodsType)))) {
        counted.kit_rows += 1;
        return null;
      }
      if (isHidden) counted.hidden_rows += 1;
      if (isHidden && row.skips_hidden) return null;
      const own = family ? family.withoutParentCells(cells) : cells;
      const together = recordOf(definition, line, own, groups, family);
      const whole = family && together.line !== line ? family.inherit(own, together.first) : own;
      const parent = family?.parentOf(whole);
      if (parent) parents.add(parent);
      return { line, cells: whole, ...place(definition, whole, keys, together) };
    },
    /** Codes that rows name as that of their parent. */
    parents: () => [...parents],
    /** Rows that the sheet hides, of instructions, and of kits. */
    passedOver: () => counted,
    /** The sign of decimals by all that can only be read one way. */
    decimals(): { decimal_sign?: ',' | '.' | null } {
      if (signs.has(',') && signs.has('.')) return { decimal_sign: null };
      const only = [...signs].find((sign) => sign !== null);
      return only ? { decimal_sign: only } : {};
    },
  };
}

/** Kits, as systems write the type of a product. */
const kitTypes: ReadonlySet<string> = new Set(['k', 'kit', 'com composicao', 'composicao']);

/** The cell of a column; several columns of a series are a list. */
function cellOf(all: readonly Cell[], indexes: readonly number[]): Cell {
  const [first = -1, ...others] = indexes;
  if (others.length === 0) return all[first] ?? null;
  return indexes
    .map((index) => textOfCell(all[index]))
    .filter((text) => text !== '')
    .join('\n');
}

/** A figure under a title in grams or millimeters. */
const withUnit = (cell: Cell, unit: string | undefined): Cell =>
  unit && /^[\d.,]+$/.test(textOfCell(cell)) ? `${textOfCell(cell)}${unit}` : cell;

/** Rows that are one record, by the line of the first of them. */
type Together = { line: number; rows: number; first: Cells };

/** The record of a row: that of its parent if it names one, otherwise that of its group. */
function recordOf(
  definition: ImportDefinition,
  line: number,
  cells: Cells,
  groups: Map<string, Together>,
  family: ImportRule['family'],
): Together {
  const group = groupOf(definition, cells);
  const named = family?.parentOf(cells);
  const own = family ? asCode(textOfCell(cells.sku)) : '';
  const names = named ? [`code ${named}`] : [...(own ? [`code ${own}`] : []), ...(group ? [group] : [])];
  const found = names.flatMap((name) => groups.get(name) ?? [])[0] ?? { line, rows: 0, first: cells };
  found.rows += 1;
  for (const name of names) if (!groups.has(name)) groups.set(name, found);
  return found;
}

function place(
  definition: ImportDefinition,
  cells: Cells,
  keys: Set<string>,
  together: Together,
): Omit<Staged, 'line' | 'cells'> {
  // Codes and names are the same in any case.
  const named = keyOf(definition, cells);
  const key = named === null ? null : asCode(named);
  const refuse = (column: string, error: ImportCellError) => ({
    record: together.line,
    key,
    fate: 'wrong' as const,
    errors: { [column]: error },
  });
  if (key !== null && keys.has(key)) return refuse(definition.keys[0]?.at(-1) ?? 'sku', 'duplicate_row');
  if (key !== null) keys.add(key);
  if (together.rows > maxGroupRows && !isLoose(definition, cells))
    return refuse(definition.group[0] ?? 'name', 'too_many_together');
  return { record: together.line, key, fate: null, errors: {} };
}
