import { Anchor, Button, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Link } from '../ui/navigation.tsx';
import { Money } from '../ui/values.tsx';
import { useSession } from '../use-session.ts';

const step = 50;

/** The order lines behind the total. */
export function InvoiceLines({ id }: { id: number }) {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const [size, setSize] = useState(step);
  const { data } = useApi(api.dropinvoices.items, { params: { id }, query: { size: String(size) } });
  const screen = session?.business?.type === 'supply' ? paths.orders.pack : paths.orders.order;
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {t('settlement.detail.lines')}
      </Title>
      <Table.ScrollContainer minWidth={620}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('settlement.detail.order')}</Table.Th>
              <Table.Th>{t('settlement.detail.product')}</Table.Th>
              <Table.Th ta="right">{t('settlement.quantity')}</Table.Th>
              <Table.Th ta="right">{t('settlement.detail.unit')}</Table.Th>
              <Table.Th ta="right">{t('settlement.detail.total')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data?.items.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  {line.order === null ? (
                    '–'
                  ) : (
                    <Anchor component={Link} to={screen(line.order)}>{`#${line.order}`}</Anchor>
                  )}
                </Table.Td>
                <Table.Td>
                  <Text size="sm">{line.product || t(`settlement.detail.kinds.${line.kind}`)}</Text>
                  <Text size="xs" c="dimmed">
                    {line.kind === 'sale' ? line.advertisement : t(`settlement.detail.kinds.${line.kind}`)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{line.quantity}</Table.Td>
                <Table.Td ta="right">
                  <Money value={line.unitPriceCentavos} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={line.totalCentavos} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data?.next && size < 100 && (
        <Button variant="subtle" onClick={() => setSize(100)}>
          {t('settlement.detail.more')}
        </Button>
      )}
    </section>
  );
}
