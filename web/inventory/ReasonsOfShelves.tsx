import { Skeleton, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { StockReasons } from './StockReasons.tsx';
import { SummedTerms } from './SummedTerms.tsx';

/**
 * Terms of a quantity over several stock levels: each opens its own terms. With one stock level its terms are shown
 * directly.
 */
export function ReasonsOfShelves({ query }: { query: string }) {
  const { t } = useTranslation('inventory');
  const found = useApi(api.stock.list, { query: { query, size: '100' } });
  if (found.error && !found.data)
    return <ErrorState failure={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={240} />;
  const { items, total } = found.data;
  const [first] = items;
  if (!first) return <Text c="dimmed">{t('stock.none')}</Text>;
  if (items.length === 1) return <StockReasons stockId={first.id} />;
  // People who count blind do not see the parts, and therefore not the sum.
  const told = items.flatMap(({ sellable }) => sellable ?? []);
  const isWhole = total === told.length;
  const sum = isWhole ? told.reduce((all, one) => all + one, 0) : null;
  return (
    <>
      <SummedTerms
        summands={items.map(({ id, sku, warehouse, sellable }) => ({
          id,
          label: `${sku} · ${warehouse.name}`,
          value: sellable,
          why: () => <StockReasons stockId={id} />,
        }))}
        sum={total === items.length ? { label: t('stock.sellable'), value: sum } : null}
      />
      {total > items.length && (
        <Text size="sm" c="dimmed">
          {t('stock.moreShelves', { count: total - items.length })}
        </Text>
      )}
    </>
  );
}
