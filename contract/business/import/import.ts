import { z } from 'zod';
import { marginFloor } from '../../advertisements/margin-change.ts';
import { endpoint, entity } from '../../endpoint.ts';
import { fieldErrors } from '../../errors.ts';
import { exportFormats } from '../../export.ts';
import type { FilterFields } from '../../filter.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  opaque,
  page,
  reference,
} from '../../primitives.ts';
import { cellFaults } from './cell.ts';
import { importPicture, pictureCounts } from './import-pictures.ts';
import { importFaults, importStates, rowFates } from './import-states.ts';
import { importKinds } from './kinds.ts';
import { sheetSystems } from './sheet-system.ts';

/** More rows would make others wait for the transaction. */
export const maxImportRows = 50_000;
export const maxImportColumns = 200;
/** Of one record: a product with more variations than a form takes. */
export const maxGroupRows = 200;
export const sheetFile = { max: 1, maxBytes: 20 * 1024 * 1024, accept: 'sheet' } as const;

/** Errors of a row that no field alone can show. */
export const recordFaults = [
  'duplicate_row',
  'too_many_together',
  'differs_within',
  'without_variations',
  'sku_unknown',
  'example_record',
  'warehouse_unknown',
  'position_unknown',
  'category_unknown',
  'category_several',
  'several_found',
  'offer_unknown',
  'nothing_given',
  'kit_incomplete',
  'kit_differs',
  'not_a_vendor',
  'stock_differs',
  'lot_required',
  'lot_incomplete',
  'lot_differs',
  'archived',
  'account_fixed',
  'account_unknown',
  'account_several',
  'account_disconnected',
  'category_fixed',
  'type_unknown',
  'type_fixed',
  'variation_unnamed',
  'attribute_unknown',
  'attributes_missing',
  'pictures_missing',
  'size_missing',
  'ad_incomplete',
  'ad_differs',
] as const;
export const importCellErrors = [...fieldErrors, ...cellFaults, ...recordFaults] as const;
export type ImportCellError = (typeof importCellErrors)[number];

const kind = z.enum(importKinds, 'choose_one');
const columns = z.record(
  opaque(40),
  z
    .int()
    .min(0)
    .max(maxImportColumns - 1, 'too_big'),
);
export type ColumnMatch = z.output<typeof columns>;

const importRow = z
  .object({
    id,
    kind,
    state: z.enum(importStates),
    file: z.string(),
    /** The system that exported the file; null: its titles are those of no known system. */
    system: z.enum(sheetSystems).nullable(),
    /** The imports of one move from another system share the id of the first of them. */
    move: id.nullable(),
    person: reference,
    /** The key of the API by which it was begun. */
    key: reference.nullable(),
    total: count,
    finished: count,
    fates: z.object({ new: count, changed: count, unchanged: count, wrong: count }),
    /** Why it was stopped, or returned from its application. */
    fault: z.enum(importFaults).nullable(),
    createdAt: instant,
    appliedAt: instant.nullable(),
    /** Pictures that its rows name by their addresses, which are downloaded after it is applied. */
    pictures: pictureCounts,
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.output<typeof importRow>;

const importDetail = importRow
  .extend({
    /** The titles of the file's columns, and its first rows below them. */
    titles: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    /** Which column of the file each of ours is: as guessed by the titles, then as chosen. */
    columns,
    /** Rows that the sheet hides, as a filter does; whether the check left them out. */
    hiddenRows: count,
    skipsHidden: z.boolean(),
    /** Titles of columns that the sheet hides; they are read like the others. */
    hiddenColumns: z.array(z.string()),
    /** Whether missing categories are made, and their paths as the check found them. */
    createsCategories: z.boolean(),
    newCategories: z.array(z.string()),
    /** Rows of kits in a sheet of goods: they come with the sheet of their components. */
    kitRows: count,
    /** Rows of instructions below the titles, which are no records. */
    instructionRows: count,
    /** Checked rows whose ad would be below the margin floor of its account; 0 without the right to see prices. */
    belowFloor: count,
    /** A file with the same bytes was applied then. */
    appliedBefore: instant.nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.output<typeof importDetail>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rowMargin = z
  .object({
    marginBasisPoints: z.number(),
    /** Null: unknown, and the margin is the highest possible; the same for the freight. */
    fee: centavos.nullable(),
    freight: centavos.nullable(),
    /** That of the account. */
    floor: marginFloor.nullable(),
  })
  .meta({ id: 'ImportedRowMargin' });
export type RowMargin = z.output<typeof rowMargin>;

const checkedRow = z
  .object({
    id,
    /** Its line in the file. */
    row: count,
    fate: z.enum(rowFates),
    /** The content of the file, by our columns. */
    cells: z.record(z.string(), z.string()),
    /** For an existing record: its changes. */
    changes: z.record(z.string(), z.object({ before: value, after: value })),
    errors: z.record(z.string(), z.enum(importCellErrors)),
    /** The names that an error is about: attributes that are missing, or that the category does not have. */
    details: z.record(z.string(), z.string()),
    /** Its record changed between the check and the application, which was refused for that. */
    moved: z.boolean(),
    /** Of a new ad at its price; null: of another record, not quoted by the marketplace, or without the right to see prices. */
    margin: rowMargin.nullable(),
  })
  .meta({ id: 'ImportedRow' });
export type CheckedRow = z.output<typeof checkedRow>;

export const importFilter = {
  kind: { kind: 'choice', values: importKinds },
  state: { kind: 'choice', values: importStates },
  file: { kind: 'text' },
  move: { kind: 'number' },
  created: { kind: 'day' },
} as const satisfies FilterFields;
export const importSorts = ['id'] as const;

export const importRowFilter = {
  fate: { kind: 'choice', values: rowFates },
  row: { kind: 'number' },
  moved: { kind: 'flag' },
  belowFloor: { kind: 'flag' },
} as const satisfies FilterFields;
export const importRowSorts = ['row'] as const;

const format = z.enum(exportFormats).default('xlsx');

/** Records from a spreadsheet: first checked row by row, then applied all at once. */
export const imports = entity('imports', {
  list: endpoint({
    method: 'GET',
    path: '/imports',
    permission: 'imports.read',
    summary: 'Imports, newest first: all for owners and administrators, otherwise one’s own',
    query: listQuery,
    response: page(importRow),
  }),
  template: endpoint({
    method: 'GET',
    path: '/import-templates/:kind',
    permission: 'imports.read',
    summary: 'A sheet with the columns of a kind in the reader’s language and an example row',
    params: z.strictObject({ kind }),
    query: z.strictObject({ format }),
    binary: 'xlsx',
    errors: ['forbidden'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/imports',
    permission: 'imports.create',
    summary: 'Upload a CSV or XLSX file; its columns are matched by their titles, and nothing is written',
    body: z.strictObject({ kind }),
    files: sheetFile,
    response: importDetail,
    errors: [
      'file_required',
      'sheet_unreadable',
      'sheet_old_format',
      'sheet_empty',
      'sheet_too_wide',
      'sheet_too_big',
      'storage_full',
    ],
  }),
  recognize: endpoint({
    method: 'POST',
    path: '/imports/recognized',
    permission: 'imports.create',
    summary:
      'Upload a file of another system as part of a move: one import per recognized sheet and kind; nothing is written',
    body: z.strictObject({ moveId: id.optional() }),
    files: sheetFile,
    response: z.object({ move: id.nullable(), items: z.array(importDetail) }),
    errors: [
      'file_required',
      'sheet_unreadable',
      'sheet_old_format',
      'sheet_empty',
      'sheet_too_wide',
      'sheet_too_big',
      'storage_full',
      'not_found',
      'state_conflict',
    ],
  }),
  detail: endpoint({
    method: 'GET',
    path: '/imports/:id',
    permission: 'imports.read',
    summary: 'Progress of an import, with the outcome of its rows',
    params: idParams,
    response: importDetail,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/imports/:id/rows',
    permission: 'imports.read',
    summary: 'Rows of an import with their outcome, changes and cell errors; stored for 30 days',
    params: idParams,
    query: listQuery,
    response: page(checkedRow),
  }),
  wrongRows: endpoint({
    method: 'GET',
    path: '/imports/:id/wrong-rows',
    permission: 'imports.read',
    summary: 'Wrong rows as a file with their errors, to be corrected and uploaded again',
    params: idParams,
    query: z.strictObject({ format }),
    binary: 'xlsx',
  }),
  pictures: endpoint({
    method: 'GET',
    path: '/imports/:id/pictures',
    permission: 'imports.read',
    summary: 'Pictures that the rows name by their addresses: waiting, downloaded or failed, with the reason',
    params: idParams,
    query: listQuery,
    response: page(importPicture),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/imports/:id/pictures/retry',
    permission: 'imports.create',
    summary: 'Download the failed pictures once more',
    params: idParams,
    response: importDetail,
    errors: ['state_conflict'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/imports/:id/check',
    permission: 'imports.create',
    summary: 'Check every row with these columns, by a job; nothing is written',
    params: idParams,
    body: z.strictObject({
      columns: columns.optional(),
      skipHidden: z.boolean().optional(),
      /** Make the categories that products name and that do not exist; those rows are wrong otherwise. */
      createCategories: z.boolean().optional(),
    }),
    response: importDetail,
    errors: ['state_conflict'],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/imports/:id/apply',
    permission: 'imports.create',
    summary: 'Apply the checked rows, by a job: all or none; wrong rows are skipped only if requested',
    params: idParams,
    body: z.strictObject({ skipWrong: z.boolean().optional() }),
    response: importDetail,
    errors: ['state_conflict', 'import_has_wrong_rows', 'import_has_no_rows'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/imports/:id/cancel',
    permission: 'imports.create',
    summary: 'Discard an import that is not applied yet',
    params: idParams,
    response: importDetail,
    errors: ['state_conflict'],
  }),
});
