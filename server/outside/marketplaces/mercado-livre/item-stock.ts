import { z } from 'zod';
import { RemoteFailure, understand } from '../../http.ts';
import type { Listing, LocationLevel, StockLocation, StockValue } from '../listing.ts';
import { orUntold } from '../promotion.ts';
import { OtherResource } from '../sale.ts';
import { capabilitiesOf } from './capabilities.ts';
import { MercadoLivreError } from './client.ts';
import { putVariations, readItem, type SellerCalls, updateItem } from './items.ts';

type Stocked = { id: string; stockId: string | null };

/** Quantities only, so that no other part of the ad can delay them. */
export async function pushStock(
  calls: SellerCalls,
  { id, stockId }: Stocked,
  units: readonly StockValue[],
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
  if (stockId && capabilitiesOf(calls.tags).stockVersions) return putInStores(calls, stockId, only);
  try {
    await updateItem(calls, id, { available_quantity: only.value });
  } catch (error) {
    // From one day to the next a seller is moved to stock by place.
    if (!stockId || !isWrongWay(error)) throw error;
    await putInStores(calls, stockId, only);
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
 * The whole stock in one place and 0 in the seller's others, because units sold there would come from no stock of ours.
 * Stock in the marketplace's own warehouse stays. Written with the version that was read; an older one is refused.
 */
async function putInStores(
  calls: SellerCalls,
  stockId: string,
  { value, location }: StockValue,
): Promise<void> {
  const path = stockPath(stockId);
  for (let n = 1; ; n++) {
    const { places, version } = await readPlaces(calls, stockId);
    if (!version) throw new RemoteFailure(`stock ${stockId} without a version`);
    const home = await homeOf(calls, places, location);
    const others = places.filter(({ store_id }) => store_id !== home.store_id);
    const isThere = places.some((one) => one.store_id === home.store_id && one.quantity === value);
    if (isThere && others.every((other) => other.quantity === 0)) return;
    try {
      await calls.call(`${path}/type/seller_warehouse`, {
        method: 'PUT',
        headers: { 'x-version': version },
        json: {
          locations: [
            { ...home, quantity: value },
            ...others.map((other) => ({ ...asPlace(other), quantity: 0 })),
          ],
        },
      });
      return;
    } catch (error) {
      // Sold or changed meanwhile: read again. Given up for now after a few, and tried again by the job.
      if (!(error instanceof MercadoLivreError) || error.status !== 409 || n === tries) throw error;
    }
  }
}

const stockPath = (stockId: string) => `/user-products/${encodeURIComponent(stockId)}/stock`;

/** The seller's own places of one stock, the one with most of it first. */
async function readPlaces(calls: SellerCalls, stockId: string) {
  const { json, headers } = await calls.call(stockPath(stockId));
  const { id, locations } = understand(stock, json, 'stock');
  if (id && id !== stockId) throw new OtherResource(`stock ${stockId}`, 'other_resource', id);
  const own = locations.filter(({ type }) => type === 'seller_warehouse');
  return {
    places: own.toSorted((one, other) => other.quantity - one.quantity),
    version: headers['x-version'],
  };
}

/** The chosen store; without a choice the place with most of it. A store that is closed, and null, are the first one. */
async function homeOf(
  calls: SellerCalls,
  places: readonly z.output<typeof place>[],
  location: string | null | undefined,
): Promise<Place> {
  const [fullest] = places;
  if (location === undefined) return fullest?.store_id ? asPlace(fullest) : firstStore(calls);
  const known = places.find(({ store_id }) => store_id === location);
  if (known) return asPlace(known);
  const open = await readStores(calls);
  const chosen = open.find(({ id }) => id === location);
  return chosen
    ? { store_id: chosen.id, network_node_id: chosen.network_node_id ?? null }
    : firstStore(calls);
}

const asPlace = ({ store_id, network_node_id }: z.output<typeof place>): Place => ({
  store_id: store_id ?? '',
  network_node_id: network_node_id ?? null,
});

const stores = z.object({
  results: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      description: z.string().nullish().catch(null),
      network_node_id: z.string().nullish(),
      location: z
        .object({
          address_line: z.string().nullish().catch(null),
          city: z.string().nullish().catch(null),
        })
        .nullish()
        .catch(null),
    }),
  ),
});

async function readStores(calls: SellerCalls) {
  const { json } = await calls.call(`/users/${calls.remoteUserId}/stores/search?tags=stock_location`);
  return understand(stores, json, 'stores').results;
}

/** The place of stock that has none yet. */
export async function firstStore(calls: SellerCalls): Promise<Place> {
  const [store] = await readStores(calls);
  if (!store) throw new MercadoLivreError(400, 'seller.no_stock_location', '', {});
  return { store_id: store.id, network_node_id: store.network_node_id ?? null };
}

/** The seller's stores with stock; none for a seller who does not manage warehouses. */
export async function readLocations(calls: SellerCalls): Promise<StockLocation[]> {
  if (!capabilitiesOf(calls.tags).originStock) return [];
  return (await readStores(calls)).map(({ id, description, location }, n) => ({
    ...{ id, name: description || id, isDefault: n === 0 },
    address: [location?.address_line, location?.city].filter(Boolean).join(', '),
  }));
}

/** With the units by store, if the seller has some; without them if only they cannot be read. */
export async function withLevels(calls: SellerCalls, listing: Listing): Promise<Listing> {
  const { stockId } = listing;
  if (stockId === null || !capabilitiesOf(calls.tags).originStock) return listing;
  const found = await orUntold(() => readPlaces(calls, stockId));
  const levels = found?.places.flatMap(({ store_id: location, quantity }): LocationLevel[] =>
    location ? [{ location, quantity }] : [],
  );
  return { ...listing, ...(levels && { levels }) };
}
