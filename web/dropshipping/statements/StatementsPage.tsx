import { IconCalendar } from '@tabler/icons-react';
import { formatMonth } from '#contract/dates.ts';
import { type StatementRow, statementFilter, statementSorts } from '#contract/dropshipping/statement.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Money, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';

/** One statement for each partner and month, the latest first. */
export default function StatementsPage() {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const list = useListState({ fields: statementFilter, sorts: statementSorts, sort: '-month' });
  const statements = useApi(api.statements.list, { query: list.query });
  const other = session?.business?.type === 'supply' ? 'seller' : 'supplier';
  const money = (
    key: 'opening' | 'posted' | 'paid' | 'closing',
  ): Column<StatementRow, ExportKey<typeof api.statements.export>, SortKey<typeof statementSorts>> => ({
    key,
    label: t(`statements.${key}`),
    cell: (row) => <Money value={row[`${key}Centavos`]} />,
    align: 'right',
    width: 140,
  });
  const columns: Column<
    StatementRow,
    ExportKey<typeof api.statements.export>,
    SortKey<typeof statementSorts>
  >[] = [
    {
      key: 'month',
      label: t('statements.month'),
      cell: (row) => formatMonth(row.month),
      sort: 'month',
      width: 110,
      card: 'title',
    },
    {
      key: 'other',
      file: [other],
      label: t(`settlement.${other}`),
      cell: (row) => row[other].name,
      width: 200,
    },
    {
      key: 'invoices',
      label: t('statements.invoices'),
      cell: (row) => <Quantity value={row.invoiceCount} />,
      align: 'right',
      width: 150,
    },
    money('opening'),
    money('posted'),
    money('paid'),
    { ...money('closing'), sort: 'closing' },
  ];
  return (
    <Page
      title={t('statements.title')}
      hint={t('statements.hint')}
      actions={
        <Actions
          items={[
            {
              key: 'days',
              label: t('statements.anyDays'),
              icon: IconCalendar,
              to: paths.dropshipping.periodStatement(),
            },
          ]}
        />
      }
    >
      <FilterBar list={list} controls={[]} />
      <DataTable
        name="statements"
        label={t('statements.title')}
        list={list}
        result={statements}
        failed={actMessage('failures', 'statements.list')}
        columns={columns}
        link={(row) => paths.dropshipping.statement(row.id)}
        rowName={(row) => `${formatMonth(row.month)} ${row[other].name}`}
        exportFrom={api.statements.export}
        empty={{
          title: t('statements.empty'),
          hint: t('statements.emptyHint'),
          noAction: 'a statement is made when a month ends',
        }}
      />
    </Page>
  );
}
