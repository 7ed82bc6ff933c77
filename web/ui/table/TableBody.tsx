import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { Href } from '../../paths.ts';
import { Link } from '../page/navigation.tsx';
import cells from './cells.module.css';
import classes from './DataTable.module.css';
import type { Column, Row, Selection } from './data-table.ts';
import { useRowReturn } from './row-return.ts';

type TableBodyProps<T extends Row> = {
  columns: readonly Column<T, string, string>[];
  rows: readonly T[];
  pending: boolean;
  selection: Selection | undefined;
  link: ((row: T) => Href) | undefined;
  rowName: ((row: T) => string) | undefined;
};

/** Enough to fill a screen; rows replace them without moving anything. */
const skeletons = Array.from({ length: 18 }, (_, index) => `skeleton-${index}`);

export function TableBody<T extends Row>(props: TableBodyProps<T>) {
  const { columns, rows, pending, selection, link, rowName } = props;
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const { current, setCurrent, move, onKeyDown } = useRowKeys(body, props);
  const leaveBy = useRowReturn(pending ? [] : rows, move);
  if (pending) return <TableSkeleton columns={columns} ticked={selection !== undefined} />;
  return (
    <tbody ref={body} onKeyDown={onKeyDown}>
      {rows.map((row, index) => {
        const id = String(row.id);
        const chosen = selection?.isChosen(id) ?? false;
        return (
          <tr
            key={id}
            data-row={id}
            className={classes.row}
            data-linked={link !== undefined}
            aria-selected={selection ? chosen : undefined}
            tabIndex={index === current ? 0 : -1}
            aria-keyshortcuts="j k Enter Space Shift+ArrowDown Shift+ArrowUp Control+A Escape"
            onFocus={() => setCurrent(index)}
            onClick={(event) => followRow(event)}
          >
            {selection && (
              <td className={classes.tick}>
                <input
                  type="checkbox"
                  className={cells.tick}
                  tabIndex={-1}
                  aria-label={t('table.selectRow', { name: rowName?.(row) ?? id })}
                  checked={chosen}
                  onChange={({ nativeEvent }) =>
                    selection.toggle(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
                  }
                />
              </td>
            )}
            {columns.map((column, place) => (
              <td
                key={column.key}
                data-label={column.label}
                data-align={column.align}
                data-wrap={column.wrap}
                data-card={column.card ?? (place === 0 ? 'title' : undefined)}
              >
                {place === 0 && link ? (
                  <Link to={link(row)} className={classes.title} data-row-link onClick={() => leaveBy(id)}>
                    {column.cell(row)}
                  </Link>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

/** A click in a row follows its link, except on controls, and in a dialog or list of options that a row opened. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as HTMLElement;
  if (!event.currentTarget.contains(target)) return;
  if (target.closest('a, button, input, label, [role="menu"]') || window.getSelection()?.toString()) return;
  event.currentTarget.querySelector<HTMLAnchorElement>('[data-row-link]')?.click();
}

function TableSkeleton<T>({
  columns,
  ticked,
}: {
  columns: readonly Column<T, string, string>[];
  ticked: boolean;
}) {
  const { t } = useTranslation();
  return (
    <tbody aria-label={t('app.loading')}>
      {skeletons.map((key) => (
        <tr key={key} className={classes.row}>
          {ticked && <td className={classes.tick} />}
          {columns.map((column, place) => (
            <td
              key={column.key}
              data-label={column.label}
              data-card={column.card ?? (place === 0 ? 'title' : undefined)}
            >
              <span className={cells.coming} style={{ width: place === 0 ? '70%' : '50%' }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/**
 * One row is in the tab order; j, k and the arrow keys move it (selecting with Shift), Enter opens, Space selects.
 */
function useRowKeys<T extends Row>(
  body: React.RefObject<HTMLTableSectionElement | null>,
  { rows, selection }: TableBodyProps<T>,
) {
  const [current, setCurrent] = useState(0);
  const last = rows.length - 1;

  const move = (index: number) => {
    const next = Math.max(0, Math.min(index, last));
    setCurrent(next);
    body.current?.querySelectorAll<HTMLElement>('tr')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (selection && target.tagName === 'TR' && choose(event, selection)) return event.preventDefault();
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('input:not([type="checkbox"]), textarea, [role="menu"]')
    )
      return;
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (event.key === 'ArrowUp' && current === 0 && !event.shiftKey) return searchField()?.focus();
      const next = step === 'first' ? 0 : step === 'last' ? last : current + step;
      const [from, to] = [rows[current], rows[Math.max(0, Math.min(next, last))]];
      if (event.shiftKey && selection && from && to) {
        if (!selection.isChosen(String(from.id))) selection.toggle(String(from.id));
        if (!selection.isChosen(String(to.id))) selection.toggle(String(to.id), true);
      }
      return move(next);
    }
    const row = rows[current];
    if (!row || target.tagName !== 'TR') return;
    if (event.key === 'Enter') target.querySelector<HTMLElement>('[data-row-link]')?.click();
    if (event.key === ' ' && selection) {
      event.preventDefault();
      selection.toggle(String(row.id), event.shiftKey);
    }
  };
  useEffect(() => {
    // j and k enter the list while nothing is being typed, and so does the arrow key in the search field.
    const enter = (event: globalThis.KeyboardEvent) => {
      const letter = event.target === document.body && (event.key === 'j' || event.key === 'k');
      const arrow = event.target === searchField() && event.key === 'ArrowDown';
      if (!(letter || arrow) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
    };
    document.addEventListener('keydown', enter);
    return () => document.removeEventListener('keydown', enter);
  }, [body]);
  return { current: Math.min(current, Math.max(last, 0)), setCurrent, move, onKeyDown };
}

const searchField = () => document.querySelector<HTMLElement>('search input[type="search"]');

/** Ctrl+A selects the page, Escape nothing. */
function choose(event: KeyboardEvent, selection: Selection): boolean {
  const page = event.key === 'a' && (event.ctrlKey || event.metaKey);
  if (page && !selection.pageChosen) selection.togglePage();
  if (event.key !== 'Escape' || !selection.someChosen) return page;
  selection.clear();
  return true;
}

const steps: Record<string, number | 'first' | 'last' | undefined> = {
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
};
