import type { ImportColumnKey, ImportKind } from '../business/import/kinds.ts';

/** A column of an import or an export, in words. */
export type ColumnWords = { label: string; example?: string };

/** The labels alone, by column. */
export const labelsOf = <Key extends string>(columns: Record<Key, ColumnWords>) =>
  Object.fromEntries(Object.entries<ColumnWords>(columns).map(([key, { label }]) => [key, label])) as Record<
    Key,
    string
  >;

type WordsByKind = { [Kind in ImportKind]: Readonly<Record<ImportColumnKey<Kind>, ColumnWords>> };

/** The words of a column of an import. */
export function wordsOfColumn<Kind extends ImportKind>(
  columns: WordsByKind,
  kind: Kind,
  key: ImportColumnKey<Kind>,
): ColumnWords {
  return columns[kind][key];
}
