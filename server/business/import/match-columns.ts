import { type Cell, foldTitle, textOfCell } from '#contract/business/import/cell.ts';
import type { ColumnMatch } from '#contract/business/import/import.ts';
import { type ImportColumn, type ImportKind, importDefinitions } from '#contract/business/import/kinds.ts';
import { messages } from '#contract/messages/index.ts';
import { type Actor, actorCan } from '#server/http/session.ts';

/** The columns of a kind that somebody may fill: without prices for roles that see none. */
export function columnsFor(actor: Actor, kind: ImportKind): readonly ImportColumn[] {
  return importDefinitions[kind].columns.filter((column) => !column.priced || actorCan(actor, 'prices.read'));
}

/** What a column is called, in both languages and in others' sheets. */
function titlesOf(kind: ImportKind, column: ImportColumn): readonly string[] {
  const labels = [messages.pt, messages.en].map((words) => {
    const named: Record<string, { label: string }> = words.business.imports.columns[kind];
    return named[column.key]?.label ?? column.key;
  });
  return [...labels, column.key, ...(column.also ?? [])].map(foldTitle);
}

/** Which column of the file each of ours is, by its title; of two with the same title the first. */
export function matchColumns(
  columns: readonly ImportColumn[],
  kind: ImportKind,
  titles: readonly string[],
): ColumnMatch {
  const folded = titles.map(foldTitle);
  const known = columns.map((column) => ({ column, names: titlesOf(kind, column) }));
  const match: ColumnMatch = {};
  const taken = new Set<number>();
  // Our own titles come before the words of others, which may be a word of two columns.
  for (const count of [3, Number.POSITIVE_INFINITY]) {
    for (const { column, names } of known) {
      const wanted = names.slice(0, count);
      const found = folded.findIndex(
        (title, index) => !taken.has(index) && title !== '' && wanted.includes(title),
      );
      if (match[column.key] !== undefined || found < 0) continue;
      match[column.key] = found;
      taken.add(found);
    }
  }
  return match;
}

/** Rows above the titles that may be a heading of the sheet. */
const headingRows = 10;

/** Which of the first rows the titles are: the one that most of our columns are found in. */
export function findTitles(
  columns: readonly ImportColumn[],
  kind: ImportKind,
  rows: readonly { line: number; cells: readonly Cell[] }[],
) {
  const counted = rows.slice(0, headingRows).map((row, index) => {
    const titles = row.cells.map((cell) => textOfCell(cell).slice(0, 200));
    return { index, line: row.line, titles, match: matchColumns(columns, kind, titles) };
  });
  return counted.toSorted(
    (one, other) =>
      Object.keys(other.match).length - Object.keys(one.match).length || one.index - other.index,
  )[0];
}
