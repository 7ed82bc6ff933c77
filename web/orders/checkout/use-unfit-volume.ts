import { unfitVolumes } from '#contract/orders/checkout-sale.ts';
import type { Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';

/** Why a scanned volume cannot take goods, and what to scan instead. */
export function useUnfitVolume(): (failure: Failure) => string {
  const { t } = useTranslation('orders');
  return (failure) => {
    const { code, facts = {} } = failure.problem;
    const why = code === 'volume_unfit' && unfitVolumes.find((known) => known === facts.why);
    return why
      ? t(`bench.bench.unfitVolume.${why}`, { volume: String(facts.volume ?? '') })
      : reasonOf(failure);
  };
}
