import type { bench as pt } from '../pt/orders-bench.ts';
import type { Translation } from '../translation.ts';

export const bench: Translation<typeof pt> = {
  fileName: 'Checkout',
  sale: 'Sale',
  status: 'Status',
  dispatchLimit: 'Dispatch by',
  seller: 'Seller',
  warehouse: 'Warehouse',
  marketplace: 'Marketplace',
  items: 'Items',
  units: 'Units',
  buyer: 'Buyer',
  tracking: 'Tracking',
  purchased: 'Purchased at',
  packed: 'Packed at',
};
