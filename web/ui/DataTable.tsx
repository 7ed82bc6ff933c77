import { Paper } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import type { ExportEndpoint } from '#contract/export.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import { useSession } from '../use-session.ts';
import type { Action } from './Actions.tsx';
import classes from './DataTable.module.css';
import { EmptyState, ErrorState } from './EmptyState.tsx';
import { type ListState, useLastPage } from './list-state.ts';
import { type Chosen, useRowSelection } from './row-selection.ts';
import { TableBody } from './TableBody.tsx';
import type { ExportFailure } from './TableFaces.tsx';
import { TableHead } from './TableHead.tsx';
import { TablePager } from './TablePager.tsx';
import { TableTools } from './TableTools.tsx';
import { useHiddenColumns } from './table-columns.ts';

export type Column<T> = {
  key: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** Name the server sorts by; without it the header is plain text. */
  sort?: string;
  align?: 'right' | 'center';
  /** Pixels. The rest of the width is shared by the columns that name none. */
  width?: number;
  /** Several lines instead of one with an ellipsis. */
  wrap?: boolean;
  /** Not shown until its reader chooses it. */
  hidden?: boolean;
  /** Left out where the reader lacks it (prices on the floor). */
  permission?: Permission;
  /** On a phone a row is a card: its `title`, a `badge` beside it, or a labelled line (default); `hide` leaves it out. */
  card?: 'title' | 'badge' | 'hide';
};

export type Row = { id: number | string };

/** What `useApi` gives for a list endpoint, as far as the table reads it. */
export type ListResult<T> = {
  data: Page<T> | undefined;
  error: Failure | null;
  isPending: boolean;
  isFetching: boolean;
  /** The rows are those of before: other ones are on their way. */
  isPlaceholderData?: boolean;
  refetch: () => unknown;
};

export type DataTableProps<T extends Row> = {
  /** Names the reader's choice of columns, e.g. `products`. */
  name: string;
  /** What the table lists, for assistive technology. */
  label: string;
  list: ListState;
  result: ListResult<T>;
  columns: readonly Column<T>[];
  /** Where a row leads: by click, Enter, or a new tab on its first cell. */
  link?: (row: T) => string;
  /** How a row is called, e.g. in its checkbox. */
  rowName?: (row: T) => string;
  /** Actions on what is selected; rows can be selected only where this is given. */
  bulk?: (chosen: Chosen<T>) => (Action | false | null)[];
  /** The actions go by `chosen.body`: they take everything that the filter finds, seen or not. */
  bulkEverything?: boolean;
  empty: { title: string; hint?: ReactNode; action?: ReactNode };
  /** Title of the error state, e.g. 'Products could not be loaded!'. */
  failed?: string;
  /** The export endpoint of the list (`exportOf`): CSV and XLSX of what is filtered. */
  exportFrom?: ExportEndpoint;
  /** Of an export that may ask for something first, as a password. */
  onExportFailure?: ExportFailure;
  size?: 'compact' | 'floor';
};

const features = tableFeatures({ columnVisibilityFeature });

/** A list: paging, sorting and filters are the server's and live in the address; the table shows and selects. */
export function DataTable<T extends Row>(props: DataTableProps<T>) {
  const { name, label, list, result, link, bulk, rowName, size = 'compact' } = props;
  const { can } = useSession();
  const permitted = props.columns.filter((column) => !column.permission || can(column.permission));
  const [hidden, setHidden] = useHiddenColumns(name, permitted);
  const rows = useMemo(() => result.data?.items ?? [], [result.data]);
  const selection = useRowSelection<T>({
    list,
    page: result.data,
    everything: props.bulkEverything === true,
    nameOf: (row) => rowName?.(row) ?? String(row.id),
  });

  const table = useTable({
    features,
    data: rows,
    columns: permitted.map((column) => ({ id: column.key })),
    getRowId: (row: T) => String(row.id),
    state: { columnVisibility: Object.fromEntries(hidden.map((key) => [key, false])) },
  });
  const columns = permitted.filter((column) => table.getColumn(column.key)?.getIsVisible());
  const selecting = bulk && selection.someChosen;
  const unread = result.error !== null && !result.data;
  const behind = useLastPage(list, result.data);
  const pending = result.isPending || behind;
  const empty = !pending && !unread && rows.length === 0;
  const { ref, width: room } = useElementSize();
  const [atEnd, setAtEnd] = useState(false);
  const width = columns.reduce((sum, column) => sum + (column.width ?? 150), bulk ? 40 : 0);
  return (
    <Paper p={0} className={classes.panel} data-size={size} data-selecting={selecting}>
      <TableTools
        list={list}
        columns={permitted}
        hidden={hidden}
        setHidden={setHidden}
        exportFrom={props.exportFrom}
        onExportFailure={props.onExportFailure}
        selection={bulk && selection}
        actions={selecting ? bulk(selection.chosen) : []}
        fetching={result.isFetching && !result.isPending}
      />
      {unread ? (
        <ErrorState failure={result.error} title={props.failed} retry={() => void result.refetch()} />
      ) : empty ? (
        <NothingHere list={list} empty={props.empty} />
      ) : (
        <div
          ref={ref}
          className={classes.scroller}
          data-wide={room > 0 && room < width}
          data-former={result.isPlaceholderData === true}
          data-more={room > 0 && room < width && !atEnd}
          onScroll={({ currentTarget: { scrollLeft, clientWidth, scrollWidth } }) =>
            setAtEnd(scrollLeft + clientWidth >= scrollWidth - 1)
          }
        >
          <table
            className={classes.table}
            aria-label={label}
            aria-busy={result.isFetching}
            style={{ '--table-width': `${width}px` } as CSSProperties}
          >
            <TableHead columns={columns} list={list} selection={bulk && selection} />
            <TableBody
              columns={columns}
              rows={rows}
              pending={pending}
              selection={bulk && selection}
              link={link}
              rowName={rowName}
            />
          </table>
        </div>
      )}
      {result.data && <TablePager list={list} page={result.data} />}
    </Paper>
  );
}

function NothingHere({ list, empty }: { list: ListState; empty: DataTableProps<Row>['empty'] }) {
  const { t } = useTranslation();
  if (!list.filtered && list.page === 1) return <EmptyState {...empty} />;
  return (
    <EmptyState
      title={t('table.nothingFound')}
      hint={t('table.nothingFoundHint')}
      action={
        <button type="button" className={classes.textButton} onClick={list.clear}>
          {t('table.clearFilters')}
        </button>
      }
    />
  );
}
