import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { Href } from '../paths.ts';
import { useGo, useIdParam } from '../ui/page/navigation.tsx';
import { focusWhenShown } from './kept-focus.ts';
import { useSentAnswers } from './questions/use-sent-answers.ts';

type Search = Record<string, string | undefined>;

/** The search of the address with its tab; the first tab if it names none. */
export function useInboxTab<T extends string>(
  tabs: Record<T, unknown>,
  first: NoInfer<T>,
): { search: Search; tab: T } {
  const search: Search = useSearch({ strict: false });
  const named = (Object.keys(tabs) as T[]).find((name) => name === search.tab);
  return { search, tab: named ?? first };
}

type InboxProps = {
  rows: readonly { id: number }[];
  /** The query of the list. */
  query: object;
  search: Search;
  pathOf: (id: number, search: Search) => Href;
};

/** The thread that is open beside the list, and the next one: by Alt+N, and after an answer. */
export function useOpenThread({ rows, query, search, pathOf }: InboxProps) {
  const go = useGo();
  const id = useIdParam();
  const kept = useKeptChoice(JSON.stringify(query), rows[0]?.id);
  const isAlone = id > 0;
  const chosen = isAlone ? id : kept;
  const linkTo = useCallback((to: number) => pathOf(to, search), [pathOf, search]);
  const next = nextOf(rows, chosen);
  const open = useCallback(
    (to: number) => {
      focusWhenShown();
      go(linkTo(to));
    },
    [go, linkTo],
  );
  const goNext = useCallback(() => {
    if (next !== undefined) open(next);
  }, [open, next]);
  useAltN(goNext);
  const onSent = useSentAnswers(goNext, open);
  return { isAlone, chosen, linkTo, goNext, onNext: next === undefined ? null : goNext, onSent };
}

/**
 * Without a choice, the first thread is open beside the list. It stays open when others arrive or it leaves the list,
 * so that a started text is never shown under another thread.
 */
function useKeptChoice(query: string, first: number | undefined): number | undefined {
  const [kept, setKept] = useState<{ query: string; id: number }>();
  if (first !== undefined && kept?.query !== query) setKept({ query, id: first });
  return kept?.id;
}

/** The next thread, or the first other one. */
function nextOf(rows: readonly { id: number }[], chosen: number | undefined): number | undefined {
  const at = rows.findIndex(({ id }) => id === chosen);
  const after = rows[at + 1] ?? rows[0];
  return after?.id === chosen ? undefined : after?.id;
}

function useAltN(act: () => void): void {
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
