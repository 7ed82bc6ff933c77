import { describe, expect, test } from 'vitest';
import type { SaleTerms } from '#contract/advertisements/sale-terms.ts';
import type { MarketplaceCategory } from '#contract/marketplaces/marketplace-category.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { ListingContent, VariationContent } from '../listing.ts';
import type { Marketplace } from '../marketplace.ts';
import { MarketplaceError, type MarketplaceErrorKind } from '../marketplace-error.ts';

/** What a marketplace's stand-in provides to test every operation of the port. */
export type Stage = {
  marketplace: Marketplace;
  /** A seller whose variations share one listing, if there are such sellers. */
  session: SellerSession;
  /** A seller whose stock is written with the version read, if there are such sellers. */
  versioned: SellerSession | null;
  content(session: SellerSession, name: string): Promise<ListingContent>;
  variation(name: string, changes?: Partial<VariationContent>): VariationContent;
  /** Somebody buys one. */
  sell(listingId: string): Promise<void>;
  /** A name cannot change after a sale. */
  keepsNames: boolean;
  /** A call that ends in an error of this kind; null if none is documented. */
  provoke(kind: MarketplaceErrorKind): Promise<unknown> | null;
  /** Texts that identify a listing, and one that does not. */
  linkOf(listingId: string): string;
  nothing: string;
};

const kinds: readonly MarketplaceErrorKind[] = [
  'refused',
  'not_found',
  'forbidden',
  'unauthorized',
  'ended_grant',
  'retry',
  'conflict',
  'unavailable',
];

/** Tests every operation on listings and every kind of error of one marketplace. */
export function describeListings(name: string, stage: Stage): void {
  describe(`listings of ${name}`, () => {
    const { marketplace, session } = stage;
    const { listings, catalogue } = marketplace;
    const capabilities = marketplace.capabilities(session.tags);
    let serial = 0;
    const publish = async (...names: string[]) => {
      const content = await stage.content(session, `Anúncio ${++serial}`);
      const variations = names.map((one) => stage.variation(one));
      const made = await listings.create(
        session,
        content,
        names.length > 0 ? variations : [stage.variation('')],
      );
      return { content, variations, made };
    };
    const read = (id: string) => listings.read(session, id);
    const firstLeaf = async (id: string): Promise<MarketplaceCategory | undefined> => {
      const [first] = await catalogue.children(session, id);
      return !first || first.leaf ? first : firstLeaf(first.id);
    };
    const keysOf = (mark: string) => ({ mark, skus: [stage.variation('').sku] });

    test("publishes the seller's terms, changes them part by part, and leaves unset ones alone", async () => {
      const { conditions, warranties, handlingDays, freeShipping } = capabilities;
      const said = {
        condition: conditions.at(-1) ?? null,
        warranty: warranties.includes('seller')
          ? { by: 'seller' as const, time: 90, unit: 'days' as const }
          : null,
        handlingDays: handlingDays?.most ?? null,
        freeShipping: freeShipping ? true : null,
      };
      const content = await stage.content(session, `Anúncio ${++serial}`);
      const made = await listings.create(session, { ...content, ...said }, [stage.variation('')]);
      expect(await read(made.id)).toMatchObject(said);
      const next: SaleTerms = {
        condition: conditions[0] ?? null,
        warranty: warranties.includes('factory')
          ? { by: 'factory' as const, time: 1, unit: 'years' as const }
          : null,
        handlingDays: null,
        freeShipping: freeShipping ? false : null,
      };
      const push = async (part: 'condition' | 'terms' | 'freight', terms: Partial<typeof next>) =>
        listings.pushContent(session, await read(made.id), part, { ...content, ...terms }, []);
      for (const part of ['condition', 'terms', 'freight'] as const)
        await push(part, { ...next, warranty: null, handlingDays: said.handlingDays });
      expect(await read(made.id)).toMatchObject({
        ...next,
        ...{ warranty: said.warranty, handlingDays: said.handlingDays },
      });
      await push('terms', next);
      expect(await read(made.id)).toMatchObject(next);
    });

    test('capabilities are whole', () => {
      expect(capabilities.listingTypes.length).toBeGreaterThan(0);
      const isPrinting = capabilities.labelBy === 'marketplace';
      expect(capabilities.labelFormats.length > 0).toBe(isPrinting);
      expect(capabilities.labelBatch > 0).toBe(isPrinting);
      expect(marketplace.parcels.label !== null).toBe(isPrinting);
      expect(marketplace.parcels.report === null).toBe(isPrinting);
      expect(marketplace.conversations.questions !== null).toBe(capabilities.questions !== 'none');
      expect(capabilities.mostPictures).toBeGreaterThan(0);
      expect(capabilities.pictureSide.shortest).toBeLessThan(capabilities.pictureSide.longest);
    });

    test('categories: from the top to a leaf with its attributes, suggestions, and the fee of a price', async () => {
      const [root] = await catalogue.roots(session);
      expect(root).toMatchObject({ leaf: false });
      expect((await catalogue.children(session, root?.id ?? '')).length).toBeGreaterThan(0);
      const suggested = catalogue.predict
        ? (await catalogue.predict(session, 'caneca esmaltada'))[0]
        : await firstLeaf(root?.id ?? '');
      expect(suggested?.leaf).toBe(true);
      const byName = await catalogue.search(session, `${suggested?.name.toUpperCase()} `);
      expect(byName.every(({ leaf }) => leaf)).toBe(true);
      expect(byName.map(({ id }) => id)).toContain(suggested?.id);
      const settings = await catalogue.settings(session, suggested?.id ?? '');
      expect(settings.maxTitleLength).toBeGreaterThan(0);
      expect(settings.attributes.length).toBeGreaterThan(0);
      expect(catalogue.fee !== null).toBe(capabilities.quotesFee);
      for (const type of catalogue.fee ? capabilities.listingTypes : []) {
        const fee = await catalogue.fee?.(session, { category: settings.id, type, price: 5990 });
        expect(Number.isInteger(fee?.total)).toBe(true);
        expect(fee?.total).toBeGreaterThan(0);
      }
      await expect(catalogue.settings(session, '../users/me')).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('the freight that the seller pays, if it is quoted', async () => {
      const { freight } = catalogue;
      expect(freight !== null).toBe(capabilities.quotesFreight);
      if (!freight) return;
      const { made, content } = await publish();
      const [type = 'classic'] = capabilities.listingTypes;
      const quote = (size: ListingContent['package'], listing: string | null) =>
        freight(session, { price: 15_000, type, package: size, listing, freeShipping: null });
      const quoted = await quote(content.package, null);
      expect(quoted).toBeGreaterThan(0);
      expect(await quote(null, made.id)).toBe(quoted);
      expect(await quote({ weight: 20, width: 60, height: 60, depth: 60 }, null)).toBeGreaterThan(
        quoted ?? 0,
      );
      expect(await quote(null, null)).toBeNull();
    });

    test('created, read back as it was meant, found by our mark and in the list of all', async () => {
      const { content, made } = await publish();
      expect(made).toMatchObject({
        name: content.name,
        categoryId: content.categoryId,
        type: content.type,
        sellerId: session.remoteUserId,
        mark: content.mark,
        price: 5990,
        quantity: 5,
        package: content.package,
        fulfilledByMarketplace: false,
      });
      expect(made.link).toMatch(/^https?:/);
      expect((await listings.findByMark(session, keysOf(content.mark)))?.id).toBe(made.id);
      expect(await listings.findByMark(session, keysOf('nobody-has-this'))).toBeNull();
      expect(await listings.list(session)).toContain(made.id);
    });

    test('pushes stock alone, to 0 and back; a listing that its seller paused stays off sale', async () => {
      const { made } = await publish();
      const push = async (value: number) =>
        listings.pushStock(session, { id: made.id, stockId: made.stockId }, [{ id: null, value }], null);
      expect(await push(0)).toEqual([]);
      expect(await read(made.id)).toMatchObject({ quantity: 0, state: 'paused', pausedBySeller: false });
      await push(3);
      expect(await read(made.id)).toMatchObject({ quantity: 3, state: 'active' });
      await listings.pushState(session, await read(made.id), 'paused');
      await push(4);
      expect(await read(made.id)).toMatchObject({ quantity: 4, state: 'paused', pausedBySeller: true });
      await listings.pushState(session, await read(made.id), 'active');
      expect((await read(made.id)).state).toBe('active');
    });

    test('pushed in any order it ends the same, each as often as one likes', async () => {
      const { made } = await publish();
      const acts = [
        () => listings.pushStock(session, made, [{ id: null, value: 4 }], null),
        () => listings.pushPrice(session, made.id, [{ id: null, value: 6290 }], null),
        async () => listings.pushState(session, await read(made.id), 'paused'),
      ] as const;
      for (const order of [
        [2, 1, 0, 2],
        [1, 2, 2, 0],
        [0, 0, 2, 1],
      ] as const) {
        for (const at of order) await acts[at]();
        expect(await read(made.id)).toMatchObject({ quantity: 4, price: 6290, state: 'paused' });
        await listings.pushStock(session, made, [{ id: null, value: 7 }], null);
        await listings.pushPrice(session, made.id, [{ id: null, value: 5990 }], null);
        await listings.pushState(session, await read(made.id), 'active');
      }
    });

    test('a price, and each part of the content alone', async () => {
      const { content, made } = await publish();
      await listings.pushPrice(session, made.id, [{ id: null, value: 6490 }], null);
      const picture = await listings.uploadPicture(session, await aPicture(), made.id);
      const next: ListingContent = {
        ...content,
        name: `${content.name} B`,
        type: capabilities.listingTypes.at(-1) ?? content.type,
        description: 'Outra descrição, também esmaltada.',
        package: { weight: 1.5, width: 20, height: 21, depth: 22 },
        pictureIds: [picture],
      };
      for (const part of ['name', 'type', 'description', 'package', 'pictures', 'identity'] as const)
        await listings.pushContent(session, await read(made.id), part, next, [
          stage.variation('', { sku: 'NOVO-SKU' }),
        ]);
      expect(await read(made.id)).toMatchObject({
        price: 6490,
        name: next.name,
        type: next.type,
        package: next.package,
        pictureIds: [picture],
        sku: 'NOVO-SKU',
      });
      expect(await listings.readDescription(session, made.id)).toBe('Outra descrição, também esmaltada.');
    });

    if (stage.keepsNames)
      test('refuses a name that may no longer change at its field, and sends nothing', async () => {
        const { content, made } = await publish();
        await stage.sell(made.id);
        const refused = listings.pushContent(
          session,
          await read(made.id),
          'name',
          { ...content, name: 'X' },
          [],
        );
        await expect(refused).rejects.toMatchObject({ kind: 'refused', causes: [{ field: 'name' }] });
      });

    if (capabilities.variations !== 'none')
      test('variations: counted apart, grown, none lost', async () => {
        const { content, made, variations } = await publish('Preto', 'Branco');
        if (made.perVariation) return;
        const [black, white] = made.variations;
        await listings.pushStock(session, made, [{ id: white?.id ?? '', value: 2 }], null);
        await listings.pushPrice(session, made.id, [{ id: black?.id ?? '', value: 6190 }], made);
        const blue = stage.variation('Azul', { price: 6190 });
        const grown = await listings.grow(session, await read(made.id), content, blue);
        expect(grown.isNew).toBe(true);
        const after = await read(made.id);
        expect(after.variations.map(({ name, quantity, price }) => [name, quantity, price])).toEqual([
          ['Preto', 5, 6190],
          // One price is of all of them.
          ['Branco', 2, capabilities.variations === 'one_price' ? 6190 : 5990],
          ['Azul', 5, 6190],
        ]);
        expect(after.variations.map(({ id }) => id).slice(0, 2)).toEqual([black?.id, white?.id]);
        expect((await listings.grow(session, after, content, blue)).isNew).toBe(false);
        expect(variations).toHaveLength(2);
      });

    test('closed permanently; on sale again under another id if that is possible, once', async () => {
      const { content, made } = await publish();
      await listings.pushState(session, made, 'closed');
      const closed = await read(made.id);
      expect(closed.state).toBe('closed');
      const again = await listings.relist(session, closed, content, [stage.variation('', { price: 7190 })]);
      if (!capabilities.relists) return expect(again).toBeNull();
      expect(again).toMatchObject({ predecessorId: made.id, price: 7190, state: 'active' });
      expect((await listings.relist(session, closed, content, [stage.variation('')]))?.id).toBe(again?.id);
    });

    test('resolves a link or code to the listing, and other texts to nothing', async () => {
      const { made } = await publish();
      const expected = { kind: 'listing', id: made.id, variationId: null };
      expect(await listings.resolveLink(session, made.id)).toEqual(expected);
      expect(await listings.resolveLink(session, stage.linkOf(made.id))).toEqual(expected);
      expect(await listings.resolveLink(session, stage.nothing)).toBeNull();
    });

    test('stock with versions', async () => {
      const seller = stage.versioned;
      if (!seller) return;
      expect(marketplace.capabilities(seller.tags).stockVersions).toBe(true);
      const content = await stage.content(seller, 'Anúncio por depósito');
      const made = await listings.create(seller, content, [stage.variation('Preto')]);
      await stage.sell(made.id);
      await listings.pushStock(seller, made, [{ id: null, value: 9 }], null);
      expect((await listings.read(seller, made.id)).quantity).toBe(9);
    });

    test.each(kinds)('an error of the kind %s', async (kind) => {
      const provoked = stage.provoke(kind);
      if (!provoked) return;
      const error: unknown = await provoked.then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(MarketplaceError);
      expect(error).toMatchObject({ kind });
      if (kind === 'refused') expect((error as MarketplaceError).causes.length).toBeGreaterThan(0);
      expect((error as MarketplaceError).retryable).toBe(['retry', 'conflict', 'unavailable'].includes(kind));
    });
  });
}

async function aPicture() {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  return { name: 'picture.jpg', bytes, contentType: 'image/jpeg' };
}
