import { Skeleton, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { LedgerEntry } from '#contract/inventory/stock.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { Timeline } from '../ui/page/Timeline.tsx';
import { useReasonWords } from './reason-words.ts';

const buckets = ['onHand', 'reserved', 'soft', 'hold', 'packed'] as const;

/** `No estoque +3`; nothing if the bucket did not change or is not visible. */
const signed = (label: string, change: number | null): string[] =>
  change === 0 || change === null ? [] : [`${label} ${change > 0 ? '+' : '−'}${Math.abs(change)}`];

/** The latest ledger entries of one stock level, with the change of each bucket. */
export function StockLedger({ stockId }: { stockId: number }) {
  const { t } = useTranslation('inventory');
  const wordsOf = useReasonWords();
  const entries = useApi(api.stock.entries, { params: { id: stockId }, query: { size: '50' } });
  const tell = (entry: LedgerEntry) =>
    [
      ...buckets.flatMap((bucket) => signed(t(`stock.${bucket}`), entry[bucket])),
      [entry.volume?.code, entry.position].filter(Boolean).join(' · '),
      wordsOf(entry.reason ?? ''),
    ]
      .filter(Boolean)
      .join(' — ');
  return (
    <section aria-label={t('stock.ledger')}>
      <Text fw={600} mb="xs">
        {t('stock.ledger')}
      </Text>
      {entries.data ? (
        <Timeline
          label={t('stock.ledger')}
          events={entries.data.items.map((entry) => ({
            key: entry.id,
            at: entry.at,
            author: entry.author,
            title: t(`entryKind.${entry.kind}`),
            detail: tell(entry),
          }))}
        />
      ) : (
        <Skeleton height={160} />
      )}
    </section>
  );
}
