import { useEffect, useRef } from 'react';
import type { SavedView, ViewedList } from '#contract/business/saved-view.ts';
import { api } from '#contract/index.ts';
import { useApi } from '../../queries.ts';
import { useSession } from '../../use-session.ts';
import type { ListState } from './list-state.ts';
import type { TableName } from './table-name.ts';

/** In the address of a list that is shown without a view. */
const noView = 'none';

export type SavedViews = {
  name: ViewedList;
  list: ListState;
  views: readonly SavedView[];
  /** The open view; its filters may have been changed since. */
  active: SavedView | undefined;
  openAll: () => void;
};

/** The names of lists with views are many, and every list would load them. */
const keepsViews = (name: TableName): name is ViewedList =>
  !/^(existing-ads|pair-entries|refused-sales|import-rows-.*)$/.test(name);

/** Views of a list; undefined if it has none. A list opened without a state opens its default. */
export function useSavedViews(name: TableName, list: ListState): SavedViews | undefined {
  const { session } = useSession();
  const known = keepsViews(name) ? name : undefined;
  const enabled = known !== undefined && session !== null && !session.station;
  const all = useApi(api.savedViews.list, {}, { enabled, once: true }).data?.items;
  const views = all?.filter((view) => view.list === known) ?? [];
  const first = views.find((view) => view.isDefault && !view.shared) ?? views.find((view) => view.isDefault);
  const settled = useRef(false);
  useEffect(() => {
    if (!all || settled.current) return;
    settled.current = true;
    if (first && list.untouched) list.openView(first, true);
  });
  if (known === undefined || !enabled) return undefined;
  return {
    name: known,
    list,
    views,
    active: views.find((view) => String(view.id) === list.view),
    openAll: () => list.openView({ id: first ? noView : '', query: '', sort: '' }),
  };
}

/** What a view stores, compared with the current state of the list. */
export function isChanged(view: SavedView, list: ListState, hidden: readonly string[]): boolean {
  return (
    view.query !== list.kept.query ||
    view.sort !== list.kept.sort ||
    view.hidden.toSorted().join() !== hidden.toSorted().join()
  );
}
