import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import cells from './cells.module.css';
import classes from './DataTable.module.css';
import type { Column, Selection } from './data-table.ts';
import type { ListState } from './list-state.ts';

type TableHeadProps<T> = {
  columns: readonly Column<T, string, string>[];
  list: ListState;
  selection: Selection | undefined;
};

export function TableHead<T>({ columns, list, selection }: TableHeadProps<T>) {
  return (
    <thead className={classes.head}>
      <tr>
        {selection && (
          <th className={classes.tick} scope="col">
            <PageTick selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-align={column.align}
            style={{ width: column.width }}
            aria-sort={column.sort ? ariaSort(list.sort, column.sort) : undefined}
          >
            {column.sort ? <SortButton label={column.label} sort={column.sort} list={list} /> : column.label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Selects all rows of the page, or none. */
export function PageTick({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      className={cells.tick}
      aria-label={t('table.selectAll')}
      checked={selection.pageChosen}
      disabled={selection.pageEmpty}
      ref={(box) => {
        if (box) box.indeterminate = selection.someChosen && !selection.pageChosen;
      }}
      onChange={selection.togglePage}
    />
  );
}

function ariaSort(current: string, sort: string): 'ascending' | 'descending' | 'none' {
  return current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : 'none';
}

function SortButton({ label, sort, list }: { label: string; sort: string; list: ListState }) {
  const { t } = useTranslation();
  const order = ariaSort(list.sort, sort);
  const Icon = order === 'ascending' ? IconArrowUp : order === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={order !== 'none'}
      title={t('table.sortBy', { column: label })}
      onClick={() => list.setSort(order === 'ascending' ? `-${sort}` : sort)}
    >
      <span>{label}</span>
      <Icon size={13} aria-hidden />
    </button>
  );
}
