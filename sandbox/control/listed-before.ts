import { categoryById } from '../mercado-livre/categories.ts';
import { createItem } from '../mercado-livre/item-create.ts';
import { readAttributes, readShipping, readVariations } from '../mercado-livre/item-draft.ts';
import type { Item, StockLocation } from '../mercado-livre/market.ts';
import { sellerById } from '../mercado-livre/market.ts';
import type { Seller } from '../mercado-livre/people.ts';
import { keepPicture } from '../mercado-livre/pictures.ts';
import { readSaleTerms } from '../mercado-livre/sale-terms.ts';
import { storesOf } from '../mercado-livre/stores.ts';
import type { Fields } from '../reading.ts';
import { isFields, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { plainPicture } from './plain-picture.ts';

const mugs = 'MLB269653';

const codes = (body: Fields) => [
  { id: 'SELLER_SKU', value_name: textOf(body.sku) ?? '' },
  { id: 'GTIN', value_name: textOf(body.gtin) ?? '' },
];

/** Each ad has its closed parcel, because later changes of its variations would be refused without it. */
const parcel = [
  { id: 'SELLER_PACKAGE_HEIGHT', value_name: '12 cm' },
  { id: 'SELLER_PACKAGE_WIDTH', value_name: '12 cm' },
  { id: 'SELLER_PACKAGE_LENGTH', value_name: '20 cm' },
  { id: 'SELLER_PACKAGE_WEIGHT', value_name: '420 g' },
];

/** All of it in the first store, if the seller has stores. */
const firstStore = (seller: Seller, quantity: number): StockLocation[] | null => {
  const [store] = storesOf(seller);
  if (store === undefined) return null;
  const { id, network_node_id } = store;
  return [{ type: 'seller_warehouse', quantity, store_id: id, network_node_id }];
};

/**
 * Body: `{ sellerId, title, price, quantity?, sku?, gtin?, categoryId?, condition?, saleTerms?, shipping?, variations?:
 * [{ color, quantity?, sku?, gtin? }], kit?: [{ userProduct, quantity }] }`: an ad that its seller created in the marketplace's own pages. Null if the
 * seller or category does not exist.
 */
export const listByHand = async (world: World, body: Fields): Promise<Item | null> => {
  const seller = sellerById(world.market, numberOf(body.sellerId));
  const category = categoryById(textOf(body.categoryId) ?? mugs);
  if (seller === null || category === null) return null;
  const price = numberOf(body.price) ?? 1;
  const title = textOf(body.title) ?? '';
  const isNewModel = seller.tags.includes('user_product_seller');
  const varied = Array.isArray(body.variations) ? body.variations.filter(isFields) : [];
  const brand = { id: 'BRAND', value_name: textOf(body.brand) ?? 'Simula' };
  const item = createItem(world, {
    seller,
    category,
    title: isNewModel ? null : title,
    familyName: isNewModel ? title : null,
    price,
    quantity: numberOf(body.quantity) ?? 1,
    stock: firstStore(seller, numberOf(body.quantity) ?? 1),
    condition: textOf(body.condition) ?? 'new',
    listingTypeId: 'gold_special',
    pictures: [{ id: await keepPicture(world, seller.id, await plainPicture()), source: null }],
    attributes: readAttributes([...parcel, brand, ...(varied.length > 0 ? [] : codes(body))], category),
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
  const parts = Array.isArray(body.kit) ? body.kit.filter(isFields) : [];
  if (parts.length > 0) makeKit(item, parts);
  return item;
};

const makeKit = (item: Item, parts: readonly Fields[]): void => {
  item.tags.push('bundle');
  item.bundle = {
    type: 'kit',
    components: parts.map(({ userProduct, quantity }) => ({
      user_product_id: textOf(userProduct) ?? '',
      quantity: numberOf(quantity) ?? 1,
    })),
  };
};
