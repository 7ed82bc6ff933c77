import { Anchor, Button } from '@mantine/core';
import {
  IconCopy,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconRefreshDot,
  IconRefreshOff,
  IconRoute,
  IconSitemap,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import {
  type InventoryLocation,
  locationFilter,
  locationSorts,
} from '#contract/inventory/inventory-location.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { useSession } from '../../use-session.ts';
import type { LabeledPlaces } from '../places/PlaceLabelsDialog.tsx';
import { useWarehouseOptions } from '../warehouse-options.ts';
import { LocationCode } from './LocationCode.tsx';
import { LocationDialog, type LocationTask } from './LocationDialog.tsx';

const PlaceLabelsDialog = lazyWithFallback(() => import('../places/PlaceLabelsDialog.tsx'));

export default function LocationListPage() {
  const { t } = useTranslation(['inventory', 'ui']);
  const { can } = useSession();
  const [task, setTask] = useState<LocationTask | null>(null);
  const [labeled, setLabeled] = useState<LabeledPlaces | null>(null);
  const list = useListState({ fields: locationFilter, sorts: locationSorts, sort: 'code', size: 100 });
  const locations = useApi(api.inventoryLocations.list, { query: list.query });
  const warehouses = useWarehouseOptions();
  const noWarehouse = warehouses?.length === 0;
  const mark = useTurnover();
  const create = { key: 'new', label: t('locations.new'), icon: IconPlus, tone: 'primary' as const };
  return (
    <Page
      title={t('locations.title')}
      actions={
        <Actions
          items={[
            {
              ...create,
              permission: 'locations.create',
              refused: noWarehouse && t('locations.emptyNoWarehouse'),
              run: () => setTask({ kind: 'create' }),
            },
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        controls={[
          { field: 'warehouse', label: t('locations.warehouse'), options: warehouses ?? [] },
          { field: 'prefix', label: t('locations.prefix') },
          { field: 'turnover', label: t('locations.turnover') },
          { field: 'root', label: t('locations.root') },
          { field: 'leaf', label: t('placeLabels.leaves') },
        ]}
      />
      <DataTable
        name="locations"
        label={t('locations.title')}
        list={list}
        result={locations}
        failed={actMessage('failures', 'inventoryLocations.list')}
        columns={[...useLocationColumns(setTask, setLabeled)]}
        rowName={(row) => row.code}
        bulkEverything
        bulk={(chosen) => [
          {
            key: 'labels',
            label: t('placeLabels.act'),
            icon: IconPrinter,
            permission: 'locations.label',
            run: () => setLabeled(chosen),
          },
          {
            key: 'turnover',
            label: t('locations.markTurnover'),
            icon: IconRefreshDot,
            permission: 'locations.update',
            run: () => mark(chosen, true),
          },
          {
            key: 'no-turnover',
            label: t('locations.unmarkTurnover'),
            icon: IconRefreshOff,
            permission: 'locations.update',
            run: () => mark(chosen, false),
          },
        ]}
        empty={{
          title: t('locations.empty'),
          hint: t(noWarehouse ? 'locations.emptyNoWarehouse' : 'locations.emptyHint'),
          action: noWarehouse ? (
            can('warehouses.create') && (
              <Button component={Link} to={paths.inventory.createWarehouse()}>
                {t('warehouses.new')}
              </Button>
            )
          ) : (
            <Actions
              items={[{ ...create, permission: 'locations.create', run: () => setTask({ kind: 'create' }) }]}
            />
          ),
        }}
      />
      {labeled && <PlaceLabelsDialog places={labeled} close={() => setLabeled(null)} />}
      {task && <LocationDialog task={task} close={() => setTask(null)} />}
    </Page>
  );
}

function useTurnover() {
  const change = useAct(api.inventoryLocations.bulkUpdate, { success: false });
  return async (chosen: Chosen<InventoryLocation>, turnover: boolean) => {
    const outcome = await change.run({ body: { ...chosen.body, change: { turnover } } });
    if (outcome.ok)
      chosen.settle(outcome.response, actMessage('successes', 'inventoryLocations.bulkUpdate') ?? '');
  };
}

function useLocationColumns(
  setTask: (task: LocationTask) => void,
  label: (places: LabeledPlaces) => void,
): readonly Column<InventoryLocation, string, SortKey<typeof locationSorts>>[] {
  const { t } = useTranslation(['inventory', 'ui']);
  const remove = useAct(api.inventoryLocations.remove);
  return [
    {
      key: 'code',
      label: t('locations.code'),
      cell: (row) => <LocationCode location={row} />,
      sort: 'code',
      width: 300,
      card: 'title',
    },
    {
      key: 'warehouse',
      label: t('locations.warehouse'),
      cell: (row) => row.warehouse.name,
      sort: 'warehouse',
    },
    {
      key: 'walk',
      label: t('locations.walk'),
      cell: (row) => row.walk ?? '—',
      sort: 'walk',
      align: 'right',
      width: 110,
    },
    {
      key: 'children',
      label: t('locations.children'),
      cell: (row) => <Quantity value={row.children} />,
      align: 'right',
      width: 120,
    },
    {
      key: 'volumes',
      label: t('locations.volumes'),
      cell: (row) =>
        row.volumes === 0 ? (
          '0'
        ) : (
          <Anchor data-touch component={Link} to={paths.inventory.volumes({ query: `position:${row.id}` })}>
            <Quantity value={row.volumes} />
          </Anchor>
        ),
      align: 'right',
      width: 110,
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
              key: 'labels',
              label: t('placeLabels.act'),
              icon: IconPrinter,
              secondary: true,
              permission: 'locations.label',
              run: () => label({ count: 1, body: { ids: [row.id] } }),
            },
            {
              key: 'inside',
              label: t('locations.inside'),
              icon: IconSitemap,
              secondary: true,
              permission: 'locations.create',
              run: () => setTask({ kind: 'create', parent: row }),
            },
            {
              key: 'duplicate',
              label: t('locations.duplicate'),
              icon: IconCopy,
              secondary: true,
              permission: 'locations.create',
              run: () => setTask({ kind: 'duplicate', location: row }),
            },
            {
              key: 'arrange',
              label: t('locations.arrange'),
              icon: IconRoute,
              secondary: true,
              permission: 'locations.update',
              to: row.parent
                ? paths.inventory.walkInside(row.parent.id)
                : paths.inventory.walk(row.warehouse.id),
            },
            {
              key: 'edit',
              label: t('locations.rename'),
              icon: IconPencil,
              secondary: true,
              permission: 'locations.update',
              run: () => setTask({ kind: 'edit', location: row }),
            },
            {
              key: 'remove',
              label: t('locations.remove'),
              icon: IconTrash,
              tone: 'bad',
              secondary: true,
              permission: 'locations.delete',
              refused: (row.children > 0 || row.volumes > 0) && t('locations.held'),
              confirm: {
                title: t('locations.removeSure', { code: row.code }),
                confirm: t('locations.remove'),
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
