import { type QueryObserverResult, useQueries } from '@tanstack/react-query';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Page } from '#contract/primitives.ts';
import type { Href } from '../paths.ts';
import { queryClient, queryFor } from '../queries.ts';
import { afterKind } from './palette-match.ts';

export type PaletteEntry = {
  id: number | string;
  label: string;
  hint?: string;
  to: Href;
  /** True if the search is a complete number or code of the entry, which then comes first. */
  exact?: boolean;
};

/** Records that the palette finds: a list endpoint, and how one of its items is shown. */
export type PaletteRecords = {
  key: string;
  label: string;
  /** Words that lead to this kind alone, followed by a number, a code or a name: `venda 214`. */
  names: string;
  endpoint: AnyEndpoint;
  /** `digits`: searched for a text with a digit only, because the kind is known by its number or code. */
  known?: 'digits';
  /** The filter for the list, if it is not the search text itself; null does not search it. */
  queryOf?: (words: string) => string | null;
  entry: (item: unknown, words: string) => PaletteEntry;
  /** Finds the record by the number in its address, asked for as *product 21*. */
  byId?: { endpoint: AnyEndpoint; entry: (item: unknown) => PaletteEntry };
};

type Found = { key: string; label: string; entries: PaletteEntry[] };
/** One kind of record with what is searched in it. */
type Search = { record: PaletteRecords; words: string; isNamed: boolean };

/** What the lists know of a text, by kind; a kind is shown after those before it have answered. */
export function usePaletteRecords(
  records: readonly PaletteRecords[],
  text: string,
): { groups: Found[]; isFetching: boolean } {
  const searches = text.length < 2 ? [] : searchesFor(records, text);
  const lists = useQueries({ queries: searches.map(listQuery) }, queryClient);
  const withId = searches.flatMap((search) => idQuery(search) ?? []);
  const single = useQueries({ queries: withId.map(({ query }) => query) }, queryClient);
  // Nothing is inserted above visible entries.
  const answered = lists.findIndex((one) => one.isPending && one.isFetching);
  const groups = searches
    .slice(0, answered < 0 ? undefined : answered)
    .map(({ record: { key, label, entry, byId }, words }, place) => {
      const page = lists[place]?.data as Page<unknown> | undefined;
      const alone = single[withId.findIndex((one) => one.key === key)]?.data;
      const entries = [
        ...(alone !== undefined && byId ? [{ ...byId.entry(alone), exact: true }] : []),
        ...(page?.items ?? []).map((item) => entry(item, words)),
      ];
      return { key, label, entries: exactFirst(unlike(entries), ({ exact }) => exact).slice(0, shownOfEach) };
    })
    .filter(({ entries }) => entries.length > 0);
  const isFetching = [...lists, ...single].some((one: QueryObserverResult) => one.isFetching);
  return { groups: exactFirst(groups, ({ entries }) => entries[0]?.exact), isFetching };
}

/** Kinds that the text names come first and are searched for what follows; all others for the whole text. */
function searchesFor(records: readonly PaletteRecords[], text: string): Search[] {
  const searches = records.map((record) => {
    const rest = afterKind(text, record.names);
    return { record, words: rest ?? text, isNamed: rest !== null };
  });
  const asked = searches.filter(({ record, words, isNamed }) => isNamed || !record.known || /\d/.test(words));
  return exactFirst(asked, ({ isNamed }) => isNamed);
}

function listQuery({ record, words }: Search) {
  const query = record.queryOf ? record.queryOf(words) : words;
  return {
    ...queryFor<AnyEndpoint>(record.endpoint, {
      query: { query: query ?? '', size: String(askedFor(words)) },
    }),
    enabled: query !== null,
  };
}

function idQuery({ record: { key, byId }, words, isNamed }: Search) {
  if (!byId || !isNamed || !/^\d{1,15}$/.test(words)) return null;
  return { key, query: queryFor<AnyEndpoint>(byId.endpoint, { params: { id: words } }) };
}

const shownOfEach = 5;

/** Many codes contain a short one, and the list does not put the exact one first, so more entries are requested. */
const askedFor = (words: string): number => (/^\S*\d\S*$/.test(words) ? 50 : shownOfEach);

/** Each record once. */
const unlike = (entries: readonly PaletteEntry[]): PaletteEntry[] =>
  entries.filter(({ to }, place) => entries.findIndex((other) => other.to === to) === place);

const exactFirst = <T>(all: readonly T[], isExact: (one: T) => boolean | undefined): T[] => [
  ...all.filter(isExact),
  ...all.filter((one) => !isExact(one)),
];
