import { IconClockExclamation } from '@tabler/icons-react';
import { formatDay } from '#contract/dates.ts';
import type { api } from '#contract/index.ts';
import type { ListedSupplyRequest, supplyRequestSorts } from '#contract/supply/supply-request-row.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Day, Instant, Money, Numbered, Quantity } from '../../ui/page/values.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { requestBadges } from './request-badges.ts';

/** Columns of all lists of supply requests. */
export function useRequestColumns(): Column<
  ListedSupplyRequest,
  ExportKey<typeof api.supplyRequests.export>,
  SortKey<typeof supplyRequestSorts>
>[] {
  const { t } = useTranslation('supply');
  return [
    {
      key: 'number',
      label: t('requests.number'),
      sort: 'number',
      width: 90,
      card: 'title',
      cell: (row) => <Numbered noun={t('requests.one')}>{row.number}</Numbered>,
    },
    { key: 'supplier', label: t('requests.supplier'), sort: 'supplier', cell: (row) => row.supplier.name },
    {
      key: 'state',
      label: t('requests.state'),
      width: 172,
      card: 'badge',
      cell: (row) => <StateBadge {...requestBadges[row.state]} label={t(`requestState.${row.state}`)} />,
    },
    { key: 'warehouse', label: t('requests.warehouse'), width: 160, cell: (row) => row.warehouse.name },
    {
      key: 'delivery',
      label: t('requests.estimatedDelivery'),
      sort: 'delivery',
      width: 145,
      cell: (row) =>
        row.late ? (
          <StateBadge tone="bad" icon={IconClockExclamation} label={formatDay(row.estimatedDelivery ?? '')} />
        ) : (
          <Day value={row.estimatedDelivery} />
        ),
    },
    {
      key: 'products',
      label: t('requests.totalProducts'),
      align: 'right',
      width: 100,
      cell: (row) =>
        row.totalProducts === null ? t('requests.hiddenCount') : <Quantity value={row.totalProducts} />,
    },
    {
      key: 'total',
      label: t('requests.total'),
      sort: 'total',
      align: 'right',
      width: 120,
      permission: 'prices.read',
      cell: (row) => <Money value={row.totalCentavos} />,
    },
    {
      key: 'created',
      label: t('requests.created'),
      sort: 'created',
      width: 150,
      card: 'hide',
      cell: (row) => <Instant value={row.createdAt} />,
    },
    {
      key: 'createdBy',
      label: t('requests.createdBy'),
      width: 150,
      hidden: true,
      cell: (row) => row.createdBy,
    },
  ];
}
