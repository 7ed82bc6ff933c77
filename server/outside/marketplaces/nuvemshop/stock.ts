import { z } from 'zod';
import { RemoteFailure, understand } from '../../http.ts';
import type { Listing, RefusedValue, StockLocation, StockValue } from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { NuvemshopError, storePath } from './client.ts';
import { levelsOf, requireProduct } from './product.ts';
import { maybe, numberOf, remoteId, spoken } from './values.ts';

const locations = z.array(
  z.object({
    id: z.string(),
    name: spoken,
    is_default: z.boolean().catch(false),
    address: maybe(
      z.object({
        street: maybe(z.string()),
        number: maybe(z.string()),
        city: maybe(z.string()),
        province: maybe(z.object({ code: maybe(z.string()) })),
      }),
    ),
  }),
);

/** Maximum number of variants in one call. */
const mostAtOnce = 50;

const outcome = z.array(
  z.object({ id: remoteId, variants: z.array(z.object({ id: remoteId, success: z.boolean() })) }),
);

/**
 * The whole quantity goes to its location, or to the store's first one if it has none or that is closed, and 0 to the
 * others, because units sold there would come from no stock of ours. Each variant has its own answer, and an accepted one may have had no effect, so
 * they are read again.
 */
export async function pushStock(
  session: SellerSession,
  { id }: { id: string },
  units: readonly StockValue[],
  known: Listing | null,
): Promise<RefusedValue[]> {
  const variations = known?.variations ?? [];
  const ids = variations.length > 0 ? variations.map((one) => one.id) : await variantIds(session, id);
  const wanted = units.flatMap((unit) => {
    const variantId = unit.id ?? ids[0];
    return variantId === undefined ? [] : [{ ...unit, variantId }];
  });
  const places = await readLocations(session);
  const homeOf = ({ location }: StockValue) =>
    (places.find(({ id: place }) => place === location) ?? places[0])?.id;
  const refused: RefusedValue[] = [];
  for (let at = 0; at < wanted.length; at += mostAtOnce) {
    const batch = wanted.slice(at, at + mostAtOnce);
    const { json } = await session.call(`${storePath(session.remoteUserId)}/products/stock-price`, {
      method: 'PATCH',
      json: [
        {
          id: numberOf(id),
          variants: batch.map((unit) => ({
            id: numberOf(unit.variantId),
            inventory_levels: places.map(({ id: place }) => ({
              location_id: place,
              stock: place === homeOf(unit) ? unit.value : 0,
            })),
          })),
        },
      ],
    });
    const answers = understand(outcome, json, 'stock').flatMap((one) => (one.id === id ? one.variants : []));
    for (const unit of batch)
      if (!answers.some((answer) => answer.id === unit.variantId && answer.success))
        refused.push({ id: unit.id, causes: new NuvemshopError(422, 'stock', '', {}).causes });
  }
  const isRefused = (unit: { id: string | null }) => refused.some((one) => one.id === unit.id);
  await readAgain(
    session,
    id,
    wanted.filter((unit) => !isRefused(unit)).map((unit) => ({ ...unit, home: homeOf(unit) })),
  );
  return refused;
}

async function variantIds(session: SellerSession, id: string): Promise<string[]> {
  return (await requireProduct(session, id)).variants.map((one) => one.id);
}

/** The default location first. */
export async function readLocations(session: SellerSession): Promise<StockLocation[]> {
  const { json } = await session.call(`${storePath(session.remoteUserId)}/locations`);
  const found = understand(locations, json, 'locations');
  const first = found.find((place) => place.is_default) ?? found[0];
  if (!first) throw new RemoteFailure('a store without a location');
  return [first, ...found.filter((place) => place !== first)].map((place) => ({
    id: place.id,
    name: place.name,
    address: addressOf(place.address ?? {}),
    isDefault: place === first,
  }));
}

type Address = NonNullable<z.output<typeof locations>[number]['address']>;

const addressOf = ({ street, number, city, province }: Address): string =>
  [[street, number].filter(Boolean).join(', '), [city, province?.code].filter(Boolean).join(' - ')]
    .filter(Boolean)
    .join(', ');

type Written = { variantId: string; value: number; home: string | undefined };

/** Fewer means a sale in between; more means the former quantity, and so do units at another location. */
async function readAgain(session: SellerSession, id: string, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  const { variants } = await requireProduct(session, id);
  const lost = written.find(({ variantId, value, home }) => {
    const found = variants.find((one) => one.id === variantId);
    if (found === undefined) return false;
    const isElsewhere = levelsOf(found)?.some(({ location, quantity }) => location !== home && quantity > 0);
    return (found.stock ?? Number.POSITIVE_INFINITY) > value || isElsewhere === true;
  });
  if (lost) throw new RemoteFailure(`stock of variant ${lost.variantId} had no effect`);
}
