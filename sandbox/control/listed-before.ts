import { categoryById } from '../mercado-livre/categories.ts';
import { createItem } from '../mercado-livre/item-create.ts';
import { readAttributes, readShipping, readVariations } from '../mercado-livre/item-draft.ts';
import type { Item } from '../mercado-livre/market.ts';
import { sellerById } from '../mercado-livre/market.ts';
import { readSaleTerms } from '../mercado-livre/sale-terms.ts';
import type { Fields } from '../reading.ts';
import { isFields, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';

const mugs = 'MLB269653';

const codes = (body: Fields) => [
  { id: 'SELLER_SKU', value_name: textOf(body.sku) ?? '' },
  { id: 'GTIN', value_name: textOf(body.gtin) ?? '' },
];

/**
 * Body: `{ sellerId, title, price, quantity?, sku?, gtin?, categoryId?, condition?, saleTerms?, shipping?, variations?: [{ color, quantity?, sku?, gtin? }] }`: an
 * ad that its seller made by hand in the marketplace's own pages. Null where there is no such seller or category.
 */
export const listByHand = (world: World, body: Fields): Item | null => {
  const seller = sellerById(world.market, numberOf(body.sellerId));
  const category = categoryById(textOf(body.categoryId) ?? mugs);
  if (seller === null || category === null) return null;
  const price = numberOf(body.price) ?? 1;
  const title = textOf(body.title) ?? '';
  const isNewModel = seller.tags.includes('user_product_seller');
  const varied = Array.isArray(body.variations) ? body.variations.filter(isFields) : [];
  const brand = { id: 'BRAND', value_name: textOf(body.brand) ?? 'Simula' };
  return createItem(world, {
    seller,
    category,
    title: isNewModel ? null : title,
    familyName: isNewModel ? title : null,
    price,
    quantity: numberOf(body.quantity) ?? 1,
    stock: null,
    condition: textOf(body.condition) ?? 'new',
    listingTypeId: 'gold_special',
    pictures: [],
    attributes: readAttributes(varied.length > 0 ? [brand] : [brand, ...codes(body)], category),
    variations: readVariations(
      varied.map((one) => ({
        price,
        available_quantity: numberOf(one.quantity) ?? 1,
        attribute_combinations: [{ id: 'COLOR', value_name: textOf(one.color) ?? '' }],
        attributes: codes(one),
      })),
      category,
    ),
    saleTerms: readSaleTerms(body.saleTerms),
    shipping: readShipping(body.shipping, seller, null),
    videoId: null,
    customField: null,
  });
};
