import { Anchor } from '@mantine/core';
import { api } from '#contract/index.ts';
import {
  type PayoutLineRow,
  payoutLineFilter,
  payoutLineKinds,
  payoutLineSorts,
} from '#contract/orders/payout.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Day, Money } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { usePayoutAccounts } from './payout-accounts.ts';

/** Lines of the uploaded reports, the latest first. */
export default function PayoutLinesPage() {
  const { t } = useTranslation('orders');
  const list = useListState({ fields: payoutLineFilter, sorts: payoutLineSorts, sort: '-day' });
  const found = useApi(api.payoutLines.list, { query: list.query });
  const accounts = usePayoutAccounts();
  const columns: Column<PayoutLineRow, string, SortKey<typeof payoutLineSorts>>[] = [
    {
      key: 'number',
      label: t('payouts.number'),
      cell: (row) => row.number || row.reference || row.text,
      width: 190,
      card: 'title',
    },
    { key: 'day', label: t('payouts.day'), cell: (row) => <Day value={row.day} />, sort: 'day', width: 120 },
    { key: 'kind', label: t('payouts.kind'), cell: (row) => t(`payouts.kinds.${row.kind}`), width: 130 },
    {
      key: 'amount',
      label: t('payouts.amount'),
      cell: (row) => <Money value={row.amountCentavos} loss={row.amountCentavos < 0} />,
      align: 'right',
      width: 130,
    },
    { key: 'sale', label: t('payouts.matched'), cell: (row) => <Sale line={row} />, width: 130 },
    { key: 'account', label: t('payouts.account'), cell: (row) => row.account.name, width: 160 },
    { key: 'text', label: t('payouts.text'), cell: (row) => row.text, width: 180 },
    { key: 'reference', label: t('payouts.reference'), cell: (row) => row.reference, width: 160 },
  ];
  return (
    <Page
      title={t('payouts.lines')}
      trail={[{ label: t('payouts.title'), to: paths.orders.payouts() }]}
      hint={t('payouts.linesHint')}
    >
      <FilterBar
        list={list}
        controls={[
          { field: 'account', label: t('payouts.account'), options: accounts.options },
          {
            field: 'kind',
            label: t('payouts.kind'),
            options: payoutLineKinds.map((value) => ({ value, label: t(`payouts.kinds.${value}`) })),
          },
          {
            field: 'matched',
            label: t('payouts.matched'),
            options: [
              { value: 'yes', label: t('payouts.isMet') },
              { value: 'no', label: t('payouts.notMet') },
            ],
          },
          { field: 'number', label: t('payouts.number') },
          { field: 'day', label: t('payouts.day') },
        ]}
      />
      <DataTable
        name="payout-lines"
        label={t('payouts.lines')}
        list={list}
        result={found}
        failed={actMessage('failures', 'payoutLines.list')}
        columns={columns}
        rowName={(row) => row.number || row.reference || row.text}
        empty={{
          title: t('payouts.linesEmpty'),
          hint: t('payouts.emptyHint'),
          action: <GoTo place="payouts" to={paths.orders.payouts()} permission="payouts.read" />,
        }}
      />
    </Page>
  );
}

function Sale({ line: { orderId, kind } }: { line: PayoutLineRow }) {
  const { t } = useTranslation('orders');
  if (orderId !== null)
    return (
      <Anchor component={Link} to={paths.orders.order(orderId)} size="sm">
        {t('payouts.openSale')}
      </Anchor>
    );
  return kind === 'transfer' ? null : t('payouts.notMet');
}
