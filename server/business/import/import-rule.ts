import type { Cell } from '#contract/business/import/cell.ts';
import type { ImportCellError, RowMargin } from '#contract/business/import/import.ts';
import type { RowFate } from '#contract/business/import/import-states.ts';
import type { ImportKind, ImportValues } from '#contract/business/import/kinds.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';

/** Cells of a row by our columns, unchanged from the file. */
export type Cells = Readonly<Record<string, Cell>>;

/** A row of the file with its values by column, checked by their schemas; a blank cell is not there. */
export type ReadRow<Kind extends ImportKind = ImportKind> = Kind extends ImportKind
  ? { line: number; values: ImportValues<Kind> }
  : never;

export type Shown = string | number | boolean | null;
export type Changes = Record<string, { before: Shown; after: Shown }>;
export type CheckedRow = {
  line: number;
  fate: RowFate;
  changes: Changes;
  errors: Record<string, ImportCellError>;
  /** The names that an error is about. */
  details?: Record<string, string>;
  /** Of a new ad at its price. */
  margin?: RowMargin;
  /** The state of the records behind the row, where `changes` does not contain all of it. */
  seen?: unknown;
};

/** The effects of rows, and the act that writes them. */
export type Prepared = {
  rows: CheckedRow[];
  /** Paths of the categories that it makes. */
  newCategories?: readonly string[];
  /** Rows that the outside would refuse, or says more about: asked by a check after its transaction. */
  judge?(job: JobContext): Promise<CheckedRow[]>;
  write(): Promise<void>;
};

/** The settings of an import for all its rows. */
export type ImportContext = {
  importId: number;
  /** The name of the file. */
  file: string;
  /** Categories that rows name and that do not exist are made; otherwise these rows are wrong. */
  createsCategories: boolean;
};

/**
 * The rule of one kind, in its own area: reads the existing records, says what each row becomes, and writes it set by
 * set. Check and application use the same rule; a check does not write.
 */
export type ImportRule<Kind extends ImportKind = ImportKind> = {
  prepare(tx: Tx, actor: Actor, rows: readonly ReadRow<Kind>[], context: ImportContext): Promise<Prepared>;
  /** For kinds with parent rows: a row on its own, and with the values inherited from the first row of its record. */
  family?: {
    withoutParentCells(cells: Cells): Cells;
    parentOf(cells: Cells): string;
    inherit(cells: Cells, first: Cells): Cells;
  };
  /** Entities whose screens are notified after the application. */
  touches: readonly string[];
  /** Tables that grow through it: their statistics are refreshed meanwhile. */
  fills: readonly (keyof DB)[];
};

export const wrong = (line: number, errors: CheckedRow['errors']): CheckedRow => ({
  line,
  fate: 'wrong',
  changes: {},
  errors,
});

export const created = (line: number): CheckedRow => ({ line, fate: 'new', changes: {}, errors: {} });

type Given = Readonly<Record<string, Shown | undefined>>;

/** A row about an existing record: only given values that differ are changes. */
export function compared(line: number, before: Record<string, Shown>, values: Given): CheckedRow {
  const changes: Changes = {};
  for (const [key, was] of Object.entries(before)) {
    const after = values[key];
    if (after !== undefined && after !== was) changes[key] = { before: was, after };
  }
  return { line, fate: Object.keys(changes).length > 0 ? 'changed' : 'unchanged', changes, errors: {} };
}
