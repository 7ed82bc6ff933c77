import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import { type Href, paths } from '../paths.ts';
import type { Action } from '../ui/actions/action.ts';
import { EmptyState, ErrorState } from '../ui/page/EmptyState.tsx';
import { GoTo } from '../ui/page/GoTo.tsx';
import { Link } from '../ui/page/navigation.tsx';
import cells from '../ui/table/cells.module.css';
import { type ListState, useLastPage, useLeavingOut } from '../ui/table/list-state.ts';
import type { RowSelection } from '../ui/table/row-selection.ts';
import { SelectionBar } from '../ui/table/SelectionBar.tsx';
import { TablePager } from '../ui/table/TablePager.tsx';
import classes from './questions/Questions.module.css';

/** Props shared by the lists of questions and of chats. */
export type ThreadListProps<Row> = {
  list: ListState;
  result: { data: Page<Row> | undefined; error: Failure | null; refetch: () => unknown };
  /** The row whose thread is open. */
  chosen: number | undefined;
  linkTo: (id: number) => Href;
  /** The list shows waiting threads, without any other filter. */
  isInbox: boolean;
  /** No account is connected, so that nothing can arrive. */
  unconnected: boolean;
  /** For acts on several threads; without acts nothing is selected. */
  selection?: { of: RowSelection<Row>; nameOf: (row: Row) => string; actions: (Action | false | null)[] };
};

type Words = {
  label: string;
  failed: string | undefined;
  /** Texts for an inbox without waiting threads, and for a search without results. */
  nothingOpen: { title: string; hint: string };
  empty: { title: string; hint: string };
};

/** Threads as links, one below the other. */
export function ThreadList<Row extends { id: number }>({
  list,
  result,
  chosen,
  linkTo,
  isInbox,
  unconnected,
  selection,
  words,
  children,
}: ThreadListProps<Row> & { words: Words; children: (row: Row) => ReactNode }) {
  useLastPage(list, result.data);
  const { t } = useTranslation(['ui', 'marketplaces']);
  const leaving = useLeavingOut(list, result.error);
  if (!result.data)
    return result.error && !leaving ? (
      <ErrorState failure={result.error} title={words.failed ?? ''} retry={() => void result.refetch()} />
    ) : (
      <Skeleton height={420} />
    );
  const { items } = result.data;
  if (items.length === 0 && unconnected)
    return (
      <EmptyState
        title={t('marketplaces:accounts.empty')}
        hint={t('marketplaces:accounts.inboxHint')}
        action={<GoTo place="accounts" to={paths.marketplaces.accounts()} permission="accounts.read" />}
      />
    );
  if (items.length === 0) return <EmptyState {...(isInbox ? words.nothingOpen : words.empty)} />;
  return (
    <>
      <ul className={classes.rows} aria-label={words.label}>
        {items.map((row) => (
          <li key={row.id} className={selection && classes.tickRow}>
            {selection && (
              <label className={classes.tick}>
                <input
                  type="checkbox"
                  className={cells.tick}
                  aria-label={t('table.selectRow', { name: selection.nameOf(row) })}
                  checked={selection.of.isChosen(String(row.id))}
                  onChange={({ nativeEvent }) =>
                    selection.of.toggle(
                      String(row.id),
                      'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
                    )
                  }
                />
              </label>
            )}
            <Link
              to={linkTo(row.id)}
              className={classes.row}
              aria-current={row.id === chosen ? 'true' : undefined}
            >
              {children(row)}
            </Link>
          </li>
        ))}
      </ul>
      {selection && <SelectionBar selection={selection.of} actions={selection.actions} />}
      <TablePager list={list} page={result.data} />
    </>
  );
}
