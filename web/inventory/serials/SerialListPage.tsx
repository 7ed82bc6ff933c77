import { useSearch } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import { type Serial, serialFilter, serialSorts, serialStates } from '#contract/inventory/serial.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Code, Instant } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { serialBadges } from './serial-badges.ts';

const SerialDrawer = lazyWithFallback(() => import('./SerialDrawer.tsx'));

/** Serial numbers and where their units are; the open one is part of the address. */
export default function SerialListPage() {
  const { t } = useTranslation('inventory');
  const list = useListState({ fields: serialFilter, sorts: serialSorts, sort: '-changed' });
  const serials = useApi(api.serials.list, { query: list.query });
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const go = useGo();
  const opened = Number(search.serial) || null;
  const pathOf = (serial: number | undefined) => paths.inventory.serials({ ...search, serial });
  return (
    <Page title={t('serials.title')}>
      <FilterBar
        list={list}
        placeholder={t('serials.scan')}
        controls={[
          {
            field: 'state',
            label: t('serials.state'),
            options: serialStates.map((value) => ({ value, label: t(`serials.states.${value}`) })),
          },
          { field: 'code', label: t('serials.one') },
          { field: 'changed', label: t('serials.changed') },
        ]}
      />
      <DataTable
        name="serials"
        label={t('serials.title')}
        list={list}
        result={serials}
        failed={actMessage('failures', 'serials.list')}
        columns={useSerialColumns()}
        link={(row) => pathOf(row.id)}
        rowName={(row) => row.code}
        exportFrom={api.serials.export}
        empty={{
          title: t('serials.empty'),
          hint: t('serials.emptyHint'),
          action: <GoTo place="receiving" to={paths.inventory.receiveList()} permission="receiving.read" />,
        }}
      />
      {opened !== null && (
        <SerialDrawer key={opened} id={opened} close={() => go(pathOf(undefined), { replace: true })} />
      )}
    </Page>
  );
}

type SerialColumn = Column<Serial, ExportKey<typeof api.serials.export>, SortKey<typeof serialSorts>>;

function useSerialColumns(): SerialColumn[] {
  const { t } = useTranslation(['inventory', 'orders']);
  return [
    {
      key: 'code',
      label: t('serials.one'),
      cell: (row) => <Code>{row.code}</Code>,
      sort: 'code',
      card: 'title',
    },
    { key: 'product', label: t('serials.product'), cell: (row) => row.product.name },
    {
      key: 'variation',
      label: t('serials.variation'),
      cell: (row) => row.variation.name,
      width: 140,
      hidden: true,
    },
    { key: 'sku', label: 'SKU', cell: (row) => row.sku, width: 150 },
    {
      key: 'state',
      label: t('serials.state'),
      cell: (row) => <StateBadge {...serialBadges[row.state]} label={t(`serials.states.${row.state}`)} />,
      width: 150,
      card: 'badge',
    },
    {
      key: 'sale',
      label: t('serials.sale'),
      cell: (row) => row.sale && t('orders:saleNumber', { number: row.sale }),
      width: 130,
    },
    {
      key: 'changed',
      label: t('serials.changed'),
      cell: (row) => <Instant value={row.changedAt} />,
      sort: 'changed',
      width: 160,
    },
  ];
}
