import { IconPackageExport, IconPencil, IconPlus } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import { type ListedVolume, volumeFilter, volumeSorts } from '#contract/inventory/volume.ts';
import { volumeStates } from '#contract/inventory/volume-states.ts';
import { useAct } from '../../acts.ts';
import { useImportAction } from '../../business/imports/import-action.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Code, Instant, Quantity } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { type Chosen, refusedByAll } from '../../ui/table/row-selection.ts';
import { useWarehouseOptions } from '../warehouse-options.ts';
import { volumeBadges } from './volume-badges.ts';
import { asTask } from './volume-task.ts';

const VolumeBulkDialog = lazyWithFallback(() => import('./VolumeBulkDialog.tsx'));
const VolumeCreateDialog = lazyWithFallback(() => import('./VolumeCreateDialog.tsx'));
const VolumeDrawer = lazyWithFallback(() => import('./VolumeDrawer.tsx'));

/** The open volume is part of the address, so a link, a scan and the back button open it as well. */
function useOpenVolume() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const router = useRouter();
  const go = useGo();
  const pathOf = (id: number | undefined, drop: string[] = []) => {
    const now = router.state.location.search as Record<string, string | undefined>;
    const kept = Object.fromEntries(Object.entries(now).filter(([key]) => !drop.includes(key)));
    return paths.inventory.volumes({ ...kept, volume: id });
  };
  return {
    id: Number(search.volume) || null,
    /** The act to start, if the link names one. */
    act: search.act,
    pathOf,
    open: (id: number) => go(pathOf(id)),
    /** A scanned code opens its volume and leaves the search field free. */
    openScanned: (id: number) => go(pathOf(id, ['query', 'page', 'after']), { replace: true }),
    close: () => go(pathOf(undefined, ['act'])),
  };
}

const wholeCode = /^V\d{6,}$/i;

export default function VolumeListPage() {
  const { t } = useTranslation('inventory');
  const [creating, setCreating] = useState(false);
  const [changing, setChanging] = useState<Chosen<ListedVolume> | null>(null);
  const importing = useImportAction('volumes');
  const list = useListState({ fields: volumeFilter, sorts: volumeSorts, sort: '-created' });
  const volumes = useApi(api.volumes.list, { query: list.query });
  const opened = useOpenVolume();
  const go = useGo();
  const returnToVendor = useAct(api.vendorReturns.create, {
    onSuccess: ({ id }) => go(paths.inventory.vendorReturn(id)),
  });
  const { words } = list;
  const scanned =
    wholeCode.test(words) && !volumes.isFetching
      ? volumes.data?.items.find((row) => row.code === words.toUpperCase())?.id
      : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per code that was read
  useEffect(() => {
    if (scanned !== undefined) opened.openScanned(scanned);
  }, [scanned]);
  const create = {
    key: 'new',
    label: t('volumes.new'),
    icon: IconPlus,
    tone: 'primary' as const,
    permission: 'volumes.create' as const,
    run: () => setCreating(true),
  };
  return (
    <Page title={t('volumes.title')} actions={<Actions items={[create, importing]} />}>
      <FilterBar
        list={list}
        placeholder={t('volumes.search')}
        controls={[
          {
            field: 'state',
            label: t('volumes.state'),
            options: volumeStates.map((value) => ({ value, label: t(`volumeState.${value}`) })),
          },
          { field: 'warehouse', label: t('volumes.warehouse'), options: useWarehouseOptions() ?? [] },
          { field: 'product', label: t('volumes.product') },
          { field: 'launched', label: t('volumes.launched') },
        ]}
      />
      <DataTable
        name="volumes"
        label={t('volumes.title')}
        list={list}
        result={volumes}
        failed={actMessage('failures', 'volumes.list')}
        columns={useVolumeColumns()}
        link={(row) => opened.pathOf(row.id)}
        rowName={(row) => row.code}
        bulkEverything
        bulk={(chosen) => [
          {
            key: 'change',
            label: t('volumes.changeMany'),
            icon: IconPencil,
            permission: 'volumes.update',
            run: () => setChanging(chosen),
          },
          {
            key: 'vendorReturn',
            label: t('vendorReturns.fromVolumes'),
            icon: IconPackageExport,
            permission: 'volumes.update',
            refused: chosen.all
              ? t('volumes.returnSelected')
              : refusedByAll(chosen, (row) => row.state === 'blocked', t('volumes.returnBlocked')),
            run: () => returnToVendor.run({ body: { volumeIds: chosen.rows.map(({ id }) => id) } }),
          },
        ]}
        exportFrom={api.volumes.export}
        empty={{
          title: t('volumes.empty'),
          hint: t('volumes.emptyHint'),
          action: <Actions items={[create]} />,
        }}
      />
      {creating && (
        <VolumeCreateDialog
          close={() => setCreating(false)}
          created={(id) => {
            setCreating(false);
            opened.open(id);
          }}
        />
      )}
      {changing && <VolumeBulkDialog chosen={changing} onClose={() => setChanging(null)} />}
      {opened.id !== null && (
        <VolumeDrawer key={opened.id} id={opened.id} begin={asTask(opened.act)} close={opened.close} />
      )}
    </Page>
  );
}

function useVolumeColumns(): Column<
  ListedVolume,
  ExportKey<typeof api.volumes.export>,
  SortKey<typeof volumeSorts>
>[] {
  const { t } = useTranslation('inventory');
  return [
    {
      key: 'code',
      file: ['code', 'name'],
      label: t('volumes.code'),
      cell: (row) => (hasOwnName(row) ? `${row.code} · ${row.name}` : row.code),
      sort: 'code',
      width: 140,
      card: 'title',
    },
    {
      key: 'state',
      label: t('volumes.state'),
      cell: (row) => <StateBadge {...volumeBadges[row.state]} label={t(`volumeState.${row.state}`)} />,
      width: 130,
      card: 'badge',
    },
    {
      key: 'products',
      label: t('volumes.products'),
      cell: (row) => <span className={cells.cut}>{contentsOf(row, t)}</span>,
    },
    {
      key: 'units',
      label: t('volumes.units'),
      cell: (row) => <Quantity value={row.units} />,
      align: 'right',
      width: 90,
    },
    { key: 'warehouse', label: t('volumes.warehouse'), cell: (row) => row.warehouse.name, width: 150 },
    {
      key: 'position',
      label: t('volumes.position'),
      cell: (row) => (row.position ? <Code>{row.position.code}</Code> : '—'),
      width: 130,
    },
    {
      key: 'launched',
      label: t('volumes.launched'),
      cell: (row) => <Instant value={row.launchedAt} />,
      sort: 'launched',
      width: 148,
    },
    {
      key: 'checked',
      label: t('volumes.lastCheck'),
      cell: (row) => <Instant value={row.lastCheckAt} />,
      sort: 'checked',
      width: 150,
      hidden: true,
    },
    {
      key: 'created',
      label: t('volumes.created'),
      cell: (row) => <Instant value={row.createdAt} />,
      sort: 'created',
      width: 150,
      hidden: true,
    },
  ];
}

type Translate = ReturnType<typeof useTranslation<'inventory'>>['t'];

/** A received volume has the name of its product, which is already shown beside it. */
function hasOwnName({ name, products }: ListedVolume): boolean {
  return name !== '' && !products.some((product) => product.startsWith(name));
}

function contentsOf(row: ListedVolume, t: Translate): string {
  const names = row.products.join(', ');
  const rest = row.productCount - row.products.length;
  return rest > 0 ? t('volumes.more', { names, count: rest }) : names || '—';
}
