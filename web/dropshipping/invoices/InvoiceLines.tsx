import { Anchor, Button, Table, Text, Title } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { disputeActs } from '#contract/dropshipping/dispute-states.ts';
import type { Dropinvoice } from '#contract/dropshipping/dropinvoice.ts';
import { api } from '#contract/index.ts';
import { actMessage, type Translate, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Money, nothing, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';
import { DisputeDialog, type InvoiceLine } from './DisputeDialog.tsx';

const size = '100';

/** Order lines of the total, loaded by the hundred. */
export function InvoiceLines({ invoice }: { invoice: Dropinvoice }) {
  const { t } = useTranslation('dropshipping');
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {t('settlement.detail.lines')}
      </Title>
      {starts.map((after, place) => (
        <LinesFrom
          key={after ?? 'first'}
          invoice={invoice}
          after={after}
          more={place === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
        />
      ))}
    </section>
  );
}

type LinesFromProps = {
  invoice: Dropinvoice;
  after: string | undefined;
  more: ((next: string) => void) | undefined;
};

function LinesFrom({ invoice, after, more }: LinesFromProps) {
  const { t } = useTranslation('dropshipping');
  const [disputing, setDisputing] = useState<InvoiceLine | null>(null);
  const { can } = useSession();
  const lines = useApi(api.dropinvoices.items, { params: { id: invoice.id }, query: { size, after } });
  const next = lines.data?.next;
  if (!lines.data)
    return (
      lines.error && (
        <ErrorState
          failure={lines.error}
          title={actMessage('failures', 'dropinvoices.detail')}
          retry={() => void lines.refetch()}
        />
      )
    );
  return (
    <>
      <StackedTable aria-label={t('settlement.detail.lines')} from={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('settlement.detail.product')}</Table.Th>
            <Table.Th>{t('settlement.detail.order')}</Table.Th>
            <Table.Th data-figure>{t('settlement.quantity')}</Table.Th>
            <Table.Th data-figure>{t('settlement.detail.unit')}</Table.Th>
            <Table.Th data-figure>{t('settlement.detail.total')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.data.items.map((line) => (
            <Line
              key={line.id}
              line={line}
              onDispute={
                line.kind === 'sale' &&
                invoice.disputable &&
                can(disputeActs.withdraw.permission) &&
                !invoice.disputes.some(({ itemId }) => itemId === line.id)
                  ? () => setDisputing(line)
                  : undefined
              }
            />
          ))}
        </Table.Tbody>
      </StackedTable>
      {disputing && <DisputeDialog line={disputing} onClose={() => setDisputing(null)} />}
      {next && more && (
        <Button variant="subtle" onClick={() => more(next)}>
          {t('settlement.detail.more')}
        </Button>
      )}
    </>
  );
}

function hintOf(line: InvoiceLine, t: Translate<'dropshipping'>): string {
  if (line.kind === 'sale') return line.advertisement;
  if (line.kind === 'difference' && line.reason)
    return t('settlement.detail.differenceOf', { number: line.reason });
  return line.reason || t(`settlement.detail.kinds.${line.kind}`);
}

function Line({ line, onDispute }: { line: InvoiceLine; onDispute: (() => void) | undefined }) {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const screen = session?.business?.type === 'supply' ? paths.orders.pack : paths.orders.order;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{line.product || t(`settlement.detail.kinds.${line.kind}`)}</Text>
        <Text size="xs" c="dimmed">
          {hintOf(line, t)}
        </Text>
        {onDispute && (
          <Button
            variant="subtle"
            size="compact-md"
            px={4}
            leftSection={<IconFlag size={16} aria-hidden />}
            aria-label={t('settlement.dispute.actOn', { product: line.product })}
            onClick={onDispute}
          >
            {t('settlement.dispute.act')}
          </Button>
        )}
      </Table.Td>
      <Table.Td data-label={t('settlement.detail.order')}>
        {line.order === null ? (
          nothing
        ) : (
          <Anchor component={Link} to={screen(line.order)}>
            {t('saleNumber', { number: line.order })}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td data-figure data-label={t('settlement.quantity')}>
        <Quantity value={line.quantity} />
      </Table.Td>
      <Table.Td data-figure data-label={t('settlement.detail.unit')}>
        <Money value={line.unitPriceCentavos} />
      </Table.Td>
      <Table.Td data-figure data-label={t('settlement.detail.total')}>
        <Money value={line.totalCentavos} strong />
      </Table.Td>
    </Table.Tr>
  );
}
