import { IconTrash } from '@tabler/icons-react';
import { formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { type PayoutFileRow, payoutFileFilter, payoutFileSorts } from '#contract/orders/payout.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Instant, Money, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { usePayoutAccounts } from './payout-accounts.ts';

/** Uploaded reports, the latest first. */
export default function PayoutFilesPage() {
  const { t } = useTranslation('orders');
  const list = useListState({ fields: payoutFileFilter, sorts: payoutFileSorts, sort: '-at' });
  const found = useApi(api.payoutFiles.list, { query: list.query });
  const accounts = usePayoutAccounts();
  const columns: Column<PayoutFileRow, string, SortKey<typeof payoutFileSorts>>[] = [
    { key: 'period', label: t('payouts.period'), cell: periodOf, width: 210, card: 'title' },
    { key: 'account', label: t('payouts.account'), cell: (row) => row.account.name, width: 160 },
    {
      key: 'report',
      label: t('payouts.report'),
      cell: (row) => t(`payouts.reports.${row.report}`),
      width: 170,
    },
    {
      key: 'lines',
      label: t('payouts.newLines'),
      cell: (row) => <Quantity value={row.lineCount} />,
      align: 'right',
      width: 120,
    },
    {
      key: 'known',
      label: t('payouts.known'),
      cell: (row) => <Quantity value={row.knownCount} />,
      align: 'right',
      width: 120,
    },
    {
      key: 'sum',
      label: t('payouts.sum'),
      cell: (row) => <Money value={row.sumCentavos} loss={row.sumCentavos < 0} />,
      align: 'right',
      width: 140,
    },
    { key: 'remove', label: t('payouts.remove'), cell: (row) => <Remove file={row} />, width: 120 },
    {
      key: 'at',
      label: t('payouts.at'),
      cell: (row) => <Instant value={row.at} />,
      sort: 'at',
      width: 148,
    },
    { key: 'by', label: t('payouts.by'), cell: (row) => row.by ?? t('payouts.byReading'), width: 150 },
  ];
  return (
    <Page
      title={t('payouts.files')}
      trail={[{ label: t('payouts.title'), to: paths.orders.payouts() }]}
      hint={t('payouts.filesHint')}
    >
      <FilterBar
        list={list}
        controls={[{ field: 'account', label: t('payouts.account'), options: accounts.options }]}
      />
      <DataTable
        name="payout-files"
        label={t('payouts.files')}
        list={list}
        result={found}
        failed={actMessage('failures', 'payoutFiles.list')}
        columns={columns}
        rowName={periodOf}
        empty={{
          title: t('payouts.filesEmpty'),
          hint: t('payouts.emptyHint'),
          action: <GoTo place="payouts" to={paths.orders.payouts()} permission="payouts.read" />,
        }}
      />
    </Page>
  );
}

const periodOf = ({ firstDay, lastDay }: PayoutFileRow) => `${formatDay(firstDay)} – ${formatDay(lastDay)}`;

function Remove({ file }: { file: PayoutFileRow }) {
  const { t } = useTranslation('orders');
  const remove = useAct(api.payoutFiles.remove);
  return (
    <Actions
      items={[
        {
          ...{ key: 'remove', label: t('payouts.remove'), icon: IconTrash, permission: 'payouts.manage' },
          tone: 'bad',
          pending: remove.pending,
          confirm: {
            title: t('payouts.removeSure'),
            message: t('payouts.removeText'),
            confirm: t('payouts.remove'),
          },
          run: () => remove.run({ params: { id: file.id } }),
        },
      ]}
    />
  );
}
