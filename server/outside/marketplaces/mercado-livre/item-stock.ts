import { z } from 'zod';
import { RemoteFailure, understand } from '../../http.ts';
import type { Listing, VariationValue } from '../listing.ts';
import { OtherResource } from '../sale.ts';
import { capabilitiesOf } from './capabilities.ts';
import { MercadoLivreError } from './client.ts';
import { putVariations, readItem, type SellerCalls, updateItem } from './items.ts';

type Stocked = { id: string; stockId: string | null };

/** Quantities only, so that no other part of the ad can delay them. */
export async function pushStock(
  calls: SellerCalls,
  { id, stockId }: Stocked,
  units: readonly VariationValue[],
  known: Listing | null,
): Promise<void> {
  const [only] = units;
  if (!only) return;
  if (only.id !== null) {
    const { variations } = known ?? (await readItem(calls, id));
    await putVariations(calls, id, variations, (variation) => {
      const sent = units.find((unit) => unit.id === variation.id);
      return sent ? { available_quantity: sent.value } : {};
    });
    return;
  }
  if (stockId && capabilitiesOf(calls.tags).stockVersions) return putInStores(calls, stockId, only.value);
  try {
    await updateItem(calls, id, { available_quantity: only.value });
  } catch (error) {
    // From one day to the next a seller is moved to stock by place.
    if (!stockId || !isWrongWay(error)) throw error;
    await putInStores(calls, stockId, only.value);
  }
}

const isWrongWay = (error: unknown) =>
  error instanceof MercadoLivreError &&
  error.status === 400 &&
  error.code === 'body.invalid_fields' &&
  error.message.includes('available_quantity');

const place = z.object({
  type: z.string(),
  quantity: z.number(),
  store_id: z.union([z.string(), z.number()]).transform(String).nullish(),
  network_node_id: z.string().nullish(),
});
const stock = z.object({ id: z.string().nullish(), locations: z.array(place) });
type Place = { store_id: string; network_node_id: string | null };

const tries = 4;

/**
 * The whole stock in one place, the one with most of it, and 0 in the seller's others, because units sold there would
 * come from no stock of ours. Stock in the marketplace's own warehouse stays. Written with the version that was read;
 * an older one is refused.
 */
async function putInStores(calls: SellerCalls, stockId: string, quantity: number): Promise<void> {
  const path = `/user-products/${encodeURIComponent(stockId)}/stock`;
  for (let n = 1; ; n++) {
    const { json, headers } = await calls.call(path);
    const { id, locations } = understand(stock, json, 'stock');
    if (id && id !== stockId) throw new OtherResource(`stock ${stockId}`, 'other_resource', id);
    const version = headers['x-version'];
    if (!version) throw new RemoteFailure(`stock ${stockId} without a version`);
    const found = locations.filter(({ type }) => type === 'seller_warehouse');
    const places = found.toSorted((one, other) => other.quantity - one.quantity);
    const home = places[0]?.store_id ? asPlace(places[0]) : await firstStore(calls);
    const others = places.filter(({ store_id }) => store_id !== home.store_id);
    if (places[0]?.quantity === quantity && others.every((other) => other.quantity === 0)) return;
    try {
      await calls.call(`${path}/type/seller_warehouse`, {
        method: 'PUT',
        headers: { 'x-version': version },
        json: {
          locations: [{ ...home, quantity }, ...others.map((other) => ({ ...asPlace(other), quantity: 0 }))],
        },
      });
      return;
    } catch (error) {
      // Sold or changed meanwhile: read again. Given up for now after a few, and tried again by the job.
      if (!(error instanceof MercadoLivreError) || error.status !== 409 || n === tries) throw error;
    }
  }
}

const asPlace = ({ store_id, network_node_id }: z.output<typeof place>): Place => ({
  store_id: store_id ?? '',
  network_node_id: network_node_id ?? null,
});

const stores = z.object({
  results: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      network_node_id: z.string().nullish(),
    }),
  ),
});

/** The place of stock that has none yet. */
export async function firstStore(calls: SellerCalls): Promise<Place> {
  const { json } = await calls.call(`/users/${calls.remoteUserId}/stores/search?tags=stock_location`);
  const [store] = understand(stores, json, 'stores').results;
  if (!store) throw new MercadoLivreError(400, 'seller.no_stock_location', '', {});
  return { store_id: store.id, network_node_id: store.network_node_id ?? null };
}
