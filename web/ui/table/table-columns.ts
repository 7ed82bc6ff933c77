import { useLocalStorage } from '@mantine/hooks';

type Choosable = { key: string; hidden?: boolean };

/** Keys of hidden columns, remembered per table in this browser; columns added later keep their own default. */
export function useHiddenColumns(
  table: string,
  columns: readonly Choosable[],
): [string[], (hidden: string[] | null) => void] {
  const [choice, setChoice, forget] = useLocalStorage<Record<string, boolean>>({
    key: `easy.columns.${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const hidden = columns
    .filter((column) => choice[column.key] ?? column.hidden ?? false)
    .map((column) => column.key);
  const set = (next: string[] | null) => {
    if (next === null) forget();
    else setChoice(Object.fromEntries(columns.map((column) => [column.key, next.includes(column.key)])));
  };
  return [hidden, set];
}
