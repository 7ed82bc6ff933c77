import { Text } from '@mantine/core';
import {
  type CheckedRow,
  type Import,
  importRowFilter,
  importRowSorts,
} from '#contract/business/import/import.ts';
import { rowFates } from '#contract/business/import/import-states.ts';
import { columnsOfKind, type KeyedColumn } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { formatAmount } from '#contract/money.ts';
import { FlooredMargin } from '../../advertisements/margin/FlooredMargin.tsx';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Numbered } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { fateBadges, useImportWords } from './import-words.ts';
import classes from './imports.module.css';

/** Every row of the file with its outcome; errors and changes are shown in their cells. */
export function RowsTable({ data }: { data: Import }) {
  const { t } = useTranslation('business');
  const { labelOf } = useImportWords();
  const list = useListState({ fields: importRowFilter, sorts: importRowSorts, sort: 'row' });
  const rows = useApi(api.imports.rows, { params: { id: data.id }, query: list.query });
  const told = new Set(
    rows.data?.items.flatMap((row) => [...Object.keys(row.errors), ...Object.keys(row.changes)]),
  );
  const columns = columnsOfKind(data.kind).filter(
    ({ key }) => data.columns[key] !== undefined || told.has(key),
  );
  // Rows that need attention come first, visible without scrolling.
  const sorted = columns.toSorted((one, other) => Number(told.has(other.key)) - Number(told.has(one.key)));
  const marginColumn: Column<CheckedRow, string, SortKey<typeof importRowSorts>> = {
    key: 'margin',
    label: t('imports.margin'),
    width: 130,
    align: 'right',
    wrap: true,
    cell: ({ margin }) => (margin ? <FlooredMargin of={margin} floor={margin.floor} /> : '—'),
  };
  // The columns depend on the rows, so nothing is rendered before the rows are loaded.
  if (rows.isPending) return null;
  return (
    <>
      <FilterBar
        list={list}
        wordless
        controls={[
          {
            field: 'fate',
            label: t('imports.fateColumn'),
            options: rowFates.map((fate) => ({ value: fate, label: t(`imports.fates.${fate}`) })),
          },
          ...(data.kind === 'ads'
            ? [
                {
                  field: 'belowFloor' as const,
                  label: t('imports.margin'),
                  options: [{ value: 'yes', label: t('imports.underFloor') }],
                },
              ]
            : []),
        ]}
      />
      <DataTable
        name={`import-rows-${data.kind}`}
        label={t('imports.rows')}
        list={list}
        result={rows}
        failed={actMessage('failures', 'imports.rows')}
        rowName={({ row }) => `${t('imports.row')} ${row}`}
        columns={[
          {
            key: 'row',
            label: t('imports.row'),
            sort: 'row',
            width: 80,
            align: 'right',
            card: 'title',
            cell: ({ row }) => <Numbered noun={t('imports.row')}>{row}</Numbered>,
          },
          {
            key: 'fate',
            label: t('imports.fateColumn'),
            width: 150,
            card: 'badge',
            cell: ({ fate, moved }) => (
              <>
                <StateBadge {...fateBadges[fate]} label={t(`imports.fate.${fate}`)} />
                {moved && (
                  <Text size="xs" c="var(--easy-attention-text)">
                    {t('imports.moved')}
                  </Text>
                )}
              </>
            ),
          },
          ...(rows.data?.items.some(({ margin }) => margin) ? [marginColumn] : []),
          ...sorted.map((column) => ({
            key: column.key,
            label: labelOf(data.kind, column.key),
            width: told.has(column.key) ? 220 : 150,
            wrap: told.has(column.key),
            cell: (row: CheckedRow) => <RowCell row={row} column={column} />,
          })),
        ]}
        empty={{
          title: t('imports.noRows'),
          hint: t('imports.forgotten'),
          noAction: 'rows are those of an uploaded sheet',
        }}
      />
    </>
  );
}

function RowCell({ row, column }: { row: CheckedRow; column: KeyedColumn }) {
  const { t } = useTranslation('business');
  const { errorOf } = useImportWords();
  const error = row.errors[column.key];
  const detail = row.details[column.key];
  const change = row.changes[column.key];
  const shown = (value: string | number | boolean | null) => {
    if (value === null || value === '') return t('imports.nothing');
    if (typeof value === 'boolean') return t(value ? 'imports.yes' : 'imports.no');
    return column.kind === 'money' && typeof value === 'number' ? formatAmount(value) : String(value);
  };
  if (change && !error)
    return (
      <Text span size="sm">
        <span className={classes.before}>{shown(change.before)}</span> →{' '}
        <strong>{shown(change.after)}</strong>
      </Text>
    );
  return (
    <>
      {row.cells[column.key] ?? (error ? '' : '—')}
      {error && (
        <span className={classes.fault}>
          {errorOf(error)}
          {detail && `: ${detail}`}
        </span>
      )}
    </>
  );
}
