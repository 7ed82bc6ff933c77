import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';

/** The capabilities of the marketplace for the seller of this account. */
export const capabilitiesOf = (
  outside: Outside,
  account: { marketplace: MarketplaceId; tags: readonly string[] },
): Capabilities => outside.marketplaces[account.marketplace].capabilities(account.tags);

/** A margin floor from its two columns. */
export const floorOf = (basisPoints: number | null, action: string | null): MarginFloor | null =>
  basisPoints === null || action === null ? null : { basisPoints, action: action as MarginFloor['action'] };

/** The capabilities that screens read. */
export function viewCapabilities(
  outside: Outside,
  account: { marketplace: MarketplaceId; tags: readonly string[] },
): AccountCapabilities {
  const { listingTypes, mostPictures, quotesFee, quotesFreight, ...rest } = capabilitiesOf(outside, account);
  const { longestDescription, takesVideo, handlingDays, freeShipping } = rest;
  return {
    ...{ listingTypes: [...listingTypes], mostPictures, quotesFee, quotesFreight },
    pricesDiffer: rest.variations === 'tiers',
    packagesDiffer: rest.packagesDiffer,
    sharesCategories: rest.sharesCategories,
    ...{ longestDescription, takesVideo, handlingDays, freeShipping },
    conditions: [...rest.conditions],
    warranties: [...rest.warranties],
    originStock: rest.originStock,
    fulfillment: rest.fulfillment,
    makesLabels: rest.labelBy === 'marketplace',
    takesQuestions: rest.questions !== 'none',
    tellsReputation: rest.tellsReputation,
    campaignKinds: rest.campaignKinds,
    wholesale: rest.wholesale,
    adExample: rest.adExample,
  };
}
