import { SegmentedControl } from '@mantine/core';
import { IconListCheck, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { formatInstant } from '#contract/dates.ts';
import { asksFor } from '#contract/filter.ts';
import { api } from '#contract/index.ts';
import { checkoutFilter, checkoutSorts } from '#contract/orders/checkout-filter.ts';
import type { CheckoutRow } from '#contract/orders/checkout-sale.ts';
import {
  approvalReasons,
  isBeforeDispatch,
  orderActs,
  statusesToShip,
} from '#contract/orders/order-states.ts';
import { usePasswordGate } from '../../account/password-gate.tsx';
import { useAct } from '../../acts.ts';
import { actMessage, type Translate, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import type { FilterControl } from '../../ui/filter/filter-control.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Instant } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { type Chosen, refusedByAll } from '../../ui/table/row-selection.ts';
import { OrderBadge } from '../OrderBadge.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RefusedSales } from './RefusedSales.tsx';
import { answerOf, isRefusal } from './shown-refusal.ts';
import { besideTimeLeft, TimeLeft } from './TimeLeft.tsx';

const LabelsDialog = lazyWithFallback(() => import('../LabelsDialog.tsx'));

const tabs = ['open', 'all', 'refused'] as const;

/** The sales of this side: those it ships, and those it refused. */
export default function CheckoutListPage() {
  const { t } = useTranslation('orders');
  const go = useGo();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const tab = tabs.find((known) => known === search.tab) ?? 'open';
  return (
    <Page
      title={t('bench.list.title')}
      trail={[{ label: t('bench.board.title'), to: paths.orders.checkout() }]}
    >
      <SegmentedControl
        size="lg"
        value={tab}
        aria-label={t('refusedSales.show')}
        onChange={(chosen) => go(paths.orders.checkoutList(chosen === 'open' ? {} : { tab: chosen }))}
        data={[
          { value: 'open', label: t('refusedSales.open') },
          { value: 'all', label: t('refusedSales.all') },
          { value: 'refused', label: t('refusedSales.tab') },
        ]}
        style={{ alignSelf: 'start' }}
      />
      {tab === 'refused' ? <RefusedSales /> : <SalesToShip key={tab} all={tab === 'all'} />}
    </Page>
  );
}

/** The dispatch limits that a link from a board filters by, in the words of the board. */
function dueControl(due: readonly string[], t: Translate<'orders'>): FilterControl[] {
  if (due.length === 0) return [];
  const words = (value: string) => {
    if (value === 'late') return t('bench.board.late');
    return value === 'none' ? t('bench.board.noLimit') : formatInstant(value);
  };
  const options = due.map((value) => ({ value, label: words(value) }));
  return [{ field: 'due', label: t('bench.dispatchLimit'), options }];
}

/** Sales to ship, the most urgent first; sent and finished ones only on request. */
function SalesToShip({ all }: { all: boolean }) {
  const gate = usePasswordGate();
  const { t } = useTranslation('orders');
  const go = useGo();
  const { query = '' }: { query?: string } = useSearch({ strict: false });
  const asksForStatus = asksFor(query, 'status');
  const list = useListState({
    fields: checkoutFilter,
    sorts: checkoutSorts,
    sort: 'limit',
    always: all || asksForStatus ? '' : `status:${statusesToShip.join(',')}`,
  });
  const [printing, setPrinting] = useState<Chosen<CheckoutRow> | null>(null);
  const sales = useApi(api.checkout.list, { query: list.query });
  const counts = useApi(api.checkout.counts, {});
  const collecting = useAct(api.checkout.collectMany, { success: false, onFailure: isRefusal });
  const [leaving, setLeaving] = useState<Chosen<CheckoutRow> | null>(null);
  const collect = async (chosen: Chosen<CheckoutRow>, reason: string) => {
    const done = await collecting.run({ body: { ...chosen.body, reason } });
    if (done.ok) chosen.settle(done.response, actMessage('successes', 'checkout.collectMany') ?? '');
    return answerOf(done);
  };
  const picking = useAct(api.picking.create, {
    success: false,
    onSuccess: (made) => go(paths.orders.pickingList(made.id)),
  });
  const makeList = (chosen: Chosen<CheckoutRow>) => picking.run({ body: chosen.body });
  const columns: Column<CheckoutRow, ExportKey<typeof api.checkout.export>, SortKey<typeof checkoutSorts>>[] =
    [
      {
        key: 'id',
        label: t('bench.sale'),
        cell: (row) => t('saleNumber', { number: row.id }),
        sort: 'id',
        width: 110,
        card: 'title',
      },
      {
        key: 'status',
        label: t('bench.status'),
        cell: (row) => <OrderBadge order={besideTimeLeft(row)} here />,
        width: 200,
        card: 'badge',
      },
      {
        key: 'limit',
        label: t('bench.dispatchLimit'),
        cell: (row) => isBeforeDispatch(row.status) && <TimeLeft limit={row.dispatchLimit} />,
        sort: 'limit',
        width: 190,
      },
      {
        key: 'items',
        label: t('bench.items'),
        cell: (row) => <span className={cells.cut}>{row.items}</span>,
        width: 260,
      },
      { key: 'units', label: t('bench.units'), cell: (row) => row.unitCount, align: 'right', width: 95 },
      { key: 'seller', label: t('bench.seller'), cell: (row) => row.seller.name, width: 160 },
      { key: 'warehouse', label: t('bench.warehouse'), cell: (row) => row.warehouse?.name, width: 150 },
      {
        key: 'remote',
        file: ['marketplace', 'remote'],
        label: t('bench.marketplace'),
        cell: (row) => row.remoteOrderId ?? t('manual'),
        width: 190,
      },
      { key: 'buyer', label: t('bench.buyer'), cell: (row) => row.buyerName, width: 180, hidden: true },
      {
        key: 'tracking',
        label: t('bench.tracking'),
        cell: (row) => row.trackingCode,
        width: 190,
        hidden: true,
      },
      {
        key: 'date',
        label: t('bench.purchased'),
        cell: (row) => <Instant value={row.purchasedAt} />,
        sort: 'date',
        width: 160,
        hidden: true,
      },
    ];
  return (
    <>
      <FilterBar
        list={list}
        controls={[
          {
            field: 'status',
            label: t('bench.status'),
            options: checkoutFilter.status.values.map((status) => ({
              value: status,
              label: t(`statuses.${status}`),
            })),
          },
          {
            field: 'warehouse',
            label: t('bench.warehouse'),
            options: (counts.data?.warehouses ?? []).map(({ id, name }) => ({
              value: String(id),
              label: name,
            })),
          },
          { field: 'limit', label: t('bench.due') },
          {
            field: 'reason',
            label: t('list.reason'),
            options: approvalReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
          },
          { field: 'mine', label: t('bench.mine') },
          { field: 'unlabelled', label: t('bench.withoutLabel') },
          ...dueControl(list.values.due ?? [], t),
        ]}
      />
      {gate.dialog}
      <DataTable
        name="checkout"
        label={t('bench.list.title')}
        list={list}
        result={sales}
        failed={actMessage('failures', 'checkout.list')}
        columns={columns}
        link={(row) => paths.orders.pack(row.id)}
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
            key: 'picking',
            label: t('picking.makeOf'),
            icon: IconListCheck,
            permission: 'picking.create',
            refused: refusedByAll(
              chosen,
              ({ status }) => canAct(orderActs, 'startPicking', status),
              t('picking.nonePending'),
            ),
            run: () => makeList(chosen),
          },
          {
            key: 'collected',
            label: t('bench.bench.collectByHand'),
            icon: IconTruckDelivery,
            permission: 'checkout.override',
            refused: refusedByAll(
              chosen,
              ({ status }) => canAct(orderActs, 'collectByHand', status),
              t('bench.list.nonePacked'),
            ),
            run: () => setLeaving(chosen),
          },
        ]}
        exportFrom={api.checkout.export}
        onExportFailure={gate.handles}
        empty={{
          title: t('bench.list.empty'),
          hint: t('bench.list.emptyHint'),
          action: <GoTo place="items" to={paths.dropshipping.items()} permission="dropship-items.read" />,
        }}
      />
      {leaving && (
        <ReasonDialog
          title={t('bench.handOver.manyAsk')}
          text={t('bench.handOver.manyHint', { count: leaving.count, total: leaving.countText })}
          label={t('bench.bench.reason')}
          act={t('bench.bench.collectByHand')}
          required
          onClose={() => setLeaving(null)}
          onGiven={(reason) => collect(leaving, reason)}
        />
      )}
      {printing && <LabelsDialog chosen={printing} of="checkout" onClose={() => setPrinting(null)} />}
    </>
  );
}
