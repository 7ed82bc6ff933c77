import { api } from '#contract/index.ts';
import { type ReturnRow, returnFilter, returnSorts } from '#contract/orders/return.ts';
import { returnStates } from '#contract/orders/return-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';
import { useCancelReason } from '../remote-reason.ts';
import { PutBackLines } from './PutBackLines.tsx';
import { returnBadges } from './return-badges.ts';
import { useOpenReturn } from './use-return.ts';

/** Returned parcels, and units of canceled sales to store. */
export default function ReturnListPage() {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const open = useOpenReturn();
  const reasonIn = useCancelReason();
  const list = useListState({ fields: returnFilter, sorts: returnSorts, sort: '-id' });
  const found = useApi(api.returns.list, { query: list.query });
  const putBacks = useApi(api.returns.putBacks, {});
  const warehouses = useWarehouseOptions();
  const columns: Column<ReturnRow, string, SortKey<typeof returnSorts>>[] = [
    {
      key: 'id',
      label: t('returns.sale'),
      cell: (row) => t('saleNumber', { number: row.id }),
      sort: 'id',
      width: 110,
      card: 'title',
    },
    {
      key: 'state',
      label: t('returns.state'),
      cell: (row) => <StateBadge {...returnBadges[row.state]} label={t(`returns.states.${row.state}`)} />,
      width: 165,
      card: 'badge',
    },
    { key: 'items', label: t('returns.items'), cell: (row) => row.items, width: 220 },
    { key: 'units', label: t('returns.units'), cell: (row) => row.unitCount, align: 'right', width: 85 },
    { key: 'tracking', label: t('returns.tracking'), cell: (row) => row.trackingCode, width: 190 },
    { key: 'reason', label: t('returns.reason'), cell: (row) => reasonIn(row.reason ?? ''), width: 160 },
    { key: 'seller', label: t('returns.seller'), cell: (row) => row.seller.name, width: 140 },
    { key: 'warehouse', label: t('returns.warehouse'), cell: (row) => row.warehouse?.name, width: 160 },
    {
      key: 'opened',
      label: t('returns.openedAt'),
      cell: (row) => row.openedAt && <Instant value={row.openedAt} />,
      width: 160,
    },
    {
      key: 'closed',
      label: t('returns.closedAt'),
      cell: (row) => row.closedAt && <Instant value={row.closedAt} />,
      width: 160,
      hidden: true,
    },
  ];
  // Rendered above the returns, which would move if it were loaded later.
  if (!putBacks.data)
    return (
      <UnreadPage
        title={t('returns.title')}
        failed={actMessage('failures', 'returns.putBacks')}
        result={putBacks}
      />
    );
  return (
    <Page title={t('returns.title')}>
      {can('returns.receive') && <Scan onScan={open} label={t('returns.scan')} hint={t('returns.hint')} />}
      <PutBackLines lines={putBacks.data.lines} more={putBacks.data.more} />
      <FilterBar
        list={list}
        controls={[
          {
            field: 'state',
            label: t('returns.state'),
            options: returnStates.map((value) => ({ value, label: t(`returns.states.${value}`) })),
          },
          { field: 'warehouse', label: t('returns.warehouse'), options: warehouses ?? [] },
        ]}
      />
      <DataTable
        name="returns"
        label={t('returns.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'returns.list')}
        columns={columns}
        link={(row) => paths.orders.return(row.id)}
        rowName={(row) => t('saleNumber', { number: row.id })}
        empty={{
          title: t('returns.empty'),
          hint: t('returns.emptyHint'),
          noAction: 'a scan in the field above opens one',
        }}
      />
    </Page>
  );
}
