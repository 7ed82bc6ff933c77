import { useEffect, useState } from 'react';

/**
 * Without a choice, the first thread is open beside the list. It stays open when others arrive or it leaves the list,
 * so that a started text is never shown under another thread.
 */
export function useKeptChoice(query: string, first: number | undefined): number | undefined {
  const [kept, setKept] = useState<{ query: string; id: number }>();
  if (first !== undefined && kept?.query !== query) setKept({ query, id: first });
  return kept?.id;
}

/** The next thread, or the first other one. */
export function nextOf(rows: readonly { id: number }[], chosen: number | undefined): number | undefined {
  const at = rows.findIndex(({ id }) => id === chosen);
  const after = rows[at + 1] ?? rows[0];
  return after?.id === chosen ? undefined : after?.id;
}

export function useAltN(act: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyN') return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [act]);
}
