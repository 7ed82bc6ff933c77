import { useEffect, useRef, useState } from 'react';
import type { BulkOutcome, BulkSelection } from '#contract/bulk.ts';
import type { Page } from '#contract/primitives.ts';
import { i18n, loadNamespace } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';
import { toast } from '../toasts.ts';
import type { ListState } from './list-state.ts';
import { type RowKind, rowsText } from './row-kinds.ts';

type Row = { id: number | string };

/** Undoes an act and returns the result; null if it was refused, which has been shown. */
export type Undo = () => Promise<BulkOutcome | null>;

/** The selection of a list, as its bulk acts take it. */
export type Chosen<T> = {
  /**
   * Selected rows of all pages, those of the current page with their current data; only these unless `all` is set.
   */
  rows: readonly T[];
  /** Everything that the filter finds, instead of selected rows. */
  all: boolean;
  count: number;
  /** `count` for display: the server stops counting large results. */
  countText: string;
  /** The selection in words: *4 vendas*. */
  rowsText: string;
  /** The selected rows as the body of a bulk endpoint. */
  body: BulkSelection;
  clear: () => void;
  /** Reports how many rows an act changed and why others were refused; those stay selected. */
  settle: (outcome: BulkOutcome, done: string, undo?: Undo) => void;
};

/** Why an act is refused that none of the selected rows allows. Of everything that a filter finds, rows are not known. */
export const refusedByAll = <T>({ rows, all }: Chosen<T>, allows: (row: T) => boolean, reason: string) =>
  !all && !rows.some(allows) && reason;

export type RowSelection<T> = {
  chosen: Chosen<T>;
  isChosen: (id: string) => boolean;
  pageChosen: boolean;
  /** No selectable rows: none found, or still loading. */
  pageEmpty: boolean;
  someChosen: boolean;
  /** With `range`, everything from the last selected row to this one. */
  toggle: (id: string, range?: boolean) => void;
  togglePage: () => void;
  clear: () => void;
  /** There are more pages, and all of them can be selected. */
  chooseAll: (() => void) | null;
};

type Options<T> = {
  kind: RowKind;
  list: ListState;
  page: Page<T> | undefined;
  /** Bulk acts of the screen accept everything that a filter finds. */
  everything: boolean;
  nameOf: (row: T) => string;
};

/** The selection of a list, kept across pages and orders, and cleared with the filter. */
export function useRowSelection<T extends Row>({
  kind,
  list,
  page,
  everything,
  nameOf,
}: Options<T>): RowSelection<T> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, T>>(new Map());
  const [all, setAll] = useState(false);
  const last = useRef<string | null>(null);
  const filter = list.query.query ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter asks for other rows
  useEffect(() => {
    setTicked(new Map());
    setAll(false);
    last.current = null;
  }, [filter]);

  const rows = page?.items ?? [];
  const idOf = (row: T) => String(row.id);
  const isChosen = (id: string) => all || ticked.has(id);
  const clear = () => {
    setTicked(new Map());
    setAll(false);
  };
  /** Deselecting a row of everything leaves the rest of this page, because the other rows were never seen. */
  const known = (): Map<string, T> => new Map(all ? rows.map((row) => [idOf(row), row]) : ticked);
  const write = (next: Map<string, T>) => {
    setTicked(next);
    setAll(false);
  };

  const toggle = (id: string, range = false) => {
    const next = known();
    const on = !next.has(id);
    const place = (wanted: string | null) => rows.findIndex((row) => idOf(row) === wanted);
    const [from, to] = [place(range ? last.current : id), place(id)];
    const touched = rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
    for (const row of touched) {
      if (on) next.set(idOf(row), row);
      else next.delete(idOf(row));
    }
    last.current = id;
    write(next);
  };
  const pageChosen = rows.length > 0 && rows.every((row) => isChosen(idOf(row)));
  const togglePage = () => {
    const next = known();
    for (const row of rows) {
      if (pageChosen) next.delete(idOf(row));
      else next.set(idOf(row), row);
    }
    write(next);
  };

  const total = page?.total ?? 0;
  const capped = page?.totalCapped === true;
  const seen =
    page?.asOf === undefined ? undefined : { count: total, asOf: page.asOf, ...(capped && { capped }) };
  const count = all ? total : ticked.size;
  const countText =
    all && capped ? i18n.t('ui:table.moreThan', { total: formatQuantity(count) }) : formatQuantity(count);
  // A selected row of this page has its current data; one of another page has the data of its selection.
  const shown = new Map(rows.map((row) => [idOf(row), row]));
  const chosenRows = all ? rows : [...ticked].map(([id, row]) => shown.get(id) ?? row);
  const settle: Chosen<T>['settle'] = (outcome, done, undo) => {
    const kept = new Map(known());
    const failed = new Set(outcome.failed.map((row) => String(row.id)));
    for (const id of kept.keys()) if (!failed.has(id)) kept.delete(id);
    const nameById = (id: number) => {
      const row = [...chosenRows, ...rows].find((other) => other.id === id);
      return row ? nameOf(row) : `#${id}`;
    };
    void report(outcome, done, nameById, undo);
    write(kept);
  };

  return {
    chosen: {
      rows: chosenRows,
      all,
      count,
      countText,
      rowsText: rowsText(kind, count, countText),
      body: all ? { query: filter, ...(seen && { seen }) } : { ids: [...ticked.keys()].map(Number) },
      clear,
      settle,
    },
    isChosen,
    pageChosen,
    pageEmpty: rows.length === 0,
    someChosen: count > 0,
    toggle,
    togglePage,
    clear,
    chooseAll:
      everything && pageChosen && !all && (capped || total > ticked.size) ? () => setAll(true) : null,
  };
}

/** Number of names per reason before the rest is only counted. */
const named = 3;

/** One line per reason, the most frequent first, since most rows share one. */
function linesOf(failed: BulkOutcome['failed'], nameOf: (id: number) => string): string[] {
  return [...Map.groupBy(failed, ({ code }) => code)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([code, rows]) => {
      const names = rows.slice(0, named).map(({ id }) => nameOf(id));
      const rest = rows.length - names.length;
      const who = names.join(', ') + (rest > 0 ? ` ${i18n.t('ui:bulk.more', { count: rest })}` : '');
      return `${who}: ${i18n.t(`errors:${code}`)}`;
    });
}

async function report(
  { done, failed }: BulkOutcome,
  what: string,
  nameOf: (id: number) => string,
  undo?: Undo,
): Promise<void> {
  const takeBack = undo && {
    label: i18n.t('ui:bulk.undo'),
    run: async () => {
      const undone = await undo();
      if (undone) await report(undone, i18n.t('ui:bulk.undone'), nameOf);
    },
  };
  const changed = done.length > 0 && i18n.t('ui:bulk.done', { what, total: formatQuantity(done.length) });
  if (failed.length === 0) {
    if (changed) toast.success(changed, takeBack);
    return;
  }
  await loadNamespace('errors');
  const lines = [changed, ...linesOf(failed, nameOf)].filter(Boolean);
  toast.failure(i18n.t('ui:bulk.failed', { count: failed.length }), lines.join('\n'), takeBack);
}
