import { Anchor, Table, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant, Money, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { nameOf } from './request-values.ts';

/** What was agreed to be paid to a supplier, the newest first. */
export function PriceHistory({ supplierId }: { supplierId: number }) {
  const { t } = useTranslation('supply');
  const prices = useApi(api.pricesHistory.list, { query: { query: `supplier:${supplierId}`, size: '50' } });
  const items = prices.data?.items ?? [];
  return (
    <Section title={t('requests.prices')}>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('requests.pricesEmpty')}
        </Text>
      ) : (
        <StackedTable aria-label={t('requests.prices')} from={600}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('requests.product')}</Table.Th>
              <Table.Th>{t('requests.one')}</Table.Th>
              <Table.Th>{t('requests.paidOn')}</Table.Th>
              <Table.Th data-figure>{t('requests.quantity')}</Table.Th>
              <Table.Th data-figure>{t('requests.price')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((paid) => (
              <Table.Tr key={paid.id}>
                <Table.Td>{nameOf(paid)}</Table.Td>
                <Table.Td data-label={t('requests.one')}>
                  <Anchor component={Link} to={paths.supply.request(paid.request.id)}>
                    {paid.request.number}
                  </Anchor>
                </Table.Td>
                <Table.Td data-label={t('requests.paidOn')}>
                  <Instant value={paid.at} />
                </Table.Td>
                <Table.Td data-label={t('requests.quantity')} data-figure>
                  <Quantity value={paid.quantity} />
                </Table.Td>
                <Table.Td data-label={t('requests.price')} data-figure>
                  <Money value={paid.priceCentavos} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
    </Section>
  );
}
