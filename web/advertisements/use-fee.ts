import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { api } from '#contract/index.ts';
import type { FeeQuote } from '#contract/marketplaces/marketplace-category.ts';
import { marginOf, priceForMargin } from '#contract/money.ts';
import { useApi } from '../queries.ts';
import type { PublishValues, VariationValues } from './publish-values.ts';

/** Rounds in which price and fee may chase each other over the steps of the fixed part. */
const patience = 6;
const pauseMs = 350;

type Place = Pick<PublishValues, 'account' | 'category' | 'type'>;

/**
 * The marketplace's fee at a variation's price. Margin and price follow from each other with it, whichever was typed last
 * leading. A margin that no price leaves is said to be impossible: the price beside it would be another truth.
 */
export function useFee(
  place: Place,
  variation: VariationValues,
  change: (next: Partial<VariationValues>) => void,
): { quote: FeeQuote | undefined; impossible: boolean } {
  const { price, cost, margin, leads } = variation;
  const [asked] = useDebouncedValue(price ?? Math.max(cost, 100), price === null ? 0 : pauseMs);
  const ready = place.account !== null && place.category !== null && asked > 0 && !Number.isNaN(asked);
  const { data: quote } = useApi(
    api.marketplacesCategories.fees,
    {
      params: { account: place.account?.id ?? 0, id: place.category?.id ?? '' },
      query: { price: String(asked), type: place.type },
    },
    { enabled: ready },
  );
  const rounds = useRef({ key: '', count: 0 });
  useEffect(() => {
    if (!quote) return;
    const key = `${leads} ${leads === 'price' ? price : margin} ${cost} ${place.type} ${place.category?.id}`;
    rounds.current =
      rounds.current.key === key ? { key, count: rounds.current.count + 1 } : { key, count: 0 };
    if (rounds.current.count > patience) return;
    if (leads === 'price') {
      if (price === null || Number.isNaN(price) || quote.price !== price) return;
      const next = marginOf(price, cost, quote);
      if (next !== margin) change({ margin: next });
    } else if (margin !== null && !Number.isNaN(margin)) {
      const next = priceForMargin(margin, cost, quote);
      if (next !== null && next !== price) change({ price: next });
    }
  });
  const wanted = leads === 'margin' && margin !== null && !Number.isNaN(margin);
  return { quote, impossible: wanted && quote !== undefined && priceForMargin(margin, cost, quote) === null };
}
