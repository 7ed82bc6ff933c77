import { idOf, isFields, listOf, numberOf } from '../reading.ts';
import { refuse } from './endpoint.ts';
import type { StockLocation } from './market.ts';
import type { Seller } from './people.ts';

const STORES_PER_SELLER = 2;

/** A seller with several places of stock has two, made from its id. */
export const storesOf = (seller: Seller) =>
  Array.from({ length: STORES_PER_SELLER }, (_, index) => ({
    id: String(seller.id * 10 + index),
    user_id: String(seller.id),
    description: index === 0 ? 'Depósito principal' : 'Loja',
    status: 'active',
    location: {
      street_name: seller.address.street,
      street_number: seller.address.number,
      city: seller.address.city,
      state: seller.address.stateName,
      country: 'Brasil',
      zip_code: seller.address.zip,
    },
    tags: ['stock_location'],
    network_node_id: `BRP${seller.id}${index + 1}`,
    services: { stock_location: [seller.logistic_type] },
  }));

/** Stock per store as a writing call sends it. */
export const readStores = (seller: Seller, value: unknown): StockLocation[] => {
  const stores = storesOf(seller);
  return listOf(value)
    .filter(isFields)
    .map((entry) => {
      const storeId = idOf(entry.store_id);
      if (storeId === null) throw refuse(400, 'bad_request', 'store cannot be null or empty');
      const store = stores.find((candidate) => candidate.id === storeId);
      if (store === undefined) throw refuse(400, 'bad_request', `store not found: ${storeId}`);
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
