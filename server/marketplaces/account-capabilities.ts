import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';

/** What the marketplace of an account can do for its seller. */
export const capabilitiesOf = (
  outside: Outside,
  account: { marketplace: MarketplaceId; tags: readonly string[] },
): Capabilities => outside.marketplaces[account.marketplace].capabilities(account.tags);
