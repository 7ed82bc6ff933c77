import { Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type Batch, batchFilter, batchSorts, expiryWindows } from '#contract/inventory/batch.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Day, Quantity } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { nameOfGoods } from '../name-of-goods.ts';
import { useWarehouseOptions } from '../warehouse-options.ts';
import { ExpiryBadge } from './ExpiryBadge.tsx';
import { ExpiryBars } from './ExpiryBars.tsx';
import { LotDialog } from './LotDialog.tsx';

/** Lots by expiry, the earliest first. */
export default function LotListPage() {
  const { t } = useTranslation('inventory');
  const list = useListState({ fields: batchFilter, sorts: batchSorts, sort: 'expires' });
  const lots = useApi(api.batches.list, { query: list.query });
  const [correcting, setCorrecting] = useState<Batch | null>(null);
  return (
    <Page title={t('lots.title')}>
      <ExpiryBars list={list} />
      <FilterBar
        list={list}
        controls={[
          {
            field: 'due',
            label: t('lots.due'),
            options: expiryWindows.map((value) => ({ value, label: t(`lots.window.${value}`) })),
          },
          { field: 'warehouse', label: t('volumes.warehouse'), options: useWarehouseOptions() ?? [] },
          { field: 'product', label: t('lots.product') },
          { field: 'expires', label: t('lots.expires') },
        ]}
      />
      <DataTable
        name="lots"
        label={t('lots.title')}
        list={list}
        result={lots}
        failed={actMessage('failures', 'batches.list')}
        columns={useLotColumns(setCorrecting)}
        link={(row) => paths.inventory.volumes({ query: `batch:${row.id}` })}
        rowName={(row) => row.code}
        empty={{
          title: t('lots.empty'),
          hint: t('lots.emptyHint'),
          action: <GoTo place="receiving" to={paths.inventory.receiveList()} permission="receiving.read" />,
        }}
      />
      {correcting && <LotDialog lot={correcting} close={() => setCorrecting(null)} />}
    </Page>
  );
}

function useLotColumns(correct: (lot: Batch) => void): Column<Batch, string, SortKey<typeof batchSorts>>[] {
  const { t } = useTranslation(['inventory', 'ui']);
  const remove = useAct(api.batches.remove);
  return [
    {
      key: 'product',
      label: t('lots.product'),
      cell: (row) => nameOfGoods(row),
      card: 'title',
    },
    { key: 'code', label: t('lots.one'), cell: (row) => row.code, sort: 'code', width: 150 },
    { key: 'sku', label: t('lots.sku'), cell: (row) => row.sku, width: 150, hidden: true },
    {
      key: 'expires',
      label: t('lots.expires'),
      cell: (row) => <Day value={row.expiresOn} />,
      sort: 'expires',
      width: 120,
    },
    {
      key: 'due',
      label: t('lots.due'),
      cell: (row) => <ExpiryBadge daysLeft={row.daysLeft} />,
      width: 190,
      card: 'badge',
    },
    {
      key: 'units',
      label: t('lots.units'),
      cell: (row) => (
        <div className={cells.stacked}>
          <Quantity value={row.units} />
          {row.held !== null && row.held > 0 && (
            <Text size="xs" c="dimmed">
              {t('lots.heldUnits', { count: row.held })}
            </Text>
          )}
        </div>
      ),
      align: 'right',
      width: 120,
    },
    {
      key: 'volumes',
      label: t('lots.volumes'),
      cell: (row) => <Quantity value={row.volumes} />,
      align: 'right',
      width: 100,
    },
    {
      key: 'actions',
      label: t('ui:table.actions'),
      card: 'acts',
      width: 80,
      align: 'right',
      cell: (row) => (
        <Actions
          size="xs"
          items={[
            {
              key: 'correct',
              label: t('lots.correct'),
              icon: IconPencil,
              secondary: true,
              permission: 'batches.update',
              run: () => correct(row),
            },
            {
              key: 'remove',
              label: t('lots.remove'),
              icon: IconTrash,
              tone: 'bad',
              secondary: true,
              permission: 'batches.delete',
              refused: row.volumes > 0 && t('lots.inVolumes'),
              confirm: {
                title: t('lots.removeSure', { code: row.code }),
                confirm: t('lots.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ params: { id: row.id } }),
            },
          ]}
        />
      ),
    },
  ];
}
