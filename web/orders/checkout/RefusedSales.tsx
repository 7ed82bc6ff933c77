import { Anchor } from '@mantine/core';
import { IconArrowsExchange, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import {
  type RefusalState,
  type RefusedSale,
  refusalCauses,
  refusalStates,
  refusedSaleFilter,
  refusedSaleSorts,
} from '#contract/orders/refused-sale.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { StateBadge, type StateVariant } from '../../ui/page/StateBadge.tsx';
import { Instant, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';

const badges: Record<RefusalState, StateVariant> = {
  waiting: { tone: 'info', icon: IconClockHour4 },
  moved: { tone: 'neutral', icon: IconArrowsExchange },
  canceled: { tone: 'neutral', icon: IconCircleX },
};

/** Sales that were refused or short here, also when another supplier ships them now. */
export function RefusedSales() {
  const { t } = useTranslation('orders');
  const list = useListState({ fields: refusedSaleFilter, sorts: refusedSaleSorts, sort: '-id' });
  const found = useApi(api.refusedSales.list, { query: list.query });
  const warehouses = useWarehouseOptions();
  const columns: Column<RefusedSale, string, SortKey<typeof refusedSaleSorts>>[] = [
    {
      key: 'sale',
      label: t('refusedSales.sale'),
      // The current supplier is not shown to anybody else.
      cell: (row) =>
        row.state === 'moved' ? (
          t('saleNumber', { number: row.sale })
        ) : (
          <Anchor data-touch fw={700} component={Link} to={paths.orders.pack(row.sale)}>
            {t('saleNumber', { number: row.sale })}
          </Anchor>
        ),
      width: 110,
      card: 'title',
    },
    {
      key: 'state',
      label: t('refusedSales.state'),
      cell: (row) => <StateBadge {...badges[row.state]} label={t(`refusedSales.states.${row.state}`)} />,
      width: 230,
      card: 'badge',
    },
    {
      key: 'cause',
      label: t('refusedSales.cause'),
      cell: (row) => t(`refusedSales.causes.${row.cause}`),
      width: 150,
    },
    { key: 'reason', label: t('refusedSales.reason'), cell: (row) => row.reason, width: 240 },
    { key: 'items', label: t('refusedSales.items'), cell: (row) => row.items, width: 300 },
    {
      key: 'units',
      label: t('refusedSales.units'),
      cell: (row) => <Quantity value={row.unitCount} />,
      align: 'right',
      width: 100,
      hidden: true,
    },
    { key: 'seller', label: t('refusedSales.seller'), cell: (row) => row.seller.name, width: 180 },
    { key: 'warehouse', label: t('refusedSales.warehouse'), cell: (row) => row.warehouse?.name, width: 150 },
    {
      key: 'at',
      label: t('refusedSales.refusedAt'),
      cell: (row) => <Instant value={row.refusedAt} />,
      sort: 'id',
      width: 160,
    },
    { key: 'by', label: t('refusedSales.by'), cell: (row) => row.author, width: 170 },
    {
      key: 'moved',
      label: t('refusedSales.movedAt'),
      cell: (row) => row.movedAt && <Instant value={row.movedAt} />,
      width: 170,
    },
  ];
  return (
    <>
      <FilterBar
        list={list}
        controls={[
          {
            field: 'state',
            label: t('refusedSales.state'),
            options: refusalStates.map((value) => ({ value, label: t(`refusedSales.states.${value}`) })),
          },
          {
            field: 'cause',
            label: t('refusedSales.cause'),
            options: refusalCauses.map((value) => ({ value, label: t(`refusedSales.causes.${value}`) })),
          },
          { field: 'warehouse', label: t('refusedSales.warehouse'), options: warehouses ?? [] },
          { field: 'refused', label: t('refusedSales.refusedAt') },
        ]}
      />
      <DataTable
        name="refused-sales"
        label={t('refusedSales.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'refusedSales.list')}
        columns={columns}
        rowName={(row) => t('saleNumber', { number: row.sale })}
        empty={{
          title: t('refusedSales.empty'),
          hint: t('refusedSales.emptyHint'),
          noAction: 'none is the aim',
        }}
      />
    </>
  );
}
