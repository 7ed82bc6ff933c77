import type { publicationsLink } from '#contract/advertisements/publication-link.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { shownQuantities } from '#server/advertisements/composition.ts';
import { viewPromotion } from '#server/advertisements/sync/promotion-facts.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { prepareLink } from './publication-link.ts';

type Plan = ResponseOf<typeof publicationsLink.plan>;

/** What a link would change at the marketplace: it is shown before anything is sent. */
export async function planLink(call: RemoteCall<typeof publicationsLink.plan>): Promise<Plan> {
  const { listing, variations } = await prepareLink(call, call.body);
  const quantities = await call.transact((tx) =>
    shownQuantities(
      tx,
      variations.map(({ composition }) => composition.parts),
    ),
  );
  return {
    ...{ remoteItem: listing.id, name: listing.name },
    variations: variations.map(({ remote, composition, priced }, index) => {
      const { price, ...parts } = priced;
      return {
        ...{
          remoteVariation: remote.id ?? listing.id,
          name: remote.name,
          sku: remote.sku,
          cost: composition.cost,
        },
        ...parts,
        before: {
          price: remote.price,
          promotion: viewPromotion(remote.promotion),
          quantity: remote.quantity,
        },
        after: {
          price,
          // The marketplace counts the units in its own warehouse.
          quantity: remote.fulfilledByMarketplace ? remote.quantity : (quantities[index] ?? 0),
        },
      };
    }),
  };
}
