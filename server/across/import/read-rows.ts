import { type DecimalSign, foldText, isBlank, readCell, textOfCell } from '#contract/business/import/cell.ts';
import { type ImportCellError, importCellErrors } from '#contract/business/import/import.ts';
import type { ImportDefinition, KeyedColumn } from '#contract/business/import/kinds.ts';
import { type Cells, type CheckedRow, type ReadRow, wrong } from '#server/business/import/import-rule.ts';

const known = new Set<string>(importCellErrors);
const asError = (message: string): ImportCellError =>
  known.has(message) ? (message as ImportCellError) : 'invalid';

/** Parses the cells of a row, each by its kind and then by its field's schema. */
export function readRow(
  columns: readonly KeyedColumn[],
  line: number,
  cells: Cells,
  decimal: DecimalSign,
): ReadRow | CheckedRow {
  const values: Record<string, unknown> = {};
  const errors: CheckedRow['errors'] = {};
  for (const column of columns) {
    const read = readCell(column.kind, cells[column.key], decimal);
    if ('fault' in read) errors[column.key] = read.fault;
    else if (read.value === undefined) {
      if (column.required && !column.mayBeBlank) errors[column.key] = 'required';
    } else {
      const checked = column.schema.safeParse(read.value);
      if (checked.success) values[column.key] = checked.data;
      else errors[column.key] = asError(checked.error.issues[0]?.message ?? 'invalid');
    }
  }
  return Object.keys(errors).length > 0 ? wrong(line, errors) : ({ line, values } as ReadRow);
}

const filled = (cells: Cells, keys: readonly string[]) =>
  keys.length > 0 && keys.every((key) => !isBlank(cells[key]));

/** Identifies the row in the file; null if nothing does. */
export function keyOf(definition: ImportDefinition, cells: Cells): string | null {
  const keys = definition.keys.find((candidate) => filled(cells, candidate));
  if (!keys) return null;
  return JSON.stringify(
    keys.map((key) => {
      const text = textOfCell(cells[key]);
      if (definition.columns[key]?.kind === 'document')
        return text
          .replace(/[^0-9A-Za-z]/g, '')
          .padStart(14, '0')
          .toUpperCase();
      return definition.columns[key]?.kind === 'code' ? text : foldText(text);
    }),
  );
}

/** Each row of its record is imported for itself. */
export const isLoose = ({ loose }: ImportDefinition, cells: Cells): boolean =>
  loose !== undefined && !isBlank(cells[loose]);

/** The key that rows of one record share; null: the row is a record alone. */
export function groupOf(definition: ImportDefinition, cells: Cells): string | null {
  if (isLoose(definition, cells)) return JSON.stringify([textOfCell(cells[definition.loose ?? ''])]);
  if (!filled(cells, definition.group)) return null;
  const keys = [...definition.group, ...(definition.apart ?? [])];
  return JSON.stringify(keys.map((key) => foldText(textOfCell(cells[key]))));
}
