import { describe, expect, test } from 'vitest';
import type { Listing, ListingContent, VariationContent } from '../listing.ts';
import type { Marketplace } from '../marketplace.ts';
import type { SellerSession } from '../seller-session.ts';

export type LocationStage = {
  marketplace: Marketplace;
  /** A seller without locations to choose from, if there are such sellers. */
  session: SellerSession;
  /** Opens a second location; answers the session afterwards. Missing: stock has no locations. */
  open?(): Promise<SellerSession>;
  content(session: SellerSession, name: string): Promise<ListingContent>;
  variation(name: string, changes?: Partial<VariationContent>): VariationContent;
};

/** The seller's locations and quantities by location. */
export function describeLocations(name: string, stage: LocationStage): void {
  const { marketplace, open, content, variation } = stage;
  const { listings } = marketplace;

  describe(`stock by location at ${name}`, () => {
    test('can be read by location if the capabilities say so', async () => {
      expect(listings.readLocations !== null).toBe(open !== undefined);
      const session = open ? await open() : stage.session;
      expect(marketplace.capabilities(session.tags).originStock).toBe(open !== undefined);
    });

    if (!open || !listings.readLocations) return;
    const { readLocations } = listings;

    const levelsIn = ({ levels, variations: [only] }: Listing) =>
      Object.fromEntries(
        (only?.levels ?? levels ?? []).map(({ location, quantity }) => [location, quantity]),
      );

    test('a quantity is at its location alone; without one, or if that is gone, at the default one', async () => {
      const session = await open();
      const locations = await readLocations(session);
      expect(locations.map(({ isDefault }) => isDefault)).toEqual([
        true,
        ...locations.slice(1).map(() => false),
      ]);
      expect(new Set(locations.map(({ id }) => id)).size).toBe(locations.length);
      expect(locations.every(({ id, name: called }) => id !== '' && called !== '')).toBe(true);
      const home = locations[0]?.id ?? '';
      const other = locations[1]?.id ?? '';
      const made = await listings.create(session, await content(session, 'Anúncio por local'), [
        variation(''),
      ]);
      const id = made.variations[0]?.id ?? null;
      const put = async (value: number, location: string | null) => {
        expect(await listings.pushStock(session, made, [{ id, value, location }], null)).toEqual([]);
        const listing = await listings.read(session, made.id);
        expect(listing.quantity).toBe(value);
        return levelsIn(listing);
      };
      expect((await put(7, other))[other]).toBe(7);
      expect((await put(6, other))[home] ?? 0).toBe(0);
      expect(await put(4, null)).toMatchObject({ [home]: 4, [other]: 0 });
      expect(await put(5, other)).toMatchObject({ [home]: 0, [other]: 5 });
      expect(await put(3, 'closed')).toMatchObject({ [home]: 3, [other]: 0 });
    });
  });
}
