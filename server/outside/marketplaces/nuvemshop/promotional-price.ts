import type { Centavos } from '#contract/money.ts';
import type {
  CampaignKey,
  CampaignPlace,
  CampaignRefusal,
  Campaigns,
  RemoteCampaign,
  RemoteCampaignAd,
} from '../campaigns.ts';
import type { SellerSession } from '../seller-session.ts';
import { NuvemshopError } from './client.ts';
import { readPages } from './pages.ts';
import {
  type Product,
  productPath,
  promotionIn,
  readProduct,
  readProducts,
  regularPrice,
  type Variant,
} from './product.ts';
import { numberOf, priceText } from './values.ts';

/** A store has no campaigns: a promotional price of a variant is all, and lasts until it is taken away. */
const always: RemoteCampaign = {
  id: 'promotional_price',
  type: 'promotional_price',
  kind: 'own',
  name: '',
  state: 'running',
  startsAt: null,
  endsAt: null,
  deadlineAt: null,
  sellerSetsPrice: true,
  canJoin: true,
  canLeave: true,
  opensToAll: true,
};

function viewVariant(product: Product, variant: Variant): RemoteCampaignAd | null {
  const promotion = promotionIn(variant);
  if (!promotion) return null;
  return {
    ...{ listing: product.id, variation: variant.id, state: 'running', regular: regularPrice(variant) },
    ...{ price: promotion.price, lowest: null, highest: null, suggested: null, marketplacePays: 0 },
  };
}

const viewVariants = (product: Product) =>
  product.variants.flatMap((variant) => viewVariant(product, variant) ?? []);

async function* ads(session: SellerSession): AsyncGenerator<RemoteCampaignAd[]> {
  const found: RemoteCampaignAd[] = [];
  await readPages(session, '/products', {}, readProducts, (page) => {
    found.push(...page.flatMap(viewVariants));
  });
  yield found;
}

/** The only variant of a product may be named by the product alone. */
async function findVariant(session: SellerSession, { listing, variation }: CampaignPlace) {
  const product = await readProduct(session, listing);
  const variant =
    variation === null ? product?.variants[0] : product?.variants.find(({ id }) => id === variation);
  return product && variant ? { product, variant } : null;
}

const gone: CampaignRefusal = { refused: 'not_invited', words: '' };

async function write(
  session: SellerSession,
  place: CampaignPlace,
  price: Centavos | null,
): Promise<{ ad: RemoteCampaignAd | null } | CampaignRefusal> {
  const before = await findVariant(session, place);
  if (!before) return gone;
  const regular = regularPrice(before.variant);
  // The store keeps a price above the regular one without an effect.
  if (price !== null && (regular === null || price >= regular))
    return { refused: 'price', words: priceText(price) };
  try {
    await session.call(`${productPath(session, place.listing)}/variants/${numberOf(before.variant.id)}`, {
      method: 'PUT',
      json: { promotional_price: price === null ? null : priceText(price) },
    });
  } catch (error) {
    if (!(error instanceof NuvemshopError) || error.kind !== 'refused') throw error;
    const [cause] = error.causes;
    return { refused: cause?.field === 'price' ? 'price' : 'other', words: cause?.message ?? error.message };
  }
  const after = await findVariant(session, place);
  return { ad: after && viewVariant(after.product, after.variant) };
}

async function join(
  session: SellerSession,
  _campaign: CampaignKey,
  place: CampaignPlace,
  price: Centavos | null,
): Promise<{ ad: RemoteCampaignAd } | CampaignRefusal> {
  const known = await findVariant(session, place);
  const ad = known && viewVariant(known.product, known.variant);
  if (ad && (price === null || ad.price === price)) return { ad };
  if (price === null) return gone;
  const done = await write(session, place, price);
  if ('refused' in done) return done;
  return done.ad ? { ad: done.ad } : { refused: 'other', words: '' };
}

export const promotionalPrices: Campaigns = {
  list: async () => [always],
  ads,
  join,
  leave: async (session, _campaign, place) => {
    const done = await write(session, place, null);
    return 'refused' in done && done.refused === 'not_invited' ? { ad: null } : done;
  },
};
