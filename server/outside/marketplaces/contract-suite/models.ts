import { describe, expect, test } from 'vitest';
import { type PackageSize, packagesSent } from '#contract/advertisements/package-size.ts';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { Listing, ListingContent, VariationContent } from '../listing.ts';
import type { Marketplace } from '../marketplace.ts';

/** What a marketplace's stand-in provides to publish every kind of ad and push it variation by variation. */
export type ModelStage = {
  marketplace: Marketplace;
  session: SellerSession;
  content(session: SellerSession, name: string): Promise<ListingContent>;
  variation(name: string, changes?: Partial<VariationContent>): VariationContent;
  /** Variation attributes: colour, or colour and size. */
  options(color: string, size?: string): AttributeValue[];
  /** The next stock of this variation is refused while others are accepted; returns the quantity to send. */
  refuseStock(unit: Unit): Promise<number>;
};

/** One that is counted by itself: an ad, or a variation in it. */
type Unit = { listing: Listing; id: string | null };

const models: readonly { kind: string; values: [string?, string?][] }[] = [
  { kind: 'without variations', values: [[]] },
  { kind: 'in three colours', values: [['Preto'], ['Branco'], ['Azul']] },
  {
    kind: 'in two colours and two sizes',
    values: [
      ['Preto', 'P'],
      ['Preto', 'G'],
      ['Branco', 'P'],
    ],
  },
];

/** Every kind of ad: without variations, with one attribute, or with two. */
export function describeModels(name: string, stage: ModelStage): void {
  const { marketplace, session } = stage;
  const { listings } = marketplace;
  const {
    variations: kindOfVariations,
    partialStockFailures,
    packagesDiffer,
  } = marketplace.capabilities(session.tags);
  const isEach = kindOfVariations === 'price_each';
  let serial = 0;

  async function publish(
    values: readonly [string?, string?][],
    packages: readonly (PackageSize | null)[] = [],
  ) {
    const n = ++serial;
    const content = await stage.content(session, `Caneca de modelo ${n}`);
    const variations = values.map(([color = '', size], at) =>
      stage.variation(color, {
        ...{ sku: `MODELO-${n}-${at}`, mark: `easy-v${n}${at}-modelo`, quantity: 3 + at },
        package: packages[at] ?? null,
        ...(color && { attributes: stage.options(color, size) }),
      }),
    );
    const made: Listing[] = [];
    for (const drafts of isEach ? variations.map((one) => [one]) : [variations])
      made.push(await listings.create(session, content, drafts));
    const units = made.flatMap((listing): Unit[] =>
      listing.variations.length > 0
        ? listing.variations.map(({ id }) => ({ listing, id }))
        : [{ listing, id: null }],
    );
    return { content, variations, made, units };
  }

  async function seen(units: readonly Unit[]) {
    const found = [];
    for (const { listing, id } of units) {
      const { variations, ...whole } = await listings.read(session, listing.id);
      const { sku, price, quantity } = variations.find((one) => one.id === id) ?? whole;
      found.push({ sku, price, quantity, state: whole.state, name: whole.name });
    }
    return found;
  }

  /** The parcel of each: its own, or that of its ad. */
  async function parcels(units: readonly Unit[]) {
    const now = new Map<string, Listing>();
    for (const { listing } of units)
      if (!now.has(listing.id)) now.set(listing.id, await listings.read(session, listing.id));
    return units.map(({ listing, id }) => {
      const found = now.get(listing.id);
      return found?.variations.find((one) => one.id === id)?.package ?? found?.package ?? null;
    });
  }

  /** All of one ad in one call. */
  async function push(units: readonly Unit[], what: 'pushStock' | 'pushPrice', values: readonly number[]) {
    const refused: (string | null)[] = [];
    for (const listing of new Set(units.map((unit) => unit.listing))) {
      const sent = units.flatMap(({ id, listing: of }, at) =>
        of === listing ? [{ id, value: values[at] ?? 0 }] : [],
      );
      const answer =
        what === 'pushStock'
          ? await listings.pushStock(session, listing, sent, null)
          : await listings.pushPrice(session, listing.id, sent, null);
      refused.push(...answer.map(({ id }) => id));
    }
    return refused;
  }

  test(`an ad with variations at ${name} has a parcel for each, or the largest for all, when it is published and when they change`, async () => {
    const values: [string][] = [['Preto'], ['Branco']];
    const large = { weight: 3, width: 30, height: 25, depth: 22 };
    const wanted = (ofAd: PackageSize | null, own: readonly (PackageSize | null)[]) =>
      packagesSent(ofAd, own, isEach || packagesDiffer);
    const first = [null, large];
    const { content, units, made, variations } = await publish(values, first);
    expect(await parcels(units)).toEqual(wanted(content.package, first));
    const changed = { ...content, package: { weight: 0.7, width: 13, height: 12, depth: 10 } };
    for (const own of [
      [large, null],
      [null, null],
    ]) {
      for (const listing of made)
        await listings.pushContent(
          session,
          listing,
          'package',
          changed,
          variations.flatMap((one, at) =>
            units[at]?.listing === listing
              ? [{ ...one, id: units[at]?.id ?? null, package: own[at] ?? null }]
              : [],
          ),
        );
      expect(await parcels(units)).toEqual(wanted(changed.package, own));
    }
  });

  describe.each(models)(`an ad $kind at ${name}`, ({ values }) => {
    test('is published, each with its quantity and code; with a price each, each is an ad', async () => {
      const { units, made, variations } = await publish(values);
      expect(units).toHaveLength(values.length);
      expect(new Set(made.map(({ id }) => id)).size).toBe(isEach ? values.length : 1);
      for (const one of made) expect(one.perVariation).toBe(isEach);
      expect((await seen(units)).map(({ sku, quantity, price }) => [sku, quantity, price])).toEqual(
        variations.map(({ sku, quantity, price }) => [sku, quantity, price]),
      );
    });

    test('pushes stock, price, state and content of each variation, and each keeps its own', async () => {
      const { content, units, made, variations } = await publish(values);
      const stock = values.map((_, at) => 11 + at);
      const prices = values.map((_, at) => (kindOfVariations === 'one_price' ? 6490 : 6490 + 100 * at));
      expect(await push(units, 'pushStock', stock)).toEqual([]);
      expect(await push(units, 'pushPrice', prices)).toEqual([]);
      const next = {
        ...content,
        name: `${content.name} B`,
        description: 'Outra, também de ágata esmaltada.',
      };
      const coded = variations.map((one, at) => ({
        ...{ ...one, sku: `${one.sku}-B`, id: units[at]?.id ?? null },
      }));
      for (const listing of made) {
        const own = coded.filter((_, at) => units[at]?.listing === listing);
        const read = () => listings.read(session, listing.id);
        for (const part of ['name', 'description', 'identity'] as const)
          await listings.pushContent(session, await read(), part, next, own);
        await listings.pushState(session, await read(), 'paused');
      }
      const whole = coded.map(({ sku }, at) => ({ sku, quantity: stock[at], price: prices[at] }));
      expect(await seen(units)).toEqual(whole.map((one) => ({ ...one, state: 'paused', name: next.name })));
      const [first] = made;
      if (first) await listings.pushState(session, await listings.read(session, first.id), 'active');
      expect((await seen(units)).map(({ state }) => state)).toEqual(
        units.map(({ listing }) => (listing === first ? 'active' : 'paused')),
      );
      for (const { id } of made) expect(await listings.readDescription(session, id)).toBe(next.description);
    });

    if (values.length > 1)
      test("pushes the other variations' stock if one is refused, or none if a call is refused as a whole", async () => {
        const { units } = await publish(values);
        const [last = expect.fail('nothing was made')] = units.slice(-1);
        const value = await stage.refuseStock(last);
        const sent = units.map((unit) => (unit === last ? value : 21));
        if (isEach) {
          expect(await push(units.slice(0, -1), 'pushStock', sent)).toEqual([]);
          await expect(push([last], 'pushStock', [value])).rejects.toMatchObject({ kind: 'refused' });
        } else if (partialStockFailures) expect(await push(units, 'pushStock', sent)).toEqual([last.id]);
        else await expect(push(units, 'pushStock', sent)).rejects.toMatchObject({ kind: 'refused' });
        const before = values.map((_, at) => 3 + at);
        const isTaken = isEach || partialStockFailures;
        expect((await seen(units)).map(({ quantity }) => quantity)).toEqual(
          before.map((quantity, at) => (isTaken && units[at] !== last ? 21 : quantity)),
        );
      });
  });
}
