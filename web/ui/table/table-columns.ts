import { useLocalStorage } from '@mantine/hooks';

type Choosable = { key: string; hidden?: boolean };
type Sized = { key: string; width?: number; card?: string };
type ColumnsOfView = { id: number; hidden: readonly string[] };

/**
 * Keys of hidden columns, remembered per table and view in this browser; columns added later keep their own default.
 * Without a choice, an open view says which.
 */
export function useHiddenColumns(
  table: string,
  columns: readonly Choosable[],
  view?: ColumnsOfView,
): { hidden: string[]; setHidden: (hidden: string[] | null) => void; chosen: boolean } {
  const [choice, setChoice, forget] = useLocalStorage<Record<string, boolean>>({
    key: view ? `easy.columns.${table}.${view.id}` : `easy.columns.${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const isHidden = ({ key, hidden = false }: Choosable) => (view ? view.hidden.includes(key) : hidden);
  const hidden = columns
    .filter((column) => choice[column.key] ?? isHidden(column))
    .map((column) => column.key);
  const setHidden = (next: string[] | null) => {
    if (next === null) forget();
    else setChoice(Object.fromEntries(columns.map((column) => [column.key, next.includes(column.key)])));
  };
  return { hidden, setHidden, chosen: Object.keys(choice).length > 0 };
}

/** Pixels of the column that takes the rest: a picture and enough of a name to recognize it. */
export const nameWidth = 240;

export const widthOf = (columns: readonly Sized[]) =>
  columns.reduce((sum, column) => sum + (column.width ?? nameWidth), 0);

/**
 * Keys of the columns to leave out so that the rest fits into `room` pixels. Columns are in the order of their
 * importance, so the last one leaves first; the first one, the row's state and its own acts always stay.
 */
export function columnsBeyond(columns: readonly Sized[], room: number): string[] {
  const beyond: string[] = [];
  let width = widthOf(columns);
  for (const column of columns.slice(1).reverse()) {
    if (width <= room) break;
    if (column.card === 'acts' || column.card === 'badge') continue;
    beyond.push(column.key);
    width -= column.width ?? nameWidth;
  }
  return beyond;
}
