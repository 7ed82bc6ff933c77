import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The row through which a list was left, by its history entry. */
const leftBy = new Map<string, string>();

/** After going back the focus is on the row that was opened; opening a list takes no focus. */
export function useRowReturn(rows: readonly { id: number | string }[], focusRow: (place: number) => void) {
  const { history } = useRouter();
  const entry = history.location.state.__TSR_key ?? '';
  const ready = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the rows are there
  useEffect(() => {
    const row = ready ? leftBy.get(entry) : undefined;
    if (row === undefined) return;
    leftBy.delete(entry);
    const place = rows.findIndex(({ id }) => String(id) === row);
    if (place >= 0 && document.activeElement === document.body) focusRow(place);
  }, [ready, entry]);
  return (row: string) => leftBy.set(entry, row);
}
