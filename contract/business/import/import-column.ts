import type { z } from 'zod';
import type { CellKind } from './cell.ts';

/** A column of an import; its key is the one by which the kind's table of columns names it. */
export type ImportColumn = {
  kind: CellKind;
  /** The field's schema, the same as in its form. */
  schema: z.ZodType;
  required?: true;
  /** Of a required column: a row without a value states nothing, and is not wrong. */
  mayBeBlank?: true;
  /** Cost, price or value: not there for roles that see none. */
  priced?: true;
  /** Titles that other systems give to the column, folded; none if they use ours. */
  also: readonly string[];
  /** Found only by the titles of other systems' sheets: not in our own template. */
  foreign?: true;
  /** Columns with this title and a number after it belong together: their cells are one list. */
  series?: true;
  /** If no title is its own: it is this column if that title exists, and the other one is found by its other titles. */
  insteadOf?: { key: string; title: string };
};
export type ImportColumns = Readonly<Record<string, ImportColumn>>;
