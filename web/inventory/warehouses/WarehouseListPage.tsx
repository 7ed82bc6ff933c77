import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { states } from '#contract/brazil.ts';
import { api } from '#contract/index.ts';
import { warehouseFilter, warehouseSorts } from '#contract/inventory/warehouse.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Instant, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';

export default function WarehouseListPage() {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const list = useListState({ fields: warehouseFilter, sorts: warehouseSorts, sort: 'name' });
  const warehouses = useApi(api.warehouses.list, { query: list.query });
  return (
    <Page
      title={t('warehouses.title')}
      actions={
        <Actions
          items={[
            {
              key: 'new',
              label: t('warehouses.new'),
              icon: IconPlus,
              tone: 'primary',
              permission: 'warehouses.create',
              to: paths.inventory.createWarehouse(),
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
            label: t('warehouses.state'),
            options: states.map((value) => ({ value, label: value })),
          },
          { field: 'city', label: t('warehouses.city') },
        ]}
      />
      <DataTable
        name="warehouses"
        label={t('warehouses.title')}
        list={list}
        result={warehouses}
        failed={actMessage('failures', 'warehouses.list')}
        columns={[
          {
            key: 'name',
            label: t('warehouses.name'),
            cell: (row) => row.name,
            sort: 'name',
            width: 260,
            card: 'title',
          },
          {
            key: 'city',
            label: t('warehouses.city'),
            cell: (row) => [row.city, row.state].filter(Boolean).join(' / ') || '—',
            sort: 'city',
          },
          {
            key: 'positions',
            label: t('warehouses.positions'),
            cell: (row) => <Quantity value={row.positions} />,
            align: 'right',
            width: 110,
          },
          {
            key: 'volumes',
            label: t('warehouses.volumes'),
            cell: (row) => <Quantity value={row.volumes} />,
            align: 'right',
            width: 110,
          },
          {
            key: 'units',
            label: t('warehouses.units'),
            cell: (row) => <Quantity value={row.units} />,
            align: 'right',
            width: 110,
          },
          {
            key: 'created',
            label: t('warehouses.created'),
            cell: (row) => <Instant value={row.createdAt} />,
            sort: 'created',
            width: 160,
            hidden: true,
          },
        ]}
        link={(row) => paths.inventory.warehouse(row.id)}
        rowName={(row) => row.name}
        empty={{
          title: t('warehouses.empty'),
          hint: t('warehouses.emptyHint'),
          action: can('warehouses.create') && (
            <Button component={Link} to={paths.inventory.createWarehouse()}>
              {t('warehouses.new')}
            </Button>
          ),
        }}
      />
    </Page>
  );
}
