import { describe, expect, test } from 'vitest';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { ListingContent, VariationContent } from '../listing.ts';
import type { Marketplace } from '../marketplace.ts';

/** What a marketplace's stand-in provides to test stock in the marketplace's own warehouse. */
export type FulfillmentStage = {
  marketplace: Marketplace;
  session: SellerSession;
  content(session: SellerSession, name: string): Promise<ListingContent>;
  variation(name: string, changes?: Partial<VariationContent>): VariationContent;
  /** Stores units of a listing in that warehouse, of one variation if it has some; missing: there is none. */
  store?(listingId: string, variationId: string | null, units: number): Promise<unknown>;
  /** Somebody buys one. */
  sell(listingId: string): Promise<unknown>;
};

let serial = 0;

export function describeFulfillment(name: string, stage: FulfillmentStage): void {
  const { marketplace, session, store } = stage;
  const { listings } = marketplace;

  async function publish(...colours: string[]) {
    const content = await stage.content(session, `Guardado ${++serial}`);
    const variations = colours.length > 0 ? colours : [''];
    return listings.create(
      session,
      content,
      variations.map((one) => stage.variation(one)),
    );
  }
  const read = (id: string) => listings.read(session, id);

  describe(`stock in the warehouse of ${name}`, () => {
    test('exists exactly if the capabilities say so, and an ad has none at first', async () => {
      expect(store !== undefined).toBe(marketplace.capabilities(session.tags).fulfillment !== null);
      const { id } = await publish();
      expect(await read(id)).toMatchObject({ fulfilledByMarketplace: false, fulfillmentStock: null });
    });

    if (!store) return;

    test('is read with the ad, and decreases by a sale', async () => {
      const { id } = await publish();
      await store(id, null, 12);
      expect(await read(id)).toMatchObject({
        fulfilledByMarketplace: true,
        quantity: 12,
        fulfillmentStock: { sellable: 12 },
      });
      await stage.sell(id);
      expect((await read(id)).fulfillmentStock).toMatchObject({ sellable: 11 });
    });

    test('is read by variation', async () => {
      const { id, variations } = await publish('Preto', 'Branco');
      for (const [n, variation] of variations.entries()) await store(id, variation.id, 4 + n);
      const after = await read(id);
      expect(after.fulfillmentStock).toBeNull();
      expect(after.variations.map((one) => one.fulfillmentStock?.sellable)).toEqual([4, 5]);
      expect(new Set(after.variations.map((one) => one.fulfillmentStock?.id)).size).toBe(2);
      expect(after.variations.every((one) => one.fulfilledByMarketplace)).toBe(true);
    });
  });
}
