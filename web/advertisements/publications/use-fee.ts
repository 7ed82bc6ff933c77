import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo } from 'react';
import { type PackageSize, packageOf, packageSides } from '#contract/advertisements/package-size.ts';
import { api } from '#contract/index.ts';
import type { FeeQuote } from '#contract/marketplaces/marketplace-category.ts';
import { marginOf } from '#contract/money.ts';
import type { Failure } from '../../api.ts';
import { useApi } from '../../queries.ts';
import type { PublishValues, VariationValues } from './publish-values.ts';

const pauseMs = 350;

type Place = Pick<PublishValues, 'type' | 'listing' | 'freeShipping'> & {
  /** The parcel that the marketplace gets; null: not known completely. */
  package: PackageSize | null;
  account: { id: number } | null;
  category: { id: string } | null;
};
type Priced = Pick<VariationValues, 'price' | 'margin' | 'leads' | 'cost'>;

/** The closed parcel as query parameters; none if it is unknown or impossible. */
function parcelQuery(size: PackageSize | null) {
  if (!size || packageSides.some((side) => size[side] > 9999)) return {};
  return Object.fromEntries(packageSides.map((side) => [side, String(size[side])]));
}

const isFigure = (value: number | null): value is number => value !== null && !Number.isNaN(value);

type FeeOfPrice = {
  /** Breakdown of the shown price; undefined until it is known. */
  quote: FeeQuote | undefined;
  /** The typed margin, or the one of the typed price. */
  margin: number | null;
  /** Why no price reaches the margin. */
  refused: 'rates_missing' | 'too_big' | null;
  /** Why the fee is unknown, with a retry. */
  failed: { failure: Failure; retry: () => void } | null;
};

/**
 * Fee and freight at a variation's price. Margin and price follow from each other; the one typed last leads. The
 * price of a margin is a single request, so its answer does not depend on the order of responses. `settle` receives
 * the price, or null if no price reaches the margin.
 */
export function useFee(place: Place, variation: Priced, settle: (price: number | null) => void): FeeOfPrice {
  const { price, cost, margin, leads } = variation;
  const byMargin = leads === 'margin' && isFigure(margin);
  const [askedPrice] = useDebouncedValue(price, pauseMs);
  const [askedMargin] = useDebouncedValue(margin, pauseMs);
  const { weight, width, height, depth } = place.package ?? {};
  const sides = useMemo(
    () => parcelQuery(packageOf({ weight, width, height, depth })),
    [weight, width, height, depth],
  );
  const [parcel] = useDebouncedValue(sides, pauseMs);
  const params = { account: place.account?.id ?? 0, id: place.category?.id ?? '' };
  const soldAs = {
    type: place.type,
    ...parcel,
    ...(place.listing && { listing: place.listing }),
    ...(place.freeShipping && { freeShipping: 'true' as const }),
  };
  const isPlaced = place.account !== null && place.category !== null;
  const ofPrice = useApi(
    api.marketplacesCategories.fees,
    { params, query: { price: String(askedPrice), ...soldAs } },
    { enabled: isPlaced && leads === 'price' && isFigure(askedPrice) && askedPrice > 0 },
  );
  const ofMargin = useApi(
    api.marketplacesCategories.price,
    { params, query: { margin: String(askedMargin), cost: String(cost), ...soldAs } },
    { enabled: isPlaced && byMargin && isFigure(askedMargin) },
  );
  const { error, refetch, isPlaceholderData } = byMargin ? ofMargin : ofPrice;
  // A response for another price or margin is ignored.
  const found = byMargin && !isPlaceholderData && askedMargin === margin ? ofMargin.data : undefined;
  useEffect(() => {
    if (!found) return;
    const next = found.quote?.price ?? null;
    if (next !== price) settle(next);
  });
  const quote = byMargin ? (found?.quote ?? undefined) : isPlaceholderData ? undefined : ofPrice.data;
  const known = quote?.price === price ? quote : undefined;
  return {
    quote: known,
    margin: leads === 'margin' ? margin : known ? marginOf(known.price, cost, known) : null,
    refused: found?.refused ?? null,
    failed: error && !known ? { failure: error, retry: () => void refetch() } : null,
  };
}
