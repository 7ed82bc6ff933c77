import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import {
  type FilterField,
  type FilterFields,
  type FilterTerm,
  type FilterValue,
  leaveOut,
  parseFilter,
  printFilter,
} from '#contract/filter.ts';
import { formatAmount } from '#contract/money.ts';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../../api.ts';
import { printSearch } from '../../paths.ts';

type Keys = 'page' | 'size' | 'query' | 'sort' | 'after' | 'view';
export type ListSearch = Partial<Record<Keys, string>>;

/** `S` are the names by which the list can be sorted. */
export type ListState<S extends string = string> = {
  /** Ready for `useApi(endpoint, { query: list.query })`. */
  query: { page?: string; size?: string; query?: string; sort?: string; after?: string };
  page: number;
  size: number;
  sort: string;
  sorts: readonly S[];
  fields: FilterFields;
  words: string;
  /** Values of one field as in the filter: `['pending','late']`, `['10..20']`. */
  values: Readonly<Record<string, readonly string[]>>;
  /** True if a filter applies: an empty list then means "nothing found". */
  filtered: boolean;
  /** Parts of the address that the list, or this reader, does not have; it is shown without them. */
  leftOut: readonly string[];
  /** The server refused these fields of the filter, or the order. */
  refuse: (parts: { fields: readonly string[]; sort: boolean }) => void;
  /** Removes the refused parts from the address. */
  dropLeftOut: () => void;
  setWords: (words: string) => void;
  setField: (field: string, values: readonly string[]) => void;
  clear: () => void;
  setSort: (sort: string) => void;
  setSize: (size: number) => void;
  setPage: (page: number, after?: string) => void;
  /** The saved view named by the address. */
  view: string | undefined;
  /** The parts of the address that a saved view stores. */
  kept: { query: string; sort: string };
  /** The address has no state of the list. */
  untouched: boolean;
  openView: (view: { id: number | string; query: string; sort: string }, replace?: boolean) => void;
  /** Goes to the last page, from an address after it. */
  endAt: (page: number) => void;
};

type Order<S extends string> = S | `-${S}`;
type Options<S extends string> = {
  /** Allowed filter fields of the entity, from its contract file. */
  fields?: FilterFields;
  /** Names by which the list can be sorted, from the contract file of the entity. */
  sorts?: readonly S[];
  /** `name` or `-created`, or that of a filter; the server's default if left out. */
  sort?: Order<NoInfer<S>> | ((values: ListState['values']) => Order<NoInfer<S>>);
  size?: number;
  /** Filter of the screen that the reader cannot change, e.g. `warehouse:3`. */
  always?: string;
};

const listKeys: readonly Keys[] = ['page', 'size', 'query', 'sort', 'after', 'view'];

const nothingRefused: { fields: readonly string[]; sorts: readonly string[] } = { fields: [], sorts: [] };

export const pageSizes = [25, 50, 100] as const;

/** Filters, order and page of a list, kept in the address, so that reload, back and links restore them. */
export function useListState<const S extends string = never>({
  fields = {},
  sorts = [],
  sort: defaultSort,
  size = 50,
  always = '',
}: Options<S> = {}): ListState<S> {
  const router = useRouter();
  const search: ListSearch = useSearch({ strict: false });
  const text = search.query ?? '';
  const { faults, ...filter } = useMemo(() => readFilter(text, fields), [text, fields]);
  const sort = typeof defaultSort === 'function' ? defaultSort(filter.values) : defaultSort;

  const change = (next: ListSearch, replace = false) => {
    const { pathname, search: current } = router.state.location;
    const address = pathname + printSearch({ ...(current as ListSearch), ...next });
    if (replace) router.history.replace(address);
    else router.history.push(address);
  };
  const filterBy = (query: string, replace = false) =>
    change({ query, page: undefined, after: undefined }, replace);
  const page = Math.max(1, Number(search.page) || 1);
  const [refused, setRefused] = useState(nothingRefused);
  const understood = leaveOut(text, [...faults, ...refused.fields]);
  const isSortRefused = search.sort !== undefined && refused.sorts.includes(search.sort);
  const chosenSort = (isSortRefused ? undefined : search.sort) ?? sort ?? '';
  const chosenSize = Number(search.size) || size;
  const asked = [always, understood.text].filter(Boolean).join(' ');

  return {
    query: {
      page: page > 1 ? String(page) : undefined,
      size: String(chosenSize),
      query: asked || undefined,
      sort: chosenSort || undefined,
      after: search.after,
    },
    page,
    size: chosenSize,
    sort: chosenSort,
    sorts,
    fields,
    ...filter,
    filtered: understood.text.trim() !== '',
    leftOut: isSortRefused ? [...understood.left, `sort=${search.sort}`] : understood.left,
    refuse: ({ fields: names, sort: isSort }) =>
      setRefused((known) => ({
        fields: [...new Set([...known.fields, ...names])],
        sorts: isSort && search.sort !== undefined ? [...known.sorts, search.sort] : known.sorts,
      })),
    dropLeftOut: () =>
      change({
        query: understood.text,
        sort: isSortRefused ? undefined : search.sort,
        page: undefined,
        after: undefined,
      }),
    view: search.view,
    kept: { query: text, sort: search.sort ?? '' },
    untouched: listKeys.every((key) => !search[key]),
    openView: (view, replace) =>
      change(
        {
          query: view.query,
          sort: view.sort || undefined,
          view: String(view.id),
          page: undefined,
          after: undefined,
        },
        replace,
      ),
    setWords: (words) => filterBy(printFilter(words, filter.raw), true),
    setField: (field, values) => filterBy(printFilter(filter.words, { ...filter.raw, [field]: [...values] })),
    clear: () => filterBy(''),
    setSort: (next) => change({ sort: next === sort ? undefined : next, page: undefined, after: undefined }),
    setSize: (next) =>
      change({ size: next === size ? undefined : String(next), page: undefined, after: undefined }),
    setPage: (next, after) => change({ page: next > 1 ? String(next) : undefined, after }),
    endAt: (last) => change({ page: last > 1 ? String(last) : undefined, after: undefined }, true),
  };
}

/**
 * Whether a list is loaded again because the server refused a part of its address: a field that no longer exists, or
 * that this reader may not use. The list opens without it.
 */
export function useLeavingOut(list: ListState, failure: Failure | null): boolean {
  const { errors, facts } = failure?.problem ?? {};
  const codes = Array.isArray(errors?.query) ? errors.query.map(({ code }) => code) : [];
  const named = codes.some((code) => code === 'filter_unknown_field' || code === 'filter_invalid_value');
  const fields = named && Array.isArray(facts?.fields) ? facts.fields : [];
  const written = leaveOut(list.query.query ?? '', fields).left.length > 0;
  const sort = errors?.sort !== undefined && list.kept.sort !== '';
  const leaving = written || sort;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is looked at once
  useEffect(() => {
    if (leaving) list.refuse({ fields, sort });
  }, [failure]);
  return leaving;
}

/** Pages after the last one are empty: an outdated address redirects to the last page. */
export function useLastPage(list: ListState, page: Page<unknown> | undefined): boolean {
  const { endAt } = list;
  const behind = page !== undefined && page.items.length === 0 && page.pages > 0 && list.page > page.pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `endAt` is a new function each time
  useEffect(() => {
    if (behind) endAt(page.pages);
  }, [behind, page?.pages]);
  return behind;
}

type Read = {
  words: string;
  values: Record<string, string[]>;
  raw: Record<string, FilterValue[]>;
  faults: string[];
};

/** Filter text → values of controls. `raw` keeps negated terms, so that a control never drops what it cannot show. */
export function readFilter(text: string, fields: FilterFields): Read {
  const { terms, faults } = parseFilter(text, fields);
  const words: string[] = [];
  const values: Record<string, string[]> = {};
  const raw: Record<string, FilterValue[]> = {};
  for (const term of terms) {
    if (term.kind === 'words') {
      words.push(/\s/.test(term.text) ? `"${term.text}"` : term.text);
      continue;
    }
    const spec = fields[term.field];
    if (!spec) continue;
    const printed = printTerm(term, spec);
    raw[term.negated ? `-${term.field}` : term.field] = printed;
    if (!term.negated) values[term.field] = printed;
  }
  return { words: words.join(' '), values, raw, faults: faults.map((fault) => fault.field) };
}

function printTerm(term: Exclude<FilterTerm, { kind: 'words' }>, spec: FilterField): string[] {
  if (term.kind === 'any') return term.values.map((value) => printValue(value, spec));
  if (term.open)
    return [`${term.open === 'from' ? '>' : '<'}${printValue(term.from ?? term.to ?? '', spec)}`];
  return [
    printRange(
      term.from === undefined ? '' : printValue(term.from, spec),
      term.to === undefined ? '' : printValue(term.to, spec),
    ),
  ];
}

export function printRange(from: string, to: string): string {
  return from || to ? `${from}..${to}` : '';
}

export function readRange(text: string | undefined): [from: string, to: string] {
  const [from = '', to = ''] = text?.includes('..') ? text.split('..') : [text ?? '', text ?? ''];
  return [from, to];
}

function printValue(value: FilterValue, spec: FilterField): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return spec.kind === 'money' && typeof value === 'number' ? formatAmount(value) : String(value);
}
