import type { Call } from '../nuvemshop/endpoint.ts';
import { Refusal, versions } from '../nuvemshop/endpoint.ts';
import { storeById, textIn } from '../nuvemshop/market.ts';
import { createProduct } from '../nuvemshop/products.ts';
import type { Fields } from '../reading.ts';
import { isFields, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';

const variantOf = (one: Fields, body: Fields): Fields => ({
  price: numberOf(one.price) ?? numberOf(body.price) ?? 1,
  promotional_price: numberOf(one.promotionalPrice) ?? numberOf(body.promotionalPrice),
  sku: textOf(one.sku) ?? '',
  barcode: textOf(one.gtin) ?? '',
  weight: 0.42,
  width: 12,
  height: 12,
  depth: 20,
  // Unlimited by default: `null`.
  stock: one.quantity === null ? null : (numberOf(one.quantity) ?? 1),
});

type Made = { id: number; title: string; variants: { id: number; name: string }[] };

/**
 * Body: `{ storeId, title, price, promotionalPrice?, quantity?, sku?, gtin?, description?, variations?: [{ color, price?,
 * promotionalPrice?, quantity?, sku?, gtin? }] }`: a product that the merchant made in the administration of the store;
 * `quantity: null` is sold without a limit. Null where there is no such store.
 */
export const listedInStore = async (
  world: World,
  body: Fields,
): Promise<Made | { refused: unknown } | null> => {
  const store = storeById(world.nuvemshop, numberOf(body.storeId) ?? 0);
  if (store === null) return null;
  const varied = Array.isArray(body.variations) ? body.variations.filter(isFields) : [];
  const call: Call = {
    ...{ world, market: world.nuvemshop, store, grant: { store_id: store.id, token: '', scopes: [] } },
    ...{ version: versions[1] ?? '', address: '', params: {}, query: {} },
    body: {
      name: { pt: textOf(body.title) ?? '' },
      description: { pt: textOf(body.description) ?? 'Anunciado pela própria loja.' },
      attributes: varied.length > 0 ? [{ pt: 'Cor' }] : [],
      variants:
        varied.length === 0
          ? [variantOf(body, body)]
          : varied.map((one) => ({
              ...variantOf(one, body),
              values: [{ pt: textOf(one.color) ?? '' }],
            })),
    },
  };
  try {
    const product = await createProduct(call);
    const variants = product.variants.map(({ id, values }) => ({ id, name: values.map(textIn).join(' / ') }));
    return { id: product.id, title: textIn(product.name), variants };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.answer.body };
  }
};
