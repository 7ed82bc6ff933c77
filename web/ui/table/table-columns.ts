import { useLocalStorage } from '@mantine/hooks';

type Choosable = { key: string; hidden?: boolean };
type ColumnsOfView = { id: number; hidden: readonly string[] };

/**
 * Keys of hidden columns, remembered per table and view in this browser; columns added later keep their own default.
 * Without a choice, an open view says which.
 */
export function useHiddenColumns(
  table: string,
  columns: readonly Choosable[],
  view?: ColumnsOfView,
): [string[], (hidden: string[] | null) => void] {
  const [choice, setChoice, forget] = useLocalStorage<Record<string, boolean>>({
    key: view ? `easy.columns.${table}.${view.id}` : `easy.columns.${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const isHidden = ({ key, hidden = false }: Choosable) => (view ? view.hidden.includes(key) : hidden);
  const hidden = columns
    .filter((column) => choice[column.key] ?? isHidden(column))
    .map((column) => column.key);
  const set = (next: string[] | null) => {
    if (next === null) forget();
    else setChoice(Object.fromEntries(columns.map((column) => [column.key, next.includes(column.key)])));
  };
  return [hidden, set];
}
