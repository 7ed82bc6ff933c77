import { Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { EmptyState, ErrorState } from '../page/EmptyState.tsx';
import classes from './DataTable.module.css';
import type { DataTableProps, Row } from './data-table.ts';
import { type ListState, useLastPage, useLeavingOut } from './list-state.ts';
import { kindOf } from './row-kinds.ts';
import { useRowSelection } from './row-selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useSavedViews } from './saved-views.ts';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import { TablePager } from './TablePager.tsx';
import { TableTools } from './TableTools.tsx';
import { columnsBeyond, useHiddenColumns, widthOf } from './table-columns.ts';
import { useDensity } from './use-density.ts';
import { useRoom } from './use-room.ts';

/** Width of the checkbox of a row, in pixels. */
const tickWidth = 40;

/**
 * A list. Pages, order and filters are computed by the server and kept in the address; the table displays and
 * selects.
 */
export function DataTable<T extends Row, K extends string = string, S extends string = string>(
  props: DataTableProps<T, K, S>,
) {
  const { name, label, list, result, link, bulk, rowName } = props;
  const { can } = useSession();
  const permitted = props.columns.filter((column) => !column.permission || can(column.permission));
  const saved = useSavedViews(name, list);
  const { hidden, setHidden, chosen } = useHiddenColumns(name, permitted, saved?.active);
  const rows = useMemo(() => result.data?.items ?? [], [result.data]);
  const selection = useRowSelection<T>({
    kind: kindOf(name),
    list,
    page: result.data,
    everything: props.bulkEverything === true,
    nameOf: (row) => rowName?.(row) ?? String(row.id),
  });

  const { ref, room } = useRoom();
  const [density, setDensity] = useDensity();
  const asCards = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const wanted = permitted.filter(({ key }) => !hidden.includes(key));
  const free = bulk ? room - tickWidth : room;
  const beyond = room === 0 || asCards || chosen ? [] : columnsBeyond(wanted, free);
  const columns = wanted.filter(({ key }) => !beyond.includes(key));
  const width = widthOf(columns) + (bulk ? tickWidth : 0);
  const leaving = useLeavingOut(list, result.error);
  const unread = result.error !== null && !result.data && !leaving;
  const behind = useLastPage(list, result.data);
  const pending = result.isPending || behind || leaving;
  const empty = !pending && !unread && rows.length === 0;
  const [atEnd, setAtEnd] = useState(false);
  return (
    <Paper p={0} ref={ref} className={classes.panel} data-density={density}>
      <TableTools
        list={list}
        saved={saved}
        columns={permitted}
        hidden={hidden}
        beyond={beyond}
        setHidden={setHidden}
        density={density}
        setDensity={setDensity}
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
