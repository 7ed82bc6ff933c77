import { Anchor, Button, Table, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOf, formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { PaidPrice } from '#contract/supply/purchasing.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { formatPercent, writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant, Money } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { nameOf } from '../requests/request-values.ts';

/** Prices of one product, the newest first. */
type Paid = { id: number; name: string; sku: string; prices: readonly PaidPrice[] };

function byProduct(items: readonly PaidPrice[]): Paid[] {
  const groups = Map.groupBy(items, (paid) => paid.variation.id);
  return [...groups].map(([id, prices]) => {
    const [newest] = prices;
    return { id, name: newest ? nameOf(newest) : '', sku: newest?.sku ?? '', prices };
  });
}

/** Prices of each product at a supplier: the last one, its change, and its history as a chart. */
export function VendorPrices({ supplierId }: { supplierId: number }) {
  const { t } = useTranslation('supply');
  const query = { query: `supplier:${supplierId}`, size: '100' };
  const prices = useApi(api.pricesHistory.list, { query });
  const [picked, setPicked] = useState<number | null>(null);
  const products = byProduct(prices.data?.items ?? []);
  const drawn = products.find(({ id }) => id === picked) ?? products[0];
  return (
    <Section title={t('vendorPrices.title')}>
      {prices.data && products.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('requests.pricesEmpty')}
        </Text>
      )}
      {drawn && <Drawing paid={drawn} />}
      {products.length > 0 && (
        <StackedTable aria-label={t('vendorPrices.title')} from={600}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('vendorPrices.product')}</Table.Th>
              <Table.Th>{t('requests.one')}</Table.Th>
              <Table.Th>{t('vendorPrices.when')}</Table.Th>
              <Table.Th data-figure>{t('vendorPrices.last')}</Table.Th>
              <Table.Th data-figure>{t('vendorPrices.change')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {products.map((paid) => (
              <PriceRow
                key={paid.id}
                paid={paid}
                drawn={paid.id === drawn?.id}
                onDraw={() => setPicked(paid.id)}
              />
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
    </Section>
  );
}

function Drawing({ paid: { name, prices } }: { paid: Paid }) {
  const { t } = useTranslation('supply');
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Bars
        label={t('vendorPrices.drawn', { name })}
        data={prices.toReversed().map(({ at, priceCentavos, request }) => ({
          at: `${formatDay(dayOf(at))} · ${request.number}`,
          price: priceCentavos ?? 0,
        }))}
        by="at"
        axis={t('vendorPrices.purchase')}
        series={[{ name: 'price', label: t('vendorPrices.paid') }]}
        format={writeMoney}
        height={180}
      />
    </div>
  );
}

type PriceRowProps = { paid: Paid; drawn: boolean; onDraw: () => void };

function PriceRow({ paid: { name, sku, prices }, drawn, onDraw }: PriceRowProps) {
  const { t } = useTranslation('supply');
  const [last, before] = prices;
  if (!last) return null;
  const change =
    before?.priceCentavos && last.priceCentavos
      ? Math.round(((last.priceCentavos - before.priceCentavos) / before.priceCentavos) * 10_000)
      : null;
  return (
    <Table.Tr>
      <Table.Td>
        <Button
          variant={drawn ? 'light' : 'subtle'}
          size="compact-sm"
          leftSection={<IconChartBar size={16} aria-hidden />}
          aria-label={t('vendorPrices.draw', { name })}
          aria-pressed={drawn}
          onClick={onDraw}
        >
          {name}
        </Button>
        <Text size="xs" c="dimmed">
          {sku}
        </Text>
      </Table.Td>
      <Table.Td data-label={t('requests.one')}>
        <Anchor component={Link} to={paths.supply.request(last.request.id)}>
          {last.request.number}
        </Anchor>
      </Table.Td>
      <Table.Td data-label={t('vendorPrices.when')}>
        <Instant value={last.at} />
      </Table.Td>
      <Table.Td data-label={t('vendorPrices.last')} data-figure>
        <Money value={last.priceCentavos} />
      </Table.Td>
      <Table.Td data-label={t('vendorPrices.change')} data-figure>
        {change === null ? '—' : change === 0 ? t('vendorPrices.same') : signed(change)}
      </Table.Td>
    </Table.Tr>
  );
}

const signed = (basisPoints: number) =>
  `${basisPoints > 0 ? '+' : '−'}${formatPercent(Math.abs(basisPoints))}`;
