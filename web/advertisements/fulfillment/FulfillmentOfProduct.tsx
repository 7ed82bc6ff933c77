import { Anchor, Table } from '@mantine/core';

import { Suspense } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';

type FulfillmentOfProductProps = { productId: number };

/** Units of a product in warehouses of marketplaces, by ad; nothing where there are none. */
export function FulfillmentOfProduct(props: FulfillmentOfProductProps) {
  // Rendered on a screen of another area, so it loads the texts of this one.
  return (
    <Suspense fallback={null}>
      <FulfillmentRows {...props} />
    </Suspense>
  );
}

function FulfillmentRows({ productId }: FulfillmentOfProductProps) {
  const { t } = useTranslation('advertisements');
  const found = useApi(api.fulfillmentStocks.list, { query: { query: `product:${productId}`, size: '100' } });
  if (found.error && !found.data)
    return (
      <Section title={t('fulfillment.title')}>
        <ErrorState failure={found.error} retry={() => void found.refetch()} />
      </Section>
    );
  if (!found.data || found.data.items.length === 0) return null;
  return (
    <Section title={t('fulfillment.title')}>
      <StackedTable aria-label={t('fulfillment.title')} from={600}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('fulfillment.ad')}</Table.Th>
            <Table.Th>{t('fulfillment.account')}</Table.Th>
            <Table.Th data-figure>{t('fulfillment.sellable')}</Table.Th>
            <Table.Th data-figure>{t('fulfillment.sold')}</Table.Th>
            <Table.Th data-figure>{t('fulfillment.proposed')}</Table.Th>
            <Table.Th>{t('fulfillment.read')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.data.items.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Anchor component={Link} to={paths.advertisements.advertisement(row.advertisement.id)}>
                  {row.name}
                </Anchor>
              </Table.Td>
              <Table.Td data-label={t('fulfillment.account')}>
                {[row.account.capabilities.fulfillment, row.account.name].filter(Boolean).join(' · ')}
              </Table.Td>
              <Table.Td data-figure data-label={t('fulfillment.sellable')}>
                <Quantity value={row.sellable} />
              </Table.Td>
              <Table.Td data-figure data-label={t('fulfillment.sold')}>
                <Quantity value={row.sold} />
              </Table.Td>
              <Table.Td data-figure data-label={t('fulfillment.proposed')}>
                <Quantity value={row.proposed} />
              </Table.Td>
              <Table.Td data-label={t('fulfillment.read')}>
                <Instant value={row.readAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </StackedTable>
    </Section>
  );
}
