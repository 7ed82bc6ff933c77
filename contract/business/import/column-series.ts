import { foldText, foldTitle } from './cell.ts';
import type { Import } from './import.ts';
import { columnsOfKind, type KeyedColumn } from './kinds.ts';

/** A title, and the title without an explanation after a colon; the variation attribute of a listing is kept. */
export function formsOf(title: string): string[] {
  const [before = '', after = ''] = title.split(/:(.*)/s);
  const varies = /^(varia por|varies by)$/.test(foldTitle(before));
  const inBrackets = foldText(title)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return [foldTitle(title), inBrackets, foldTitle(varies ? after : before)].filter((form) => form !== '');
}

/** The title of a series without the number of its column. */
export function baseOfSeries(form: string): string {
  let end = form.length;
  while (/\d/.test(form.charAt(end - 1))) end--;
  return end === form.length ? form : form.slice(0, end).trimEnd();
}

/** The columns of a file that belong to one of ours: with a series, every numbered column under one of its titles. */
export function columnsOfSeries(
  column: Pick<KeyedColumn, 'series' | 'also'> | undefined,
  titles: readonly string[],
  index: number,
): number[] {
  if (!column?.series) return [index];
  const names = new Set([...column.also, ...formsOf(titles[index] ?? '').map(baseOfSeries)]);
  return titles.flatMap((title, at) =>
    at === index || formsOf(title).some((form) => names.has(baseOfSeries(form))) ? [at] : [],
  );
}

/** The columns of a file that an import reads. */
export function usedColumns({
  kind,
  titles,
  columns,
}: Pick<Import, 'kind' | 'titles' | 'columns'>): Set<number> {
  return new Set(
    columnsOfKind(kind).flatMap((column) => {
      const index = columns[column.key];
      return index === undefined ? [] : columnsOfSeries(column, titles, index);
    }),
  );
}
