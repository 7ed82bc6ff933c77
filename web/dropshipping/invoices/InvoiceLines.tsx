import { Anchor, Button, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Money, nothing } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';

const size = '100';

/** The order lines behind the total: each hundred asks for the next, as long as there is one. */
export function InvoiceLines({ id }: { id: number }) {
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
          id={id}
          after={after}
          more={place === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
        />
      ))}
    </section>
  );
}

type LinesFromProps = { id: number; after: string | undefined; more: ((next: string) => void) | undefined };

function LinesFrom({ id, after, more }: LinesFromProps) {
  const { t } = useTranslation('dropshipping');
  const lines = useApi(api.dropinvoices.items, { params: { id }, query: { size, after } });
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
            <Line key={line.id} line={line} />
          ))}
        </Table.Tbody>
      </StackedTable>
      {next && more && (
        <Button variant="subtle" onClick={() => more(next)}>
          {t('settlement.detail.more')}
        </Button>
      )}
    </>
  );
}

type InvoiceLine = ResponseOf<typeof api.dropinvoices.items>['items'][number];

function Line({ line }: { line: InvoiceLine }) {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const screen = session?.business?.type === 'supply' ? paths.orders.pack : paths.orders.order;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{line.product || t(`settlement.detail.kinds.${line.kind}`)}</Text>
        <Text size="xs" c="dimmed">
          {line.kind === 'sale' ? line.advertisement : t(`settlement.detail.kinds.${line.kind}`)}
        </Text>
      </Table.Td>
      <Table.Td data-label={t('settlement.detail.order')}>
        {line.order === null ? (
          nothing
        ) : (
          <Anchor component={Link} to={screen(line.order)}>{`#${line.order}`}</Anchor>
        )}
      </Table.Td>
      <Table.Td data-figure data-label={t('settlement.quantity')}>
        {line.quantity}
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
