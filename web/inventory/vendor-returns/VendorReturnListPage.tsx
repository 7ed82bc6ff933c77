import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDocument } from '#contract/brazil.ts';
import { api } from '#contract/index.ts';
import {
  type VendorReturnRow,
  vendorReturnFilter,
  vendorReturnSorts,
} from '#contract/inventory/vendor-return.ts';
import { vendorReturnStates } from '#contract/inventory/vendor-return-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { StatusTabs } from '../../ui/filter/StatusTabs.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Day, Instant, Money, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useWarehouseOptions } from '../warehouse-options.ts';
import { vendorReturnBadges } from './vendor-return-badges.ts';

const NewReturnDialog = lazyWithFallback(() => import('./NewReturnDialog.tsx'));

/** Goods that go back to their vendors. */
export default function VendorReturnListPage() {
  const { t } = useTranslation('inventory');
  const list = useListState({ fields: vendorReturnFilter, sorts: vendorReturnSorts, sort: '-number' });
  const returns = useApi(api.vendorReturns.list, { query: list.query });
  const [creating, setCreating] = useState(false);
  const warehouses = useWarehouseOptions();
  const create = {
    key: 'new',
    label: t('vendorReturns.new'),
    icon: IconPlus,
    tone: 'primary' as const,
    permission: 'volumes.update' as const,
    run: () => setCreating(true),
  };
  return (
    <Page title={t('vendorReturns.title')} actions={<Actions items={[create]} />}>
      <Tabs list={list} />
      <FilterBar
        list={list}
        placeholder={t('vendorReturns.search')}
        shown={['state']}
        controls={[
          { field: 'warehouse', label: t('vendorReturns.warehouse'), options: warehouses ?? [] },
          { field: 'volume', label: t('vendorReturns.volume') },
          { field: 'created', label: t('vendorReturns.created') },
          { field: 'handed-over', label: t('vendorReturns.handedOver') },
        ]}
      />
      <DataTable
        name="vendor-returns"
        label={t('vendorReturns.title')}
        list={list}
        result={returns}
        failed={actMessage('failures', 'vendorReturns.list')}
        columns={useReturnColumns()}
        link={(row) => paths.inventory.vendorReturn(row.id)}
        rowName={(row) => t('vendorReturns.numbered', { number: row.number })}
        exportFrom={api.vendorReturns.export}
        empty={{
          title: t('vendorReturns.empty'),
          hint: t('vendorReturns.emptyHint'),
          action: <Actions items={[create]} />,
        }}
      />
      {creating && <NewReturnDialog close={() => setCreating(false)} />}
    </Page>
  );
}

function Tabs({ list }: { list: ReturnType<typeof useListState> }) {
  const { t } = useTranslation('inventory');
  const counts = useApi(api.vendorReturns.counts, { query: { query: list.query.query } }).data;
  const chosen = list.values.state ?? [];
  const tabs = vendorReturnStates.map((state) => ({
    key: state,
    label: t(`vendorReturns.states.${state}`),
    count: counts?.states.find((row) => row.state === state)?.count,
  }));
  return (
    <StatusTabs
      label={t('vendorReturns.tabs')}
      tabs={[{ key: 'all' as const, label: t('vendorReturns.all') }, ...tabs]}
      links={[]}
      chosen={chosen.length === 1 ? (chosen[0] ?? 'all') : chosen.length === 0 ? 'all' : ''}
      onChoose={(key) => list.setField('state', key === 'all' ? [] : [key])}
    />
  );
}

type ReturnColumn = Column<
  VendorReturnRow,
  ExportKey<typeof api.vendorReturns.export>,
  SortKey<typeof vendorReturnSorts>
>;

function useReturnColumns(): ReturnColumn[] {
  const { t } = useTranslation('inventory');
  return [
    {
      key: 'number',
      label: t('vendorReturns.number'),
      cell: (row) => row.number,
      sort: 'number',
      width: 100,
      card: 'title',
    },
    {
      key: 'state',
      label: t('vendorReturns.state'),
      cell: (row) => (
        <StateBadge {...vendorReturnBadges[row.state]} label={t(`vendorReturns.states.${row.state}`)} />
      ),
      width: 140,
      card: 'badge',
    },
    {
      key: 'vendor',
      label: t('vendorReturns.vendor'),
      cell: (row) => row.vendor.name || t('vendorReturns.noVendor'),
    },
    {
      key: 'document',
      label: t('vendorReturns.vendorDocument'),
      cell: (row) => row.vendor.document && formatDocument(row.vendor.document),
      width: 165,
      hidden: true,
    },
    {
      key: 'warehouse',
      label: t('vendorReturns.warehouse'),
      cell: (row) => row.warehouse.name,
      width: 150,
    },
    {
      key: 'volumes',
      label: t('vendorReturns.volumes'),
      cell: (row) => <Quantity value={row.volumes} />,
      align: 'right',
      width: 90,
    },
    {
      key: 'units',
      label: t('vendorReturns.units'),
      cell: (row) => <Quantity value={row.units} />,
      align: 'right',
      width: 95,
    },
    {
      key: 'created',
      label: t('vendorReturns.created'),
      cell: (row) => <Instant value={row.createdAt} />,
      width: 148,
    },
    {
      key: 'handedOver',
      label: t('vendorReturns.handedOver'),
      cell: (row) => row.handedOverAt && <Instant value={row.handedOverAt} />,
      width: 148,
    },
    {
      key: 'credit',
      label: t('vendorReturns.credit'),
      cell: (row) => row.creditedOn && <Money value={row.creditCentavos} />,
      align: 'right',
      width: 115,
      permission: 'prices.read',
    },
    {
      key: 'credited',
      label: t('vendorReturns.creditedOn'),
      cell: (row) => row.creditedOn && <Day value={row.creditedOn} />,
      width: 115,
      hidden: true,
    },
    {
      key: 'invoice',
      label: t('vendorReturns.invoiceKey'),
      cell: (row) => row.invoiceKey,
      width: 200,
      hidden: true,
    },
  ];
}
