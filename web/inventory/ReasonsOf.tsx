import { Skeleton, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { QuantityReasonsOf } from '../advertisements/reasons/QuantityReasonsOf.tsx';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import type { QuantityOf } from './quantity-of.ts';
import { StockReasons } from './StockReasons.tsx';

/** The terms of a quantity, whichever it is. */
export default function ReasonsOf({ of }: { of: QuantityOf }) {
  if ('stock' in of) return <StockReasons stockId={of.stock} />;
  if ('variation' in of) return <ReasonsOfShelf {...of} />;
  return <QuantityReasonsOf of={of} />;
}

function ReasonsOfShelf({ variation, warehouse }: { variation: number; warehouse: number }) {
  const { t } = useTranslation('inventory');
  const found = useApi(api.stock.list, {
    query: { query: `variation:${variation} warehouse:${warehouse}`, size: '1' },
  });
  if (found.error && !found.data)
    return <ErrorState failure={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={240} />;
  const [row] = found.data.items;
  return row ? <StockReasons stockId={row.id} /> : <Text c="dimmed">{t('stock.none')}</Text>;
}
