import { type Cell, cellKinds, foldTitle, textOfCell } from '#contract/business/import/cell.ts';
import { baseOfSeries, formsOf } from '#contract/business/import/column-series.ts';
import type { ColumnMatch } from '#contract/business/import/import.ts';
import { columnsOfKind, type ImportKind, type KeyedColumn } from '#contract/business/import/kinds.ts';
import { messages } from '#contract/messages/index.ts';
import { wordsOfColumn } from '#contract/messages/labels.ts';
import { type Actor, actorCan } from '#server/http/session.ts';

/** The columns of a kind that a person may fill: without prices for roles that see none. */
export function columnsFor(actor: Actor, kind: ImportKind): readonly KeyedColumn[] {
  return columnsOfKind(kind).filter((column) => !column.priced || actorCan(actor, 'prices.read'));
}

/** Names of a column, in both languages and in other systems' sheets. */
function titlesOf(kind: ImportKind, column: KeyedColumn): readonly string[] {
  const labels = [messages.pt, messages.en].map(
    (words) => wordsOfColumn(words.business.imports.columns, kind, column.key).label,
  );
  return [...labels, column.key, ...column.also].map(foldTitle);
}

/** Our own titles have priority over those of other systems, which may fit two columns. */
const ownTitles = 3;

/** Which column of the file each of ours is, by its title; of two with the same title the first. */
export function matchColumns(
  columns: readonly KeyedColumn[],
  kind: ImportKind,
  titles: readonly string[],
): ColumnMatch {
  const forms = titles.map(formsOf);
  const known = columns.map((column) => ({ column, names: titlesOf(kind, column) }));
  const match: ColumnMatch = {};
  const taken = new Set<number>();
  const bases = titles.map((title) => formsOf(title).map(baseOfSeries));
  const take = (key: string, names: readonly string[], series = false) => {
    const among = series ? bases : forms;
    for (const name of names) {
      const found = among.findIndex((written, index) => !taken.has(index) && written.includes(name));
      if (match[key] !== undefined || found < 0) continue;
      match[key] = found;
      taken.add(found);
    }
  };
  for (const count of [ownTitles, Number.POSITIVE_INFINITY])
    for (const { column, names } of known) take(column.key, names.slice(0, count), column.series);
  for (const { column } of known) {
    const { key, insteadOf } = column;
    const lent = insteadOf && match[insteadOf.key];
    if (!insteadOf || lent === undefined || match[key] !== undefined) continue;
    if (!forms[lent]?.includes(insteadOf.title)) continue;
    match[key] = lent;
    delete match[insteadOf.key];
    const lender = known.find((other) => other.column.key === insteadOf.key);
    take(insteadOf.key, lender?.names ?? []);
  }
  return match;
}

/** Rows above the titles that may be a heading of the sheet. */
const headingRows = 10;

type Row = { line: number; cells: readonly Cell[] };

/** Which of the first rows the titles are: the one that most of our columns are found in. */
export function findTitles(columns: readonly KeyedColumn[], kind: ImportKind, rows: readonly Row[]) {
  const counted = rows.slice(0, headingRows).map((row, index) => {
    const titles = row.cells.map((cell) => textOfCell(cell).slice(0, 200));
    return { index, line: row.line, titles, match: matchColumns(columns, kind, titles) };
  });
  return counted.toSorted(
    (one, other) =>
      Object.keys(other.match).length - Object.keys(one.match).length || one.index - other.index,
  )[0];
}

const ruleWords = [
  'obrigatorio',
  'opcional',
  'condicional obrigatorio',
  'obrigatorio condicional',
  'mandatory',
  'required',
  'optional',
  'conditional mandatory',
];
const isSentence = (text: string) => text.length >= 25 && /(?<!\p{L})(\p{L}+\s+){3}/u.test(text);

/**
 * A row between the titles and the first record in which a marketplace's sheet explains what may be filled in: required
 * columns, or formats. A row with a code is a record.
 */
export function isInstruction(
  columns: readonly KeyedColumn[],
  match: ColumnMatch,
  cells: readonly (Cell | undefined)[],
): boolean {
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell : ''));
  const isRule = (text: string) => ruleWords.includes(foldTitle(text)) || isSentence(text);
  const codes = columns.flatMap(({ key, kind, required }) =>
    required && kind === 'code' ? [match[key]] : [],
  );
  const names = (at: number | undefined) => textOfCell(cells[at ?? -1]);
  if (codes.some((at) => names(at) !== '' && !isRule(names(at)))) return false;
  if (texts.some((text) => ruleWords.includes(foldTitle(text)))) return true;
  const filled = cells.filter((cell) => textOfCell(cell) !== '');
  if (filled.length === 1 && texts.some(isSentence)) return true;
  return columns.some(({ key, kind }) => {
    const at = match[key];
    return at !== undefined && !cellKinds[kind].wordy && isSentence(texts[at] ?? '');
  });
}
