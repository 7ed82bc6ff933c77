import { type Href, paths } from '../../paths.ts';

const screens: Record<string, (id: string) => Href> = {
  products: paths.products.product,
  categories: paths.products.category,
  dropshipItems: paths.dropshipping.item,
  warehouses: paths.inventory.warehouse,
  advertisements: paths.advertisements.advertisement,
  orders: paths.orders.order,
  checkout: paths.orders.pack,
  suppliers: paths.supply.supplier,
  supplyRequests: paths.supply.request,
};

/** The screen of a record, if its kind has one. */
export function recordPath(kind: string, id: string): Href | undefined {
  return /^\d+$/.test(id) ? screens[kind]?.(id) : undefined;
}
