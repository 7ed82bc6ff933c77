import { Button } from '@mantine/core';
import {
  IconCalendar,
  IconFileInvoice,
  IconPlus,
  IconSettings,
  IconShoppingCartPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import {
  type ListedSupplyRequest,
  supplyRequestFilter,
  supplyRequestSorts,
} from '#contract/supply/supply-request-row.ts';
import { supplyRequestStates } from '#contract/supply/supply-request-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { useSession } from '../../use-session.ts';
import { useRequestColumns } from './request-columns.tsx';

const InvoiceDialog = lazyWithFallback(() => import('./InvoiceDialog.tsx'));
const RequestBulkDialog = lazyWithFallback(() => import('./RequestBulkDialog.tsx'));
const SettingsDialog = lazyWithFallback(() => import('../SettingsDialog.tsx'));
const WhatToBuyDialog = lazyWithFallback(() => import('./WhatToBuyDialog.tsx'));

export default function RequestListPage() {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const list = useListState({ fields: supplyRequestFilter, sorts: supplyRequestSorts, sort: '-created' });
  const requests = useApi(api.supplyRequests.list, { query: list.query });
  const warehouses = useWarehouseOptions();
  const columns = useRequestColumns();
  const [opened, setOpened] = useState<'buy' | 'invoice' | 'settings' | null>(null);
  const [changing, setChanging] = useState<Chosen<ListedSupplyRequest> | null>(null);
  const create = paths.supply.createRequest();
  return (
    <Page
      title={t('requests.title')}
      actions={
        <Actions
          items={[
            {
              key: 'new',
              label: t('requests.new'),
              icon: IconPlus,
              tone: 'primary',
              permission: 'supply-requests.create',
              to: create,
            },
            {
              key: 'buy',
              label: t('buy.title'),
              icon: IconShoppingCartPlus,
              permission: 'supply-requests.create',
              run: () => setOpened('buy'),
            },
            {
              key: 'invoice',
              label: t('fromInvoice.title'),
              icon: IconFileInvoice,
              permission: 'supply-requests.create',
              secondary: true,
              run: () => setOpened('invoice'),
            },
            {
              key: 'settings',
              label: t('settings.title'),
              icon: IconSettings,
              permission: 'purchasing.settings',
              secondary: true,
              run: () => setOpened('settings'),
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
            label: t('requests.state'),
            options: supplyRequestStates.map((value) => ({ value, label: t(`requestState.${value}`) })),
          },
          { field: 'warehouse', label: t('requests.warehouse'), options: warehouses ?? [] },
          { field: 'late', label: t('requests.late') },
          { field: 'delivery', label: t('requests.estimatedDelivery') },
          { field: 'created', label: t('requests.created') },
          { field: 'sku', label: t('requests.sku') },
        ]}
      />
      <DataTable
        name="supply-requests"
        label={t('requests.title')}
        list={list}
        result={requests}
        failed={actMessage('failures', 'supplyRequests.list')}
        exportFrom={api.supplyRequests.export}
        link={(row) => paths.supply.request(row.id)}
        rowName={(row) => t('requests.numbered', { number: row.number })}
        bulkEverything
        bulk={(chosen) => [
          {
            key: 'delivery',
            label: t('requests.changeDelivery'),
            icon: IconCalendar,
            permission: 'supply-requests.update',
            run: () => setChanging(chosen),
          },
        ]}
        columns={columns}
        empty={{
          title: t('requests.empty'),
          hint: t('requests.emptyHint'),
          action: can('supply-requests.create') && (
            <Button component={Link} to={create} leftSection={<IconPlus size={16} aria-hidden />}>
              {t('requests.new')}
            </Button>
          ),
        }}
      />
      {changing && <RequestBulkDialog chosen={changing} onClose={() => setChanging(null)} />}
      {opened === 'settings' && <SettingsDialog onClose={() => setOpened(null)} />}
      {opened === 'invoice' && <InvoiceDialog onClose={() => setOpened(null)} />}
      {opened === 'buy' && <WhatToBuyDialog onClose={() => setOpened(null)} />}
    </Page>
  );
}
