import {
  type PairBalanceRow,
  pairBalanceFilter,
  pairBalanceSorts,
} from '#contract/dropshipping/pair-balance.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Instant, Money } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';

/** Credits that a supplier owes each seller, or that each supplier owes a seller. */
export default function BalancesPage() {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const list = useListState({ fields: pairBalanceFilter, sorts: pairBalanceSorts, sort: '-balance' });
  const balances = useApi(api.pairBalances.list, { query: list.query });
  const side = session?.business?.type === 'supply' ? 'supplier' : 'seller';
  const other = side === 'supplier' ? 'seller' : 'supplier';
  const columns: Column<PairBalanceRow, string, SortKey<typeof pairBalanceSorts>>[] = [
    {
      key: 'other',
      label: t(`settlement.${other}`),
      cell: (row) => row[other].name,
      width: 260,
      card: 'title',
    },
    {
      key: 'balance',
      label: t('pairBalance.balance'),
      cell: (row) => <Money value={row.balanceCentavos} />,
      sort: 'balance',
      align: 'right',
      width: 150,
    },
    {
      key: 'sent',
      label: t('pairBalance.sent'),
      cell: (row) => <Money value={row.sentCentavos} />,
      align: 'right',
      width: 190,
    },
    {
      key: 'last',
      label: t('pairBalance.lastEntry'),
      cell: (row) => <Instant value={row.lastEntryAt} />,
      sort: 'last',
      width: 170,
    },
  ];
  return (
    <Page title={t('pairBalance.title')} hint={t(`pairBalance.${side}Hint`)}>
      <FilterBar list={list} controls={[]} />
      <DataTable
        name="pair-balances"
        label={t('pairBalance.title')}
        list={list}
        result={balances}
        failed={actMessage('failures', 'pairBalances.list')}
        columns={columns}
        link={(row) => paths.dropshipping.balance(row.id)}
        rowName={(row) => row[other].name}
        empty={{
          title: t('pairBalance.empty'),
          hint: t('pairBalance.emptyHint'),
          noAction: 'credits follow returns and disputes of invoices',
        }}
      />
    </Page>
  );
}
