import { Drawer } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type DropinvoiceRow, dropinvoiceFilter } from '#contract/dropshipping/dropinvoice.ts';
import { dropinvoiceStates } from '#contract/dropshipping/dropinvoice-states.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/data-table.ts';
import { FilterBar } from '../ui/FilterBar.tsx';
import { useListState } from '../ui/list-state.ts';
import { useGo } from '../ui/navigation.tsx';
import { Page } from '../ui/Page.tsx';
import { Day, Money } from '../ui/values.tsx';
import { BankAccountPanel } from './BankAccountPanel.tsx';
import classes from './Invoice.module.css';
import { InvoiceDetail } from './InvoiceDetail.tsx';
import { InvoiceState, wordOf } from './InvoiceState.tsx';
import { RevenueBoard } from './RevenueBoard.tsx';

export type Side = 'seller' | 'supplier';

const screens = { seller: paths.dropshipping.sellerInvoices, supplier: paths.dropshipping.supplierInvoices };

/** The invoices of one side; `?invoice=` opens one beside the list, so that it has an address. */
export function InvoicesPage({ side }: { side: Side }) {
  const { t } = useTranslation('dropshipping');
  const { t: ui } = useTranslation();
  const go = useGo();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useListState({ fields: dropinvoiceFilter, sort: '-day' });
  const invoices = useApi(api.dropinvoices.list, { query: list.query });
  const { invoice, ...rest } = search;
  const addressOf = (id?: number) => screens[side]({ ...rest, invoice: id });
  const other = side === 'seller' ? 'supplier' : 'seller';
  const columns: Column<DropinvoiceRow>[] = [
    {
      key: 'number',
      label: t('settlement.number'),
      cell: (row) => `#${row.number}`,
      sort: 'number',
      width: 100,
      card: 'title',
    },
    {
      key: 'day',
      label: t('settlement.day'),
      cell: (row) => <Day value={row.day} />,
      sort: 'day',
      width: 120,
    },
    { key: 'other', label: t(`settlement.${other}`), cell: (row) => row[other].name, width: 260 },
    {
      key: 'quantity',
      label: t('settlement.quantity'),
      cell: (row) => row.productQuantity,
      align: 'right',
      width: 110,
    },
    {
      key: 'value',
      label: t('settlement.value'),
      cell: (row) => <Money value={row.totalCentavos} />,
      sort: 'value',
      align: 'right',
      width: 140,
    },
    {
      key: 'due',
      label: t('settlement.due'),
      cell: (row) => <Day value={row.dueOn} />,
      sort: 'due',
      width: 130,
    },
    {
      key: 'status',
      label: t('settlement.status'),
      cell: (row) => <InvoiceState invoice={row} side={side} />,
      width: 190,
      card: 'badge',
    },
  ];
  return (
    <Page title={t(`settlement.${side}Title`)} hint={t(`settlement.${side}Hint`)}>
      {side === 'supplier' && <BankAccountPanel />}
      <RevenueBoard side={side} />
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
          { field: 'day', label: t('settlement.day') },
          { field: 'overdue', label: t('settlement.states.overdue') },
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
        exportFrom={api.dropinvoices.export}
        empty={{ title: t('settlement.empty'), hint: t(`settlement.${side}EmptyHint`) }}
      />
      <Drawer
        opened={invoice !== undefined}
        onClose={() => go(addressOf())}
        position="right"
        classNames={{ body: classes.drawer }}
        size="xl"
        title={t('settlement.number')}
        closeButtonProps={{ 'aria-label': ui('act.close') }}
      >
        {invoice !== undefined && <InvoiceDetail id={Number(invoice)} side={side} />}
      </Drawer>
    </Page>
  );
}
