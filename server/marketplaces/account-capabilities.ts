import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';

/** What the marketplace of an account can do for its seller. */
export const capabilitiesOf = (
  outside: Outside,
  account: { marketplace: MarketplaceId; tags: readonly string[] },
): Capabilities => outside.marketplaces[account.marketplace].capabilities(account.tags);

/** A floor as its two columns hold it. */
export const floorOf = (basisPoints: number | null, action: string | null): MarginFloor | null =>
  basisPoints === null || action === null ? null : { basisPoints, action: action as MarginFloor['action'] };

/** What of it screens ask for. */
export function viewCapabilities(
  outside: Outside,
  account: { marketplace: MarketplaceId; tags: readonly string[] },
): AccountCapabilities {
  const { listingTypes, mostPictures, quotesFee, quotesFreight, ...rest } = capabilitiesOf(outside, account);
  const { longestDescription, takesVideo, handlingDays, freeShipping } = rest;
  return {
    ...{ listingTypes: [...listingTypes], mostPictures, quotesFee, quotesFreight },
    pricesDiffer: rest.variations === 'tiers',
    ...{ longestDescription, takesVideo, handlingDays, freeShipping },
    conditions: [...rest.conditions],
    warranties: [...rest.warranties],
    makesLabels: rest.labelBy === 'marketplace',
    takesQuestions: rest.questions !== 'none',
    tellsReputation: rest.tellsReputation,
    adExample: rest.adExample,
  };
}
