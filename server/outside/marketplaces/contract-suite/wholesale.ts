import { describe, expect, test } from 'vitest';
import type { ListingContent, PriceBand, VariationContent } from '../listing.ts';
import type { Marketplace } from '../marketplace.ts';
import { MarketplaceError } from '../marketplace-error.ts';
import type { SellerSession } from '../seller-session.ts';

export type WholesaleStage = {
  marketplace: Marketplace;
  /** A seller who may not set prices by quantity, if there are such sellers. */
  session: SellerSession;
  /** A seller who may. Missing: the marketplace has no prices by quantity. */
  may?: SellerSession;
  content(session: SellerSession, name: string): Promise<ListingContent>;
  variation(name: string, changes?: Partial<VariationContent>): VariationContent;
};

/** Prices of larger purchases, read and written as a whole. */
export function describeWholesale(name: string, stage: WholesaleStage): void {
  const { marketplace, session, may, content, variation } = stage;
  const { listings } = marketplace;

  describe(`prices by quantity at ${name}`, () => {
    test('can be set if the capabilities say so', () => {
      const able = marketplace.capabilities((may ?? session).tags).wholesale;
      expect(able !== null).toBe(may !== undefined);
      expect(able?.mostBands ?? 2).toBeGreaterThan(1);
    });

    if (!may) return;

    const publish = async (title: string) => {
      const about = await content(may, title);
      const variations = [variation('', { price: 2000, sku: '', mark: `easy-v9-${title.length}` })];
      const made = await listings.create(may, about, variations);
      const put = (wholesale: readonly PriceBand[]) =>
        listings.pushContent(may, made, 'wholesale', { ...about, wholesale }, variations);
      const read = async () => (await listings.read(may, made.id)).wholesale;
      return { put, read };
    };

    test('are none at first, and afterwards those that were set last', async () => {
      const { put, read } = await publish('Caneca no atacado');
      expect(await read()).toEqual([]);
      for (const bands of [
        [
          { from: 5, price: 1800 },
          { from: 10, price: 1650 },
        ],
        [
          { from: 5, price: 1800 },
          { from: 20, price: 1599 },
        ],
        [{ from: 5, price: 1790 }],
        [],
      ]) {
        await put(bands);
        expect(await read()).toEqual(bands);
      }
    });

    test('that it does not accept are refused by their field, and the former ones stay', async () => {
      const { put, read } = await publish('Caneca fora do atacado');
      const kept = [{ from: 5, price: 1800 }];
      await put(kept);
      const twice = [
        { from: 5, price: 1700 },
        { from: 5, price: 1600 },
      ];
      const error = await put(twice).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(MarketplaceError);
      expect(error).toMatchObject({ kind: 'refused', causes: [{ field: 'wholesale' }] });
      expect(await read()).toEqual(kept);
    });
  });
}
