import { z } from 'zod';
import { type Centavos, fromDecimal, toDecimal } from '#contract/money.ts';
import { understand } from '../../http.ts';
import { orNull } from '../answers.ts';
import type { FreightQuestion, SiteSession } from '../marketplace.ts';
import { freeShippingFrom } from './capabilities.ts';
import { listingTypeIds, wholePackage } from './item-bodies.ts';

const quote = z.looseObject({
  coverage: z.looseObject({ all_country: z.looseObject({ list_cost: z.number().min(0) }) }),
});

/** The buyer pays it unless it is free. Without price, listing type and mode the answer would be 0. */
export async function readFreight(
  session: SiteSession,
  { price, type, package: size, listing, freeShipping }: FreightQuestion,
): Promise<Centavos | null> {
  if (price < freeShippingFrom && !freeShipping) return 0;
  if (!size && !listing) return null;
  const query = new URLSearchParams({
    ...(size ? { dimensions: dimensionsOf(size) } : { item_id: listing ?? '' }),
    item_price: String(toDecimal(price)),
    listing_type_id: listingTypeIds[type],
    mode: 'me2',
    condition: 'new',
    free_shipping: 'true',
    verbose: 'true',
  });
  const answer = await orNull(() =>
    session.call(`/users/${session.remoteUserId}/shipping_options/free?${query}`),
  );
  if (!answer) return null;
  return fromDecimal(understand(quote, answer.json, 'freight').coverage.all_country.list_cost);
}

/** `HxWxL,grams`, whole numbers only. */
function dimensionsOf(size: NonNullable<FreightQuestion['package']>): string {
  const { height, width, depth, grams } = wholePackage(size);
  return `${height}x${width}x${depth},${grams}`;
}
