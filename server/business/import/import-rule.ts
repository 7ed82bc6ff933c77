import type { Cell } from '#contract/business/import/cell.ts';
import type { ImportCellError } from '#contract/business/import/import.ts';
import type { RowFate } from '#contract/business/import/import-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import type { Actor } from '#server/http/session.ts';

/** Cells by our columns, as they stand in the file. */
export type Cells = Readonly<Record<string, Cell>>;

/** Values by column, checked by their schemas; a blank cell is not there. */
export type Values = Readonly<Record<string, unknown>>;
export type ReadRow = { line: number; values: Values };

export type Shown = string | number | boolean | null;
export type Changes = Record<string, { before: Shown; after: Shown }>;
export type CheckedRow = {
  line: number;
  fate: RowFate;
  changes: Changes;
  errors: Record<string, ImportCellError>;
  /** The state of the records behind the row, where `changes` does not contain all of it. */
  seen?: unknown;
};

/** The effects of rows, and the act that writes them. */
export type Prepared = { rows: CheckedRow[]; write(): Promise<void> };

/**
 * The rule of one kind, in its own area: reads the existing records, says what each row becomes, and writes it set by
 * set. Check and application use the same rule; a check does not write.
 */
export type ImportRule = {
  prepare(tx: Tx, actor: Actor, rows: readonly ReadRow[], file: string): Promise<Prepared>;
  /** Of kinds whose rows may belong to a parent row: a row read by itself, and with what it leaves to the first of its record. */
  family?: {
    standAlone(cells: Cells): Cells;
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

/** A row about an existing record: only given values that differ are changes. */
export function compared(line: number, before: Record<string, Shown>, values: Values): CheckedRow {
  const changes: Changes = {};
  for (const [key, was] of Object.entries(before)) {
    const after = values[key] as Shown | undefined;
    if (after !== undefined && after !== was) changes[key] = { before: was, after };
  }
  return { line, fate: Object.keys(changes).length > 0 ? 'changed' : 'unchanged', changes, errors: {} };
}

/** A value of a row as text, number or flag, where its column was given. */
export const given = <T extends Shown>(values: Values, key: string): T | undefined =>
  values[key] as T | undefined;
