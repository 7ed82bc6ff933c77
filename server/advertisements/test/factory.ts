import type { NewPublication, NewVariation } from '#contract/advertisements/publication.ts';
import { noSaleTerms } from '#contract/advertisements/sale-terms.ts';
import { api } from '#contract/index.ts';
import { makeImages } from '#server/products/test/factory.ts';
import type { Person } from '#server/test/app.ts';

/** A leaf of the sandbox's category tree: mugs, which require only a brand. */
export const mugs = 'MLB269653';

type Offered = { id: number };

export function makeAdvertisement(seller: Person, offers: readonly Offered[], quantity = 1) {
  return seller.call(api.advertisements.create, {
    body: {
      product: 'Caneca Esmaltada 350 ml',
      brand: 'Simula',
      components: offers.map((offer) => ({ offer: offer.id, quantity })),
    },
  });
}

export const textValue = (id: string, valueName: string) => ({ id, name: id, valueId: null, valueName });

/** One of several variations, distinguished by its color. */
export const colored = (color: string, offer: Offered, price = 5990, quantity = 1) => ({
  name: color,
  sku: `EASY-${offer.id}-${color}`,
  gtin: '',
  attributes: [textValue('COLOR', color)],
  components: [{ offer: offer.id, quantity }],
  price,
  active: true,
});

type DraftVariation = Omit<NewVariation, 'package'> & Partial<Pick<NewVariation, 'package'>>;
/** Variations without their own parcel need not say so. */
export type DraftPublication = Omit<NewPublication, 'variations'> & { variations: DraftVariation[] };

/** Category and attributes that Shopee accepts for it. */
export const shopeeContent = {
  category: '101202',
  attributes: [
    { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' },
    textValue('BRAND', 'Simula'),
  ],
} satisfies Partial<DraftPublication>;

/** The same for Nuvemshop, which has no categories. */
export const nuvemshopContent = { category: '0', attributes: [] } satisfies Partial<DraftPublication>;

/** A publication that the marketplace accepts, of one offer by default. */
export async function draftPublication(
  seller: Person,
  account: number,
  offer: Offered,
  changes: Partial<DraftPublication> = {},
): Promise<DraftPublication> {
  const [image] = changes.images ? [] : await makeImages(seller);
  return {
    account,
    name: 'Caneca Esmaltada 350 ml',
    category: mugs,
    type: 'classic',
    description: 'Caneca de ágata, leve e resistente.',
    weight: 0.42,
    width: 12,
    height: 11,
    depth: 9,
    video: '',
    ...noSaleTerms,
    attributes: [textValue('BRAND', 'Simula')],
    images: image ? [image.id] : [],
    variations: [
      {
        name: '',
        sku: `EASY-${offer.id}`,
        gtin: '',
        attributes: [],
        components: [{ offer: offer.id, quantity: 1 }],
        price: 5990,
        active: true,
      },
    ],
    ...changes,
  };
}

export async function publish(
  seller: Person,
  advertisement: { id: number },
  account: number,
  offer: Offered,
  changes: Partial<DraftPublication> = {},
) {
  return seller.call(api.advertisementsPublications.create, {
    params: { id: advertisement.id },
    body: await draftPublication(seller, account, offer, changes),
  });
}
