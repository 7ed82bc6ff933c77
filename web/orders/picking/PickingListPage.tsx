import { Button } from '@mantine/core';
import { IconRipple } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { type PickingRow, pickingFilter, pickingSorts } from '#contract/orders/picking.ts';
import { pickingStates } from '#contract/orders/picking-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';
import { TimeLeft } from '../checkout/TimeLeft.tsx';
import { Lanes } from './Lanes.tsx';
import { OwnLists } from './OwnLists.tsx';
import { pickingBadges } from './picking-badges.ts';

const refreshMs = 30_000;

function ToRules() {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  if (!can('waves.read')) return null;
  return (
    <Button
      component={Link}
      to={paths.orders.waves()}
      variant="default"
      leftSection={<IconRipple size={18} aria-hidden />}
    >
      {t('waves.title')}
    </Button>
  );
}

/** Sales to pick, and the picking lists. */
export default function PickingListPage() {
  const { t } = useTranslation('orders');
  const list = useListState({ fields: pickingFilter, sorts: pickingSorts, sort: '-id' });
  const lists = useApi(api.picking.list, { query: list.query });
  const warehouses = useWarehouseOptions();
  const waiting = useApi(api.picking.lanes, {}, { every: refreshMs });
  const { session } = useSession();
  const mine = useApi(api.picking.list, {
    query: { query: `state:in_progress assignee:${session?.user.id ?? 0}`, size: '5' },
  });
  const columns: Column<PickingRow, string, SortKey<typeof pickingSorts>>[] = [
    {
      key: 'id',
      label: t('picking.number'),
      cell: (row) => `#${row.id}`,
      sort: 'id',
      width: 80,
      card: 'title',
    },
    {
      key: 'state',
      label: t('picking.state'),
      cell: (row) => <StateBadge {...pickingBadges[row.state]} label={t(`picking.states.${row.state}`)} />,
      width: 180,
      card: 'badge',
    },
    { key: 'warehouse', label: t('picking.warehouse'), cell: (row) => row.warehouse.name, width: 130 },
    {
      key: 'assignee',
      label: t('picking.assignee'),
      cell: (row) => row.assignee?.name ?? t('picking.anyone'),
      width: 140,
    },
    { key: 'rule', label: t('picking.rule'), cell: (row) => row.rule, width: 130 },
    { key: 'sales', label: t('picking.sales'), cell: (row) => row.saleCount, align: 'right', width: 85 },
    {
      key: 'progress',
      label: t('picking.progress'),
      cell: (row) => t('picking.done', { done: row.pickedCount, all: row.unitCount }),
      width: 110,
    },
    {
      key: 'limit',
      label: t('picking.limit'),
      cell: (row) =>
        (row.state === 'open' || row.state === 'in_progress') && <TimeLeft limit={row.dispatchLimit} />,
      width: 190,
    },
    {
      key: 'putBack',
      label: t('picking.putBackShort'),
      cell: (row) => row.putBackCount || '',
      align: 'right',
      width: 110,
    },
    {
      key: 'created',
      label: t('picking.created'),
      cell: (row) => <Instant value={row.createdAt} />,
      width: 160,
    },
  ];
  // Rendered above the lists, which would move if it were loaded later.
  if (!waiting.data || mine.isPending)
    return (
      <UnreadPage
        title={t('picking.title')}
        failed={actMessage('failures', 'picking.lanes')}
        result={waiting}
      />
    );
  return (
    <Page title={t('picking.title')} actions={<ToRules />}>
      {mine.data && mine.data.items.length > 0 && <OwnLists lists={mine.data.items} />}
      <Lanes lanes={waiting.data.lanes} />
      <FilterBar
        list={list}
        wordless
        controls={[
          {
            field: 'state',
            label: t('picking.state'),
            options: pickingStates.map((value) => ({ value, label: t(`picking.states.${value}`) })),
          },
          { field: 'warehouse', label: t('picking.warehouse'), options: warehouses ?? [] },
        ]}
      />
      <DataTable
        name="picking"
        label={t('picking.title')}
        list={list}
        result={lists}
        failed={actMessage('failures', 'picking.list')}
        columns={columns}
        link={(row) => paths.orders.pickingList(row.id)}
        rowName={(row) => `#${row.id}`}
        empty={{
          title: t('picking.empty'),
          hint: t('picking.emptyHint'),
          action: <GoTo place="checkoutList" to={paths.orders.checkoutList()} permission="checkout.read" />,
        }}
      />
    </Page>
  );
}
