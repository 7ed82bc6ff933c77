import { Anchor, Stack, Text } from '@mantine/core';
import { IconCash, IconReceiptRefund } from '@tabler/icons-react';
import { useState } from 'react';
import { type PairBalance, type PairEntry, pairEntrySorts } from '#contract/dropshipping/pair-balance.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Link, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Instant, Money, nothing } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';
import { CreditDialog } from '../invoices/CreditDialog.tsx';
import { PayoutDialog } from './PayoutDialog.tsx';
import { Payouts } from './Payouts.tsx';

/** The balance with one partner, its entries and its payouts. */
export default function BalancePage() {
  const { t } = useTranslation('dropshipping');
  const id = useIdParam();
  const result = useApi(api.pairBalances.detail, { params: { id } });
  const [dialog, setDialog] = useState<'credit' | 'payOut' | null>(null);
  const { session } = useSession();
  const side = session?.business?.type === 'supply' ? 'supplier' : 'seller';
  const trail = [{ label: t('pairBalance.title'), to: paths.dropshipping.balances() }];
  if (!result.data)
    return (
      <UnreadPage
        title={t('pairBalance.balance')}
        trail={trail}
        failed={actMessage('failures', 'pairBalances.detail')}
        result={result}
      />
    );
  const { data } = result;
  const partner = side === 'supplier' ? data.seller : data.supplier;
  return (
    <Page
      title={t('pairBalance.one', { partner: partner.name })}
      hint={t(`pairBalance.${side}Hint`)}
      trail={trail}
      actions={
        side === 'supplier' && (
          <Actions
            items={[
              data.balanceCentavos > 0 && {
                key: 'payOut',
                label: t('pairBalance.payOut'),
                icon: IconCash,
                permission: 'dropinvoices.credit',
                run: () => setDialog('payOut'),
              },
              {
                key: 'credit',
                label: t('settlement.credit.act'),
                icon: IconReceiptRefund,
                permission: 'dropinvoices.credit',
                run: () => setDialog('credit'),
              },
            ]}
          />
        )
      }
    >
      <Stack gap="md">
        <StatGrid>
          <Stat label={t('pairBalance.balance')} value={<Money value={data.balanceCentavos} />} tone="info" />
          <Stat
            label={t('pairBalance.sent')}
            value={<Money value={data.sentCentavos} />}
            tone={data.sentCentavos > 0 ? 'attention' : 'neutral'}
          />
        </StatGrid>
        <Payouts payouts={data.payouts} side={side} />
        <Section title={t('pairBalance.entries')}>
          <Entries balance={data} side={side} />
        </Section>
      </Stack>
      {dialog === 'payOut' && <PayoutDialog balance={data} onClose={() => setDialog(null)} />}
      {dialog === 'credit' && <CreditDialog seller={data.seller} onClose={() => setDialog(null)} />}
    </Page>
  );
}

function Entries({ balance, side }: { balance: PairBalance; side: 'seller' | 'supplier' }) {
  const { t } = useTranslation('dropshipping');
  const list = useListState({ sorts: pairEntrySorts, sort: '-id' });
  const entries = useApi(api.pairBalances.entries, { params: { id: balance.id }, query: list.query });
  const invoices = paths.dropshipping[side === 'supplier' ? 'supplierInvoices' : 'sellerInvoices'];
  const sale = side === 'supplier' ? paths.orders.pack : paths.orders.order;
  const columns: Column<PairEntry>[] = [
    {
      key: 'entry',
      label: t('pairBalance.entry'),
      cell: (row) => (
        <>
          <Text size="sm">{t(`pairBalance.kinds.${row.kind}`)}</Text>
          {(row.product || row.reason) && (
            <Text size="xs" c="dimmed">
              {[row.product && `${row.quantity} × ${row.product}`, row.reason].filter(Boolean).join(' · ')}
            </Text>
          )}
        </>
      ),
      width: 280,
      card: 'title',
    },
    { key: 'day', label: t('pairBalance.day'), cell: (row) => <Instant value={row.at} />, width: 160 },
    {
      key: 'invoice',
      label: t('pairBalance.invoice'),
      cell: (row) =>
        row.invoice ? (
          <Anchor component={Link} to={invoices({ invoice: row.invoice.id })} size="sm">
            #{row.invoice.number}
          </Anchor>
        ) : (
          nothing
        ),
      width: 100,
    },
    {
      key: 'order',
      label: t('pairBalance.order'),
      cell: (row) =>
        row.order === null ? (
          nothing
        ) : (
          <Anchor component={Link} to={sale(row.order)} size="sm">
            {t('saleNumber', { number: row.order })}
          </Anchor>
        ),
      width: 100,
    },
    {
      key: 'value',
      label: t('pairBalance.value'),
      cell: (row) => <Money value={row.amountCentavos} />,
      align: 'right',
      width: 130,
    },
    {
      key: 'after',
      label: t('pairBalance.after'),
      cell: (row) => <Money value={row.balanceCentavos} />,
      align: 'right',
      width: 140,
    },
  ];
  return (
    <DataTable
      name="pair-entries"
      label={t('pairBalance.entries')}
      list={list}
      result={entries}
      failed={actMessage('failures', 'pairBalances.entries')}
      columns={columns}
      rowName={(row) => t(`pairBalance.kinds.${row.kind}`)}
      empty={{
        title: t('pairBalance.noEntries'),
        hint: t('pairBalance.emptyHint'),
        noAction: 'credits follow returns and disputes of invoices',
      }}
    />
  );
}
