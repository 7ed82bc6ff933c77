import { Skeleton, Table, Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Quantity } from '../ui/page/values.tsx';
import { WhyQuantity } from './WhyQuantity.tsx';

type StockOfProductProps = {
  productId: number;
  /** The next step where there is no stock. */
  action?: ReactNode;
};

/** Stock of all variations of a product by warehouse; each figure explains itself. */
export function StockOfProduct(props: StockOfProductProps) {
  // Rendered on a screen of another area, so it loads the texts of this one.
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <StockRows {...props} />
    </Suspense>
  );
}

function StockRows({ productId, action }: StockOfProductProps) {
  const { t } = useTranslation('inventory');
  const stock = useApi(api.stock.list, { query: { query: `product:${productId}`, size: '100' } });
  if (stock.error && !stock.data)
    return <ErrorState failure={stock.error} retry={() => void stock.refetch()} />;
  if (!stock.data) return <Skeleton height={120} />;
  if (stock.data.items.length === 0)
    return (
      <Section title={t('stock.title')} actions={action}>
        <Text c="dimmed">{t('stock.none')}</Text>
      </Section>
    );
  return (
    <Section title={t('stock.title')}>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('volumes.sku')}</Table.Th>
              <Table.Th>{t('stock.warehouse')}</Table.Th>
              <Table.Th ta="right">{t('stock.onHand')}</Table.Th>
              <Table.Th ta="right">{t('stock.reserved')}</Table.Th>
              <Table.Th ta="right">{t('stock.sellable')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stock.data.items.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>{row.sku}</Table.Td>
                <Table.Td>{row.warehouse.name}</Table.Td>
                <Table.Td ta="right">
                  <Quantity value={row.onHand} />
                </Table.Td>
                <Table.Td ta="right">
                  <Quantity value={row.reserved} />
                </Table.Td>
                <Table.Td ta="right" fw={600}>
                  <WhyQuantity of={{ stock: row.id }} value={row.sellable} name={row.sku} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
