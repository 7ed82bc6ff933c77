import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import type { FeeQuote } from '#contract/marketplaces/marketplace-category.ts';
import { marginOf, priceForMargin } from '#contract/money.ts';
import type { Failure } from '../../api.ts';
import { useApi } from '../../queries.ts';
import type { PublishValues, VariationValues } from './publish-values.ts';

/** Steps of fee and freight that a price may climb before it stands still, here as on the server. */
const patience = 12;
const pauseMs = 350;

type Side = 'weight' | 'width' | 'height' | 'depth';
type Place = Pick<PublishValues, 'type' | 'listing' | 'freeShipping' | Side> & {
  account: { id: number } | null;
  category: { id: string } | null;
};
type Priced = Pick<VariationValues, 'price' | 'margin' | 'leads' | 'cost'>;

/** The closed parcel as the query names it; nothing where a side is missing or wrong. */
function parcelQuery({ weight, width, height, depth }: Pick<PublishValues, Side>) {
  const sides = { weight, width, height, depth };
  if (Object.values(sides).some((side) => !side || Number.isNaN(side) || side > 9999)) return {};
  return Object.fromEntries(Object.entries(sides).map(([side, value]) => [side, String(value)]));
}

/**
 * The marketplace's fee and freight at a variation's price. Margin and price follow from each other with them, whichever was
 * typed last leading. A margin that no price leaves is said to be impossible and empties the price: one that stayed beside it
 * would be another truth, and be sent. Nor does a margin stand beside a price whose fee is not known yet.
 */
export function useFee(
  place: Place,
  variation: Priced,
  change: (next: Pick<Priced, 'price'>) => void,
): {
  quote: FeeQuote | undefined;
  /** What was typed, or what the price leaves. */
  margin: number | null;
  impossible: boolean;
  /** Nothing is known of it, and why; another try may be made. */
  failed: { failure: Failure; retry: () => void } | null;
} {
  const { price, cost, margin, leads } = variation;
  const [asked] = useDebouncedValue(price ?? Math.max(cost, 100), price === null ? 0 : pauseMs);
  const { weight, width, height, depth } = place;
  const sides = useMemo(() => parcelQuery({ weight, width, height, depth }), [weight, width, height, depth]);
  const [parcel] = useDebouncedValue(sides, pauseMs);
  const ready = place.account !== null && place.category !== null && asked > 0 && !Number.isNaN(asked);
  const { data, error, refetch, isPlaceholderData } = useApi(
    api.marketplacesCategories.fees,
    {
      params: { account: place.account?.id ?? 0, id: place.category?.id ?? '' },
      query: {
        ...{ price: String(asked), type: place.type },
        ...parcel,
        ...(place.listing && { listing: place.listing }),
        ...(place.freeShipping && { freeShipping: 'true' as const }),
      },
    },
    { enabled: ready },
  );
  // That of another price says nothing about this one.
  const quote = isPlaceholderData ? undefined : data;
  const wanted = leads === 'margin' && margin !== null && !Number.isNaN(margin);
  /** Null: no price leaves this margin. */
  const sought = quote !== undefined && wanted ? priceForMargin(margin, cost, quote) : price;
  const key = `${leads} ${leads === 'price' ? price : margin} ${cost} ${place.type} ${place.category?.id} ${place.freeShipping} ${JSON.stringify(parcel)}`;
  const tried = useRef({ key: '', prices: new Set<number>() });
  const [restless, setRestless] = useState('');
  useEffect(() => {
    if (!quote) return;
    if (leads === 'price') return tried.current.prices.clear();
    if (!wanted) return;
    const next = restless === key ? null : sought;
    if (next === price) return;
    if (tried.current.key !== key || next === null) tried.current = { key, prices: new Set() };
    if (next === null) return change({ price: null });
    const { prices } = tried.current;
    // A price that led on to others and comes again would come for ever.
    if (prices.has(next) || prices.size === patience) return setRestless(key);
    prices.add(next);
    change({ price: next });
  });
  // While a price is being typed, what is known is still that of the one before; on the way to a margin none stands yet.
  const known = quote?.price === price && sought === price ? quote : undefined;
  const left = known ? marginOf(known.price, cost, known) : null;
  return {
    quote: known,
    margin: leads === 'margin' ? margin : left,
    impossible: wanted && ((quote !== undefined && sought === null) || restless === key),
    failed: error && !quote ? { failure: error, retry: () => void refetch() } : null,
  };
}
