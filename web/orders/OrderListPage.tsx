import { Stack } from '@mantine/core';
import {
  IconFileSpreadsheet,
  IconFileUpload,
  IconLinkOff,
  IconPlus,
  IconPrinter,
  IconTags,
} from '@tabler/icons-react';
import { useState } from 'react';
import { homeListOf } from '#contract/business/home-lists.ts';
import { leaveOut } from '#contract/filter.ts';
import { api } from '#contract/index.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import { documentStates, type OrderListRow, orderFilter, orderSorts } from '#contract/orders/order.ts';
import { approvalReasons, isBeforeDispatch, orderStatuses } from '#contract/orders/order-states.ts';
import { usePasswordGate } from '../account/password-gate.tsx';
import { TagChips } from '../business/tags/TagChips.tsx';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import type { Action } from '../ui/actions/action.ts';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import type { FilterControl } from '../ui/filter/filter-control.ts';
import { StatusTabs } from '../ui/filter/StatusTabs.tsx';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Money, ShortInstant } from '../ui/page/values.tsx';
import cells from '../ui/table/cells.module.css';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../ui/table/data-table.ts';
import { useListState } from '../ui/table/list-state.ts';
import type { Chosen } from '../ui/table/row-selection.ts';
import { useSession } from '../use-session.ts';
import { OrderBadge, useLate } from './OrderBadge.tsx';
import { useReminder } from './use-reminder.ts';

const InvoicesDialog = lazyWithFallback(() => import('./InvoicesDialog.tsx'));
const FiscalDialog = lazyWithFallback(() => import('./fiscal/FiscalDialog.tsx'));
const TagBulkDialog = lazyWithFallback(() => import('./tags/TagBulkDialog.tsx'));
const TagsDialog = lazyWithFallback(() => import('../business/tags/TagsDialog.tsx'));
const LabelsDialog = lazyWithFallback(() => import('./LabelsDialog.tsx'));

/** The list of late sales is worked off by deadline and supplier. */
const isLate = (status: readonly string[] | undefined) => status?.length === 1 && status[0] === 'late';

export default function OrderListPage() {
  const gate = usePasswordGate();
  const { t } = useTranslation(['orders', 'ui']);
  const list = useListState({
    fields: orderFilter,
    sorts: orderSorts,
    sort: ({ status }) => (isLate(status) ? 'limit' : '-purchased'),
  });
  const [printing, setPrinting] = useState<Chosen<OrderListRow> | null>(null);
  const [exporting, setExporting] = useState<Chosen<OrderListRow> | null>(null);
  const [uploading, setUploading] = useState(false);
  const [tagging, setTagging] = useState<Chosen<OrderListRow> | null>(null);
  const [managing, setManaging] = useState(false);
  const sales = useApi(api.orders.list, { query: list.query });
  const controls = useControls(list);
  // A business without an account and without a sale has nothing to filter. Both are known before its first sale.
  const { session } = useSession();
  const isNew =
    session?.unusedAreas.includes('marketplaces') === true && !list.filtered && !sales.data?.items.length;
  const remind = useReminder();
  const create: Action = {
    key: 'new',
    label: t('list.new'),
    icon: IconPlus,
    tone: 'primary',
    permission: 'orders.create',
    to: paths.orders.create(),
  };
  return (
    <Page
      title={t('title')}
      actions={
        <Actions
          items={[
            {
              key: 'invoices',
              label: t('invoices.act'),
              icon: IconFileUpload,
              permission: 'checkout.document',
              run: () => setUploading(true),
            },
            {
              key: 'tags',
              label: t('tags.manage'),
              icon: IconTags,
              permission: 'orders.update',
              secondary: true,
              run: () => setManaging(true),
            },
            create,
          ]}
        />
      }
    >
      {gate.dialog}
      <Stack gap="sm">
        {!isNew && (
          <>
            <Tabs list={list} />
            <FilterBar list={list} controls={controls} shown={['status']} />
          </>
        )}
        <DataTable
          name="orders"
          label={t('title')}
          list={list}
          result={sales}
          failed={actMessage('failures', 'orders.list')}
          columns={useColumns(isLate(list.values.status))}
          link={(row) => paths.orders.order(row.id)}
          rowName={(row) => t('saleNumber', { number: row.id })}
          bulkEverything
          bulk={(chosen) => [
            {
              key: 'labels',
              label: t('labels.act'),
              icon: IconPrinter,
              permission: 'checkout.label',
              run: () => setPrinting(chosen),
            },
            {
              key: 'tags',
              label: t('tags.bulk'),
              icon: IconTags,
              permission: 'orders.update',
              run: () => setTagging(chosen),
            },
            remind(chosen),
            {
              key: 'fiscal',
              label: t('fiscal.export.act'),
              icon: IconFileSpreadsheet,
              permission: 'buyer-documents.export',
              run: () => setExporting(chosen),
            },
          ]}
          exportFrom={api.orders.export}
          onExportFailure={gate.handles}
          empty={{
            title: t('list.empty'),
            hint: t('list.emptyHint'),
            action: (
              <Actions
                items={[
                  create,
                  {
                    key: 'accounts',
                    label: t('ui:act.goTo', { place: t('ui:menu.accounts') }),
                    permission: 'accounts.read',
                    to: paths.marketplaces.accounts(),
                  },
                ]}
              />
            ),
          }}
        />
      </Stack>
      {uploading && <InvoicesDialog onClose={() => setUploading(false)} />}
      {exporting && <FiscalDialog chosen={exporting} onClose={() => setExporting(null)} />}
      {tagging && <TagBulkDialog chosen={tagging} onClose={() => setTagging(null)} />}
      {managing && <TagsDialog kind="orders" onClose={() => setManaging(false)} />}
      {printing && <LabelsDialog chosen={printing} of="orders" onClose={() => setPrinting(null)} />}
    </Page>
  );
}

function Tabs({ list }: { list: ReturnType<typeof useListState> }) {
  const { t } = useTranslation('orders');
  const counts = useApi(api.orders.counts, { query: { query: list.query.query } }).data;
  const chosen = list.values.status ?? [];
  const countOf = (status: string) => counts?.statuses.find((row) => row.status === status)?.count;
  const before = orderStatuses.slice(0, -2);
  const tabs = [
    { key: 'all' as const, label: t('all') },
    { key: 'late' as const, label: t('list.late'), count: counts?.late },
    ...before.map((status) => ({ key: status, label: t(`statuses.${status}`), count: countOf(status) })),
    // The number of finished sales only grows, so it is not shown.
    { key: 'complete' as const, label: t('statuses.complete') },
    { key: 'canceled' as const, label: t('statuses.canceled') },
  ];
  // Sales that will not be shipped unless the seller acts; the other filters stay, as with a status.
  const link = (figure: 'ordersUnlinked' | 'ordersRefused') => {
    const { query: wanted = '' } = homeListOf(figure, 'sales');
    const others = leaveOut(list.kept.query, ['status', 'linked', 'refused']).text;
    const query = [others, wanted].filter(Boolean).join(' ');
    return { to: paths.orders.list({ query }), chosen: list.kept.query === query };
  };
  const links = [
    { label: t('list.unlinked'), count: counts?.unlinked, ...link('ordersUnlinked') },
    { label: t('list.refused'), count: counts?.refused, ...link('ordersRefused') },
  ];
  return (
    <StatusTabs
      label={t('status')}
      tabs={tabs}
      links={links}
      chosen={chosen.length === 1 ? (chosen[0] ?? 'all') : chosen.length === 0 ? 'all' : ''}
      onChoose={(key) => list.setField('status', key === 'all' ? [] : [key])}
    />
  );
}

function useControls(list: ReturnType<typeof useListState>): FilterControl[] {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const accounts = useApi(
    api.marketplaceAccounts.list,
    { query: { size: '100' } },
    { enabled: can('accounts.read') },
  );
  const tags = useApi(api.ordersTags.list, { query: { size: '100' } });
  // One status is shown by its tab.
  const several = (list.values.status ?? []).length > 1;
  return [
    ...(several
      ? [
          {
            field: 'status',
            label: t('status'),
            options: orderFilter.status.values.map((value) => ({
              value,
              label: value === 'late' ? t('list.late') : t(`statuses.${value}`),
            })),
          },
        ]
      : []),
    {
      field: 'account',
      label: t('account'),
      options: (accounts.data?.items ?? []).map((account) => ({
        value: String(account.id),
        label: account.name,
      })),
    },
    {
      field: 'marketplace',
      label: t('marketplace'),
      options: [
        ...Object.entries(marketplaceNames).map(([value, label]) => ({ value, label })),
        { value: 'manual', label: t('manual') },
      ],
    },
    {
      field: 'tag',
      label: t('tags.title'),
      options: (tags.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { field: 'purchased', label: t('purchased') },
    { field: 'total', label: t('total') },
    {
      field: 'reason',
      label: t('list.reason'),
      options: approvalReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
    },
    {
      field: 'document',
      label: t('list.document'),
      options: documentStates.map((value) => ({ value, label: t(`documents.${value}`) })),
    },
  ];
}

/** The profit of a sale, marked as an upper bound if an amount is unknown. */
function Margin({ row: { linked, money } }: { row: OrderListRow }) {
  const { t } = useTranslation('orders');
  return (
    <span className={cells.whole}>
      {linked && money?.atMost && (
        <abbr
          className={cells.dim}
          style={{ textDecoration: 'none' }}
          title={t(money.fee === null ? 'beforeFee' : money.margin < 0 ? 'result.atLeast' : 'result.atMost')}
        >
          ≤{' '}
        </abbr>
      )}
      <Money value={linked ? money?.margin : null} />
    </span>
  );
}

/** The numbers of a sale at the marketplace and in the store, after its own. */
const remoteNumbers = ({ remoteOrderId, storeNumber }: OrderListRow) =>
  [remoteOrderId, storeNumber && `#${storeNumber}`].filter(Boolean).join(' · ');

function useColumns(
  late: boolean,
): Column<OrderListRow, ExportKey<typeof api.orders.export>, SortKey<typeof orderSorts>>[] {
  const { t } = useTranslation('orders');
  return [
    {
      key: 'number',
      file: ['sale', 'number'],
      label: t('sale'),
      cell: (row) => (
        <span className={cells.ofRoom}>
          {t('saleNumber', { number: row.id })}
          {!row.linked && (
            <IconLinkOff size={15} role="img" aria-label={t('flags.unlinked')} style={{ marginLeft: 6 }} />
          )}
          {remoteNumbers(row) && (
            <span className={cells.ifRoom}>
              {' · '}
              <span className={cells.tail} title={remoteNumbers(row)}>
                <bdi>{remoteNumbers(row)}</bdi>
              </span>
            </span>
          )}
        </span>
      ),
      width: 112,
      card: 'title',
    },
    {
      key: 'status',
      label: t('status'),
      cell: (row) => <OrderBadge order={row} compact />,
      width: 200,
      card: 'badge',
    },
    {
      key: 'limit',
      label: t('dispatchLimit'),
      cell: (row) => <Limit sale={row} />,
      sort: 'limit',
      width: 120,
    },
    {
      key: 'items',
      label: t('items'),
      cell: (row) => (
        <span className={cells.line}>
          {row.tags.length > 0 && <TagChips kind="orders" tags={row.tags} compact />}
          <span className={cells.cut} title={row.items}>
            {row.items}
          </span>
        </span>
      ),
      width: 192,
    },
    {
      key: 'total',
      label: t('total'),
      cell: (row) => <Money value={row.money?.total} />,
      align: 'right',
      sort: 'total',
      width: 104,
      permission: 'prices.read',
    },
    {
      key: 'purchased',
      label: t('purchased'),
      cell: (row) => <ShortInstant value={row.purchasedAt} />,
      sort: 'purchased',
      width: 122,
      hidden: late,
    },
    {
      key: 'supplier',
      label: t('supplier'),
      cell: (row) => row.supplier?.name ?? '—',
      width: 142,
      hidden: !late,
    },
    {
      key: 'margin',
      file: ['margin', 'marginBound'],
      label: t('margin'),
      cell: (row) => <Margin row={row} />,
      align: 'right',
      width: 100,
      permission: 'prices.read',
    },
    {
      key: 'buyer',
      label: t('buyer'),
      cell: (row) => (
        <span className={cells.cut} title={row.buyerName}>
          {row.buyerName || '—'}
        </span>
      ),
      sort: 'buyer',
      width: 108,
    },
    {
      key: 'tags',
      label: t('tags.title'),
      cell: (row) => <TagChips kind="orders" tags={row.tags} />,
      width: 140,
      hidden: true,
      card: 'hide',
    },
    {
      key: 'account',
      file: ['marketplace', 'account'],
      label: t('account'),
      cell: (row) => row.account?.name ?? t('manual'),
      width: 150,
      hidden: true,
      card: 'hide',
    },
    {
      key: 'tracking',
      label: t('tracking'),
      cell: (row) => row.trackingCode || '—',
      width: 170,
      hidden: true,
    },
    { key: 'pack', label: t('pack'), cell: (row) => row.packId ?? '—', width: 170, hidden: true },
    {
      key: 'storeNumber',
      label: t('storeNumberColumn'),
      cell: (row) => row.storeNumber || '—',
      width: 130,
      hidden: true,
    },
    {
      key: 'document',
      label: t('list.document'),
      cell: (row) => t(`documents.${row.document}`),
      width: 150,
      hidden: true,
    },
  ];
}

/** Red while the goods are here; of a sale that travels, the promise is late and not this. */
function Limit({ sale }: { sale: OrderListRow }) {
  const missed = useLate(sale) && isBeforeDispatch(sale.status);
  return (
    <span className={missed ? `${cells.bad} ${cells.strong}` : undefined}>
      <ShortInstant value={sale.dispatchLimit} />
    </span>
  );
}
