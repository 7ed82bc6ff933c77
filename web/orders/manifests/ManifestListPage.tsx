import { IconTruck } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { type ManifestRow, manifestFilter, manifestSorts } from '#contract/orders/manifest.ts';
import { manifestStates } from '#contract/orders/manifest-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useShipmentWords } from '../shipment-words.ts';
import { manifestBadges } from './manifest-badges.ts';

/** Manifests of carriers, finished and in progress. */
export default function ManifestListPage() {
  const { t } = useTranslation('orders');
  const shipment = useShipmentWords();
  const list = useListState({ fields: manifestFilter, sorts: manifestSorts, sort: '-id' });
  const found = useApi(api.manifests.list, { query: list.query });
  const warehouses = useWarehouseOptions();
  const nameOf = ({ number }: ManifestRow) =>
    number === null ? t('manifests.draft') : t('manifests.one', { number });
  const columns: Column<ManifestRow, string, SortKey<typeof manifestSorts>>[] = [
    { key: 'number', label: t('manifests.number'), cell: nameOf, sort: 'id', width: 150, card: 'title' },
    {
      key: 'state',
      label: t('manifests.state'),
      cell: (row) => <StateBadge {...manifestBadges[row.state]} label={t(`manifests.states.${row.state}`)} />,
      width: 140,
      card: 'badge',
    },
    {
      key: 'carrier',
      label: t('manifests.carrier'),
      cell: (row) => shipment.carrier(row.carrier),
      width: 190,
    },
    { key: 'warehouse', label: t('manifests.warehouse'), cell: (row) => row.warehouse.name, width: 150 },
    {
      key: 'parcels',
      label: t('manifests.parcels'),
      cell: (row) => <Quantity value={row.parcels} />,
      align: 'right',
      width: 90,
    },
    { key: 'sales', label: t('manifests.sales'), cell: (row) => row.sales, align: 'right', width: 85 },
    {
      key: 'opened',
      label: t('manifests.opened'),
      cell: (row) => <Instant value={row.openedAt} />,
      width: 148,
    },
    {
      key: 'closed',
      label: t('manifests.closed'),
      cell: (row) => row.closedAt && <Instant value={row.closedAt} />,
      width: 148,
    },
    { key: 'by', label: t('manifests.by'), cell: (row) => row.closedBy ?? row.openedBy, width: 180 },
  ];
  return (
    <Page
      title={t('manifests.title')}
      trail={[{ label: t('bench.board.title'), to: paths.orders.checkout() }]}
      actions={
        <Actions
          items={[
            {
              key: 'carriers',
              label: t('carriers.manage'),
              icon: IconTruck,
              permission: 'checkout.read',
              to: paths.orders.carriers(),
            },
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        controls={[
          {
            field: 'state',
            label: t('manifests.state'),
            options: manifestStates.map((value) => ({ value, label: t(`manifests.states.${value}`) })),
          },
          { field: 'warehouse', label: t('manifests.warehouse'), options: warehouses ?? [] },
          { field: 'closed', label: t('manifests.closed') },
        ]}
      />
      <DataTable
        name="manifests"
        label={t('manifests.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'manifests.list')}
        columns={columns}
        link={(row) => paths.orders.manifest(row.id)}
        rowName={nameOf}
        empty={{
          title: t('manifests.empty'),
          hint: t('manifests.emptyHint'),
          action: <GoTo place="checkout" to={paths.orders.checkout()} permission="checkout.read" />,
        }}
      />
    </Page>
  );
}
