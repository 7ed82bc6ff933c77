import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { Listing } from '../listing.ts';
import type { Marketplace } from '../marketplace.ts';

/** An ad as its seller enters it in the marketplace's own pages. */
export type OwnAd = {
  title: string;
  price: number;
  quantity?: number;
  sku?: string;
  gtin?: string;
  variations?: { color: string; quantity: number; sku: string; gtin?: string }[];
};

/** A stand-in's answer about an ad created by its seller. */
export const ownAd = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

export type ExistingStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /** Answers its id. */
  makeOwn(ad: OwnAd): Promise<string>;
  linkOf(listingId: string): string;
};

const plain: OwnAd = {
  title: 'Caneca de antes, esmaltada',
  ...{ price: 59.9, quantity: 3, sku: 'ANTES-1', gtin: '7896000000019' },
};
const varied: OwnAd = {
  title: 'Caneca de antes em duas cores',
  price: 64.9,
  variations: [
    { color: 'Preto', quantity: 4, sku: 'ANTES-PR', gtin: '7896000000026' },
    { color: 'Branco', quantity: 7, sku: 'ANTES-BR', gtin: '7896000000033' },
  ],
};

/** Ads more than the longest page of any of them holds: 200. */
const long = 220;

/**
 * If an ad has one price for all its variations, or one hidden variation, it belongs to the ad, or to that variation.
 */
const unitsOf = (listing: Listing) =>
  (listing.variations.length > 0 ? listing.variations : [{ ...listing, id: null }]).map(
    ({ sku, gtin, quantity, price }) => ({ sku, gtin, quantity, price }),
  );

/** Existing ads: found, read with their codes, and taken over without a mark of ours. */
export function describeExisting(name: string, { marketplace, session, makeOwn, linkOf }: ExistingStage) {
  describe(`ads that were there before, at ${name}`, () => {
    const { listings } = marketplace;
    const read = (id: string) => listings.read(session, id);

    test('one is in the list of all, with its codes, price and quantity, and without our mark', async () => {
      const id = await makeOwn(plain);
      const { adExample } = marketplace.capabilities(session.tags);
      expect(id.replace(/\d+/, '1')).toBe(adExample.replace(/\d+/, '1'));
      expect(await listings.list(session)).toContain(id);
      const found = await read(id);
      expect(found).toMatchObject({
        ...{ name: plain.title, sellerId: session.remoteUserId, mark: '', predecessorId: null },
        ...{
          state: 'active',
          pausedBySeller: false,
          fulfilledByMarketplace: false,
          price: 5990,
          quantity: 3,
        },
      });
      expect(unitsOf(found)).toEqual([{ sku: 'ANTES-1', gtin: '7896000000019', quantity: 3, price: 5990 }]);
      expect(await listings.resolveLink(session, id)).toMatchObject({ kind: 'listing', id });
      expect(await listings.resolveLink(session, linkOf(id))).toMatchObject({ kind: 'listing', id });
      expect(typeof (await listings.readDescription(session, id))).toBe('string');
    });

    test('one with variations has the code, price and quantity of each', async () => {
      const found = await read(await makeOwn(varied));
      expect(found.variations.map((one) => one.name)).toEqual(['Preto', 'Branco']);
      expect(unitsOf(found)).toEqual([
        { sku: 'ANTES-PR', gtin: '7896000000026', quantity: 4, price: 6490 },
        { sku: 'ANTES-BR', gtin: '7896000000033', quantity: 7, price: 6490 },
      ]);
    });

    test('from then on quantity and price are ours, and the rest of its content stays', async () => {
      for (const ad of [plain, varied]) {
        const before = await read(await makeOwn(ad));
        const values = (value: number) =>
          before.variations.length > 0
            ? before.variations.map(({ id }) => ({ id, value }))
            : [{ id: null, value }];
        expect(await listings.pushStock(session, before, values(9), before)).toEqual([]);
        expect(await listings.pushPrice(session, before.id, values(7190), before)).toEqual([]);
        const after = await read(before.id);
        expect(unitsOf(after)).toEqual(unitsOf(before).map((one) => ({ ...one, quantity: 9, price: 7190 })));
        expect(after).toMatchObject({ name: before.name, state: 'active', categoryId: before.categoryId });
      }
    });

    test('a long list is whole', { timeout: 120_000 }, async () => {
      const before = await listings.list(session);
      const made: string[] = [];
      for (let n = 0; n < long; n++)
        made.push(await makeOwn({ title: `Caneca número ${n} de antes`, price: 20 }));
      const ids = await listings.list(session);
      expect(ids).toHaveLength(before.length + long);
      expect(new Set(ids)).toEqual(new Set([...before, ...made]));
    });
  });
}
