import { Paper } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type CSSProperties, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { EmptyState, ErrorState } from '../page/EmptyState.tsx';
import classes from './DataTable.module.css';
import type { DataTableProps, Row } from './data-table.ts';
import { type ListState, useLastPage, useLeavingOut } from './list-state.ts';
import { useRowSelection } from './row-selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useSavedViews } from './saved-views.ts';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import { TablePager } from './TablePager.tsx';
import { TableTools } from './TableTools.tsx';
import { useHiddenColumns } from './table-columns.ts';

/** Of the column that takes what is left, the least: a picture and enough of a name to know it by. */
const nameWidth = 240;

const features = tableFeatures({ columnVisibilityFeature });

/** A list: paging, sorting and filters are the server's and live in the address; the table shows and selects. */
export function DataTable<T extends Row, K extends string = string>(props: DataTableProps<T, K>) {
  const { name, label, list, result, link, bulk, rowName, size = 'compact' } = props;
  const { can } = useSession();
  const permitted = props.columns.filter((column) => !column.permission || can(column.permission));
  const saved = useSavedViews(name, list);
  const [hidden, setHidden] = useHiddenColumns(name, permitted, saved?.active);
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
  const leaving = useLeavingOut(list, result.error);
  const unread = result.error !== null && !result.data && !leaving;
  const behind = useLastPage(list, result.data);
  const pending = result.isPending || behind || leaving;
  const empty = !pending && !unread && rows.length === 0;
  const { ref, width: room } = useElementSize();
  const [atEnd, setAtEnd] = useState(false);
  const width = columns.reduce((sum, column) => sum + (column.width ?? nameWidth), bulk ? 40 : 0);
  return (
    <Paper p={0} className={classes.panel} data-size={size}>
      <TableTools
        list={list}
        saved={saved}
        columns={permitted}
        hidden={hidden}
        setHidden={setHidden}
        exportFrom={props.exportFrom}
        onExportFailure={props.onExportFailure}
        selection={bulk && selection}
        fetching={result.isFetching && !result.isPending}
      />
      {bulk && (
        <SelectionBar selection={selection} actions={selection.someChosen ? bulk(selection.chosen) : []} />
      )}
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
