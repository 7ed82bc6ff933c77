import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../api.ts';
import type { Href } from '../paths.ts';
import { EmptyState, ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { type ListState, useLastPage, useLeavingOut } from '../ui/table/list-state.ts';
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
  words,
  children,
}: ThreadListProps<Row> & { words: Words; children: (row: Row) => ReactNode }) {
  useLastPage(list, result.data);
  const leaving = useLeavingOut(list, result.error);
  if (!result.data)
    return result.error && !leaving ? (
      <ErrorState failure={result.error} title={words.failed ?? ''} retry={() => void result.refetch()} />
    ) : (
      <Skeleton height={420} />
    );
  const { items } = result.data;
  if (items.length === 0) return <EmptyState {...(isInbox ? words.nothingOpen : words.empty)} />;
  return (
    <>
      <ul className={classes.rows} aria-label={words.label}>
        {items.map((row) => (
          <li key={row.id}>
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
      <TablePager list={list} page={result.data} />
    </>
  );
}
