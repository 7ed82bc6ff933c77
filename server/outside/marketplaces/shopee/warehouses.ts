import { z } from 'zod';
import type { StockLocation, StockValue } from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { ShopeeError } from './shopee-error.ts';
import { maybe, responseOf, shopPath } from './values.ts';

const warehouses = z.array(
  z.object({
    location_id: z.string().min(1),
    warehouse_name: z.string().catch(''),
    // 1 for pick-up, 2 for returns.
    warehouse_type: z.number().catch(1),
    address: maybe(z.string()),
    city: maybe(z.string()),
    state_code: maybe(z.string()),
  }),
);

/** The shop's warehouses that sell, the first one as the default; none for a shop without several. */
export async function readLocations(session: SellerSession): Promise<StockLocation[]> {
  try {
    const answer = await session.call(shopPath(session, 'shop/get_warehouse_detail'));
    const selling = responseOf(warehouses, answer, 'warehouses').filter((one) => one.warehouse_type === 1);
    return selling.map(({ location_id: id, warehouse_name: name, ...at }, n) => ({
      ...{ id, name: name || id, isDefault: n === 0 },
      address: [at.address, [at.city, at.state_code].filter(Boolean).join(' - ')].filter(Boolean).join(', '),
    }));
  } catch (error) {
    if (error instanceof ShopeeError && withoutWarehouses.test(error.code)) return [];
    throw error;
  }
}

const withoutWarehouses = /not_in_whitelist|can_not_find_warehouse/;

/** Stock of a shop with several warehouses names each of them; of another shop it names none. */
export const sellerStock = (
  { value, location }: Pick<StockValue, 'value' | 'location'>,
  places: readonly StockLocation[],
) => {
  const home = places.find(({ id }) => id === location) ?? places[0];
  if (!home) return [{ stock: value }];
  return places.map((place) => ({ location_id: place.id, stock: place === home ? value : 0 }));
};

const asksForLocation = /location.?id/i;
export const lacksLocation = (words: string): boolean => asksForLocation.test(words);

/** Sends without warehouses, which most shops do not have, and again with them if the shop has several. */
export async function withWarehouses<T>(
  session: SellerSession,
  send: (places: readonly StockLocation[]) => Promise<T>,
): Promise<T> {
  try {
    return await send([]);
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.kind !== 'refused' || !lacksLocation(error.message))
      throw error;
    return send(await readLocations(session));
  }
}
