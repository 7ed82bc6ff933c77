import { IconChartBar, IconQrcode, IconZoomCheck } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type DropinvoiceRow,
  dropinvoiceFilter,
  dropinvoiceSorts,
} from '#contract/dropshipping/dropinvoice.ts';
import {
  canDropinvoice,
  dropinvoiceActs,
  dropinvoiceStates,
  isWithoutBank,
} from '#contract/dropshipping/dropinvoice-states.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { ListFigures } from '../../ui/page/ListFigures.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Day, Money, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { useSession } from '../../use-session.ts';
import { BankAccountPanel } from './BankAccountPanel.tsx';
import { InvoiceState, wordOf } from './InvoiceState.tsx';
import type { Side } from './invoice-side.ts';
import { OverduePanel, useOverdueCases } from './OverduePanel.tsx';
import { RevenueBoard, RevenueDays } from './RevenueBoard.tsx';

const InvoiceDrawers = lazyWithFallback(() => import('./InvoiceDrawers.tsx'));

const screens = { seller: paths.dropshipping.sellerInvoices, supplier: paths.dropshipping.supplierInvoices };

/** Invoices of one side; `?invoice=` opens one beside the list, so that it has an address. */
export function InvoicesPage({ side }: { side: Side }) {
  const { t } = useTranslation('dropshipping');
  const go = useGo();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useListState({ fields: dropinvoiceFilter, sorts: dropinvoiceSorts, sort: '-day' });
  const invoices = useApi(api.dropinvoices.list, { query: list.query });
  const overdue = useOverdueCases();
  const { invoice, together, review, ...rest } = search;
  const addressOf = (id?: number) => screens[side]({ ...rest, invoice: id });
  const partner = usePartners(side);
  const columns = useInvoiceColumns(side, addressOf);
  const [isDrawn, setDrawn] = useState(false);
  const proofs = useProofs(side);
  const reviewing: Action = {
    key: 'review',
    label: proofs > 0 ? t('settlement.review.some', { total: proofs }) : t('settlement.review.act'),
    icon: IconZoomCheck,
    permission: dropinvoiceActs.approve.permission,
    to: screens.supplier({ ...rest, review: 'all' }),
  };
  const drawing: Action = {
    key: 'days',
    label: t('settlement.revenue.title'),
    icon: IconChartBar,
    run: () => setDrawn(!isDrawn),
  };
  const revenue = useApi(api.dropinvoices.revenue, {});
  // Reserves the space for figures and overdue partners above the list, so that the list does not move.
  const waiting = [overdue, revenue].find(({ isPending }) => isPending);
  if (waiting) return <UnreadPage title={t(`settlement.${side}Title`)} failed={undefined} result={waiting} />;
  const { days: _, ...sums } = revenue.data ?? { days: [], unread: 1 };
  // Six zeros tell a new business nothing; its list says what to do.
  const hasBegun = Object.values(sums).some((sum) => sum !== 0);
  return (
    <Page
      title={t(`settlement.${side}Title`)}
      hint={t(`settlement.${side}Hint`)}
      actions={<Actions items={side === 'supplier' ? [reviewing, drawing] : [drawing]} />}
    >
      <ListFigures>
        {side === 'supplier' && <BankAccountPanel />}
        {hasBegun && <RevenueBoard side={side} screen={screens[side]} />}
        <OverduePanel side={side} found={overdue} />
      </ListFigures>
      {isDrawn && <RevenueDays />}
      <FilterBar
        list={list}
        controls={[
          {
            field: 'status',
            label: t('settlement.status'),
            options: dropinvoiceStates.map((state) => ({
              value: state,
              label: t(`settlement.states.${wordOf(state, side)}`),
            })),
          },
          { field: partner.field, label: t(`settlement.${partner.field}`), options: partner.options },
          { field: 'day', label: t('settlement.day') },
          { field: 'overdue', label: t('settlement.states.overdue') },
          { field: 'disputed', label: t('settlement.states.disputed') },
          { field: 'withoutBank', label: t('settlement.states.without_bank') },
        ]}
      />
      <DataTable
        name={`${side}-invoices`}
        label={t(`settlement.${side}Title`)}
        list={list}
        result={invoices}
        failed={actMessage('failures', 'dropinvoices.list')}
        columns={columns}
        link={(row) => addressOf(row.id)}
        rowName={(row) => `#${row.number}`}
        bulk={(chosen) => [side === 'seller' ? payAct(chosen, rest, t) : reviewAct(chosen, rest, t)]}
        exportFrom={api.dropinvoices.export}
        empty={{
          title: t('settlement.empty'),
          hint: t(`settlement.${side}EmptyHint`),
          action:
            side === 'seller' ? (
              <GoTo place="catalogue" to={paths.dropshipping.catalogue()} permission="dropshipping.read" />
            ) : (
              <GoTo place="items" to={paths.dropshipping.items()} permission="dropship-items.read" />
            ),
        }}
      />
      {(invoice ?? (side === 'seller' ? together : review)) !== undefined && (
        <InvoiceDrawers
          side={side}
          invoice={invoice}
          together={together}
          review={review}
          onClose={() => go(addressOf())}
        />
      )}
    </Page>
  );
}

/** Payments that wait for the supplier's approval, as the home counts them. */
function useProofs(side: Side): number {
  const query = { query: 'status:waiting_approval', size: '1' };
  return useApi(api.dropinvoices.list, { query }, { enabled: side === 'supplier' }).data?.total ?? 0;
}

/** The other side of the invoices, by name: one Pix pays invoices of one supplier. */
function usePartners(side: Side) {
  const { can } = useSession();
  const field = side === 'seller' ? ('supplier' as const) : ('seller' as const);
  const links = useApi(api.companies.list, { query: { size: '100' } }, { enabled: can('companies.read') });
  const names = links.data?.items.filter((link) => link.side === side).map(({ business }) => business.name);
  return { field, options: names?.toSorted().map((name) => ({ value: name, label: name })) };
}

type InvoiceColumn = Column<
  DropinvoiceRow,
  ExportKey<typeof api.dropinvoices.export>,
  SortKey<typeof dropinvoiceSorts>
>;

function useInvoiceColumns(side: Side, addressOf: (id: number) => Href): InvoiceColumn[] {
  const { t } = useTranslation(['dropshipping', 'ui']);
  const other = side === 'seller' ? 'supplier' : 'seller';
  const columns: InvoiceColumn[] = [
    {
      key: 'number',
      label: t('settlement.number'),
      cell: (row) => `#${row.number}`,
      sort: 'number',
      width: 80,
      card: 'title',
    },
    {
      key: 'day',
      label: t('settlement.day'),
      cell: (row) => <Day value={row.day} />,
      sort: 'day',
      width: 105,
    },
    {
      key: 'other',
      file: [other],
      label: t(`settlement.${other}`),
      cell: (row) => row[other].name,
      width: 190,
    },
    {
      key: 'status',
      label: t('settlement.status'),
      cell: (row) => <InvoiceState invoice={row} side={side} />,
      width: 185,
      card: 'badge',
    },
    {
      key: 'payable',
      label: t(side === 'seller' ? 'settlement.toPay' : 'settlement.toReceive'),
      cell: (row) => <Money value={side === 'seller' ? toPay(row) : toReceive(row)} />,
      align: 'right',
      width: 115,
    },
    {
      key: 'due',
      label: t('settlement.due'),
      cell: (row) => <Day value={row.dueOn} />,
      sort: 'due',
      width: 115,
    },
    {
      key: 'value',
      label: t('settlement.value'),
      cell: (row) => <Money value={row.totalCentavos} />,
      sort: 'value',
      align: 'right',
      width: 115,
    },
    {
      key: 'received',
      label: t('settlement.received'),
      cell: (row) => <Money value={row.receivedCentavos} />,
      align: 'right',
      width: 115,
    },
    {
      key: 'quantity',
      label: t('settlement.quantity'),
      cell: (row) => <Quantity value={row.productQuantity} />,
      align: 'right',
      width: 95,
    },
  ];
  const payColumn: InvoiceColumn = {
    key: 'actions',
    file: [],
    label: t('ui:table.actions'),
    cell: (row) =>
      toPay(row) > 0 && canDropinvoice('pay', row) && !isWithoutBank(row) ? (
        <Actions
          size="xs"
          items={[
            {
              key: 'pay',
              label: t('settlement.pay.open'),
              permission: dropinvoiceActs.pay.permission,
              to: addressOf(row.id),
            },
          ]}
        />
      ) : null,
    width: 100,
    card: 'acts',
  };
  return side === 'seller' ? [...columns, payColumn] : columns;
}

/**
 * Totals of the list: a seller owes what is closed and not yet paid, a supplier expects everything that is closed.
 */
const toPay = (row: DropinvoiceRow) =>
  row.closedAt !== null && row.state !== 'complete' ? row.payableCentavos : 0;
const toReceive = (row: DropinvoiceRow) =>
  row.closedAt !== null && row.state !== 'complete' ? row.dueCentavos : 0;

type Words = ReturnType<typeof useTranslation<'dropshipping'>>['t'];
type Rest = Record<string, string | undefined>;

/** One Pix can pay several closed, unpaid invoices of one supplier. */
function payAct({ rows }: Chosen<DropinvoiceRow>, rest: Rest, t: Words): Action {
  const refused =
    (!rows.every((row) => canDropinvoice('pay', row) && row.payableCentavos > 0) &&
      t('settlement.together.payable')) ||
    (rows.some(isWithoutBank) && t('settlement.together.withoutBank')) ||
    (new Set(rows.map((row) => row.supplier.id)).size > 1 && t('settlement.together.oneSupplier')) ||
    (rows.length < 2 && t('settlement.together.two'));
  return {
    key: 'together',
    label: t('settlement.together.act'),
    icon: IconQrcode,
    permission: dropinvoiceActs.pay.permission,
    refused,
    to: screens.seller({ ...rest, together: rows.map(({ id }) => id).join(',') }),
  };
}

function reviewAct({ rows }: Chosen<DropinvoiceRow>, rest: Rest, t: Words): Action {
  const waiting = rows.filter((row) => canDropinvoice('approve', row));
  return {
    key: 'review',
    label: t('settlement.review.act'),
    icon: IconZoomCheck,
    permission: dropinvoiceActs.approve.permission,
    refused: waiting.length === 0 && t('settlement.review.none'),
    to: screens.supplier({ ...rest, review: waiting.map(({ id }) => id).join(',') }),
  };
}
