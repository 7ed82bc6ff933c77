import { formatInstant } from '#contract/dates.ts';
import type { WaveRule } from '#contract/orders/wave-rule.ts';
import { useNow } from '../../clock.ts';
import { useTranslation } from '../../i18n.ts';
import { useShipmentWords } from '../shipment-words.ts';

/** A rule in words: which sales it takes, when, and what comes next. */
export function useRuleWords() {
  const { t } = useTranslation('orders');
  const shipment = useShipmentWords();
  const what = ({ logisticTypes, zones, singles, cutoffHour, places }: WaveRule): string => {
    const conditions = [
      logisticTypes.map(shipment.logistic).join(', '),
      zones.length > 0 && t('waves.zonesAre', { zones: zones.join(', ') }),
      singles && t('waves.singles'),
      cutoffHour !== null && t('waves.untilHour', { hour: cutoffHour }),
    ].filter(Boolean);
    const sales = conditions.length > 0 ? conditions : [t('waves.everySale')];
    return [...sales, t('waves.carts', { count: places })].join(' · ');
  };
  const when = ({ minSales, minutesBefore }: WaveRule): string =>
    [
      minSales !== null && t('waves.fromSales', { count: minSales }),
      minutesBefore !== null && t('waves.minutes', { count: minutesBefore }),
    ]
      .filter(Boolean)
      .join(' · ') || t('waves.byPerson');
  const now = useNow();
  const next = ({ waiting, nextRelease, releasedAt }: WaveRule): string =>
    [
      t('waves.waiting', { count: waiting }),
      nextRelease !== null &&
        (new Date(nextRelease) <= now ? t('waves.now') : t('waves.next', { at: formatInstant(nextRelease) })),
      releasedAt !== null && t('waves.released', { at: formatInstant(releasedAt) }),
    ]
      .filter(Boolean)
      .join(' · ');
  return { what, when, next };
}
