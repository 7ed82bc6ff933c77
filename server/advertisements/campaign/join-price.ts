import type { CampaignPricing, CampaignTerms } from '#contract/advertisements/campaign.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Centavos, priceChangedBy } from '#contract/money.ts';
import { settlePrices } from '#server/advertisements/pricing.ts';
import { Fault } from '#server/fault.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { quoteFee } from '#server/marketplaces/marketplace-category.ts';
import { type CampaignAdRow, soldAs, termsInside } from './campaign-ad.queries.ts';

/** Why an ad cannot join its campaign at any price; null: it can. A joined ad may get another price. */
export function whyNotJoin(row: CampaignAdRow, now: Date): ErrorCode | null {
  const isOver = row.campaign_state === 'ended' || (row.deadline_at !== null && row.deadline_at < now);
  if (isOver) return 'campaign_over';
  if (!row.can_join) return 'campaign_elsewhere';
  return row.state !== 'invited' && !row.seller_sets_price ? 'campaign_joined' : null;
}

/** Why an ad cannot leave its campaign; null: it can. */
export function whyNotLeave(row: CampaignAdRow): ErrorCode | null {
  if (row.campaign_state === 'ended') return 'campaign_over';
  if (row.state === 'invited') return 'campaign_not_joined';
  return row.can_leave || (row.can_join && row.state === 'scheduled') ? null : 'campaign_elsewhere';
}

export type Asked = { pricing: CampaignPricing; price: Centavos | null };

/** The price by a rule that needs no answer of the marketplace; undefined: by a margin. */
function knownPrice(row: CampaignAdRow, { pricing, price }: Asked): Centavos | null | undefined {
  if (!row.seller_sets_price) return row.price_centavos;
  if (price !== null) return price;
  switch (pricing.kind) {
    case 'suggested':
      return row.suggested_centavos;
    case 'price':
      return pricing.price;
    case 'discount':
      return row.regular_centavos === null
        ? null
        : priceChangedBy(row.regular_centavos, -pricing.basisPoints);
    case 'margin':
      return undefined;
  }
}

/** The marketplace accepts prices of a band only. */
function whyNotPrice(row: CampaignAdRow, price: Centavos | null): ErrorCode | null {
  if (price === null) return row.seller_sets_price ? 'campaign_price_missing' : null;
  const { lowest_centavos: lowest, highest_centavos: highest, regular_centavos: regular } = row;
  const isOutside = (lowest !== null && price < lowest) || (highest !== null && price > highest);
  const isNoDiscount = row.seller_sets_price && regular !== null && price >= regular;
  return isOutside || isNoDiscount ? 'campaign_price_outside' : null;
}

export type JoinPrice = { inside: CampaignTerms | null; price: Centavos | null; refused: ErrorCode | null };

/** The price with which an ad would join, with the margin that it leaves. */
export async function findJoinPrice(
  context: AccountContext,
  row: CampaignAdRow,
  asked: Asked,
): Promise<JoinPrice> {
  const known = knownPrice(row, asked);
  if (known === undefined) return priceForMargin(context, row, asked);
  if (known === null || !row.linked) return { inside: null, price: known, refused: whyNotPrice(row, known) };
  const { total: fee, freight } = await quoteFee(context, row.account_id, {
    ...soldAs(row.linked),
    price: known,
  });
  const inside = termsInside(row, { price: known, fee, freight });
  return { inside, price: known, refused: whyNotPrice(row, known) };
}

/** Without a publication the cost is unknown, and no price is found for a margin. */
async function priceForMargin(
  context: AccountContext,
  row: CampaignAdRow,
  { pricing }: Asked,
): Promise<JoinPrice> {
  const { linked } = row;
  if (pricing.kind !== 'margin' || !linked)
    return { inside: null, price: null, refused: 'campaign_price_missing' };
  const { package: size, ...sold } = soldAs(linked);
  const place = { ...sold, account: row.account_id };
  const request = { cost: linked.cost, package: size, marginBasisPoints: pricing.marginBasisPoints };
  try {
    const [found] = await settlePrices(context, place, [request], (faults) => faults);
    if (!found) return { inside: null, price: null, refused: 'campaign_price_missing' };
    const { price, fee, freight } = found;
    return { inside: termsInside(row, { price, fee, freight }), price, refused: whyNotPrice(row, price) };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid') throw error;
    return { inside: null, price: null, refused: 'campaign_price_missing' };
  }
}
