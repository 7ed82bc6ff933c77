import type { Fields } from '../reading.ts';
import { idOf, isFields, listOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { refuse } from './endpoint.ts';
import { userProductChanged } from './item-stock.ts';
import type { StockLocation } from './market.ts';
import type { Seller, StorePlace } from './people.ts';

const placeAt = ({ address }: Seller, description: string): StorePlace => ({
  description,
  street: address.street,
  number: address.number,
  city: address.city,
  zip: address.zip,
});

/** An account that manages warehouses has one; only with `multiwarehouse` it has several. */
const placesOf = (seller: Seller): StorePlace[] => {
  if (seller.stores !== undefined) return seller.stores;
  if (!seller.tags.includes('warehouse_management')) return [];
  const usual = [placeAt(seller, 'Depósito principal'), placeAt(seller, 'Loja')];
  return seller.tags.includes('multiwarehouse') ? usual : usual.slice(0, 1);
};

/** Ids are made from the seller's. */
export const storesOf = (seller: Seller) =>
  placesOf(seller).map((place, index) => ({
    id: String(seller.id * 10 + index),
    user_id: String(seller.id),
    description: place.description,
    status: 'active',
    location: {
      address_id: seller.id * 10 + index,
      address_line: `${place.street} ${place.number}`,
      street_name: place.street,
      street_number: place.number,
      city: place.city,
      state: seller.address.stateName,
      country: 'Brasil',
      zip_code: place.zip,
    },
    tags: ['stock_location'],
    network_node_id: `BRP${seller.id}${index + 1}`,
    services: { stock_location: [seller.logistic_type] },
  }));

const wrongStore = (world: World, id: string) =>
  world.market.sellers.some((other) => storesOf(other).some((store) => store.id === id))
    ? refuse(400, 'bad_request', `store does not belong to seller: ${id}`)
    : refuse(400, 'bad_request', `store not found: ${id}`);

/** Stock per store as a writing call sends it. */
export const readStores = (world: World, seller: Seller, value: unknown): StockLocation[] => {
  const stores = storesOf(seller);
  const sent = listOf(value).filter(isFields);
  if (sent.length === 0) throw refuse(400, 'bad_request', 'store cannot be null or empty');
  return sent.map((entry) => {
    const storeId = idOf(entry.store_id);
    if (storeId === null) throw refuse(400, 'bad_request', 'store cannot be null or empty');
    const store = stores.find((candidate) => candidate.id === storeId);
    if (store === undefined) throw wrongStore(world, storeId);
    const quantity = numberOf(entry.quantity);
    if (quantity === null || !Number.isInteger(quantity) || quantity < 0) {
      throw refuse(400, 'bad_request', 'quantity must be a non-negative integer');
    }
    return {
      type: 'seller_warehouse',
      quantity,
      store_id: store.id,
      network_node_id: store.network_node_id,
    };
  });
};

/** Stock of the account's only place becomes stock of its first store. */
const moveIntoStore = (world: World, seller: Seller): void => {
  const [first] = storesOf(seller);
  const own = Object.values(world.market.userProducts).filter(({ user_id: id }) => id === seller.id);
  for (const product of own) {
    if (!product.locations.some(({ type }) => type === 'selling_address')) continue;
    product.locations = product.locations.map((location) =>
      location.type === 'selling_address'
        ? {
            ...location,
            type: 'seller_warehouse',
            store_id: first?.id ?? null,
            network_node_id: first?.network_node_id ?? null,
          }
        : location,
    );
    userProductChanged(world, product);
  }
};

/** The seller opens a further store in their panel; an account without stores begins to manage them. */
export const openStore = (world: World, seller: Seller, body: Fields) => {
  seller.stores = [
    ...placesOf(seller),
    {
      ...placeAt(seller, textOf(body.description) ?? 'Depósito'),
      ...(textOf(body.street) !== null && { street: textOf(body.street) ?? '' }),
      ...(idOf(body.number) !== null && { number: idOf(body.number) ?? '' }),
      ...(textOf(body.city) !== null && { city: textOf(body.city) ?? '' }),
      ...(textOf(body.zip) !== null && { zip: textOf(body.zip) ?? '' }),
    },
  ];
  const needed = [
    'user_product_seller',
    'warehouse_management',
    ...(seller.stores.length > 1 ? ['multiwarehouse'] : []),
  ];
  seller.tags = [...new Set([...seller.tags, ...needed])];
  moveIntoStore(world, seller);
  world.changed();
  return storesOf(seller).at(-1) ?? null;
};
