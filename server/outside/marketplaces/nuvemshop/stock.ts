import { z } from 'zod';
import { RemoteFailure, understand } from '../../http.ts';
import type { Listing, RefusedValue, VariationValue } from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { NuvemshopError, storePath } from './client.ts';
import { requireProduct } from './product.ts';
import { numberOf, remoteId } from './values.ts';

const locations = z.array(z.object({ id: z.string(), is_default: z.boolean().catch(false) }));

/** Maximum number of variants in one call. */
const mostAtOnce = 50;

const outcome = z.array(
  z.object({ id: remoteId, variants: z.array(z.object({ id: remoteId, success: z.boolean() })) }),
);

/**
 * Our stock is one: the whole quantity goes to the store's first location and 0 to the others, because units sold there
 * would come from no stock of ours. Each variant has its own answer, and an accepted one may have had no effect, so
 * they are read again.
 */
export async function pushStock(
  session: SellerSession,
  { id }: { id: string },
  units: readonly VariationValue[],
  known: Listing | null,
): Promise<RefusedValue[]> {
  const variations = known?.variations ?? [];
  const ids = variations.length > 0 ? variations.map((one) => one.id) : await variantIds(session, id);
  const wanted = units.flatMap((unit) => {
    const variantId = unit.id ?? ids[0];
    return variantId === undefined ? [] : [{ ...unit, variantId }];
  });
  const places = await readPlaces(session);
  const refused: RefusedValue[] = [];
  for (let at = 0; at < wanted.length; at += mostAtOnce) {
    const batch = wanted.slice(at, at + mostAtOnce);
    const { json } = await session.call(`${storePath(session.remoteUserId)}/products/stock-price`, {
      method: 'PATCH',
      json: [
        {
          id: numberOf(id),
          variants: batch.map(({ variantId, value }) => ({
            id: numberOf(variantId),
            inventory_levels: places.map((place, n) => ({ location_id: place, stock: n === 0 ? value : 0 })),
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
    wanted.filter((unit) => !isRefused(unit)),
  );
  return refused;
}

async function variantIds(session: SellerSession, id: string): Promise<string[]> {
  return (await requireProduct(session, id)).variants.map((one) => one.id);
}

/** The default place first. */
async function readPlaces(session: SellerSession): Promise<string[]> {
  const { json } = await session.call(`${storePath(session.remoteUserId)}/locations`);
  const found = understand(locations, json, 'locations');
  const first = found.find((place) => place.is_default) ?? found[0];
  if (!first) throw new RemoteFailure('a store without a place');
  return [first.id, ...found.filter((place) => place !== first).map((place) => place.id)];
}

/** Fewer means a sale in between; more means the former quantity. */
async function readAgain(
  session: SellerSession,
  id: string,
  written: readonly { variantId: string; value: number }[],
): Promise<void> {
  if (written.length === 0) return;
  const { variants } = await requireProduct(session, id);
  const lost = written.find(({ variantId, value }) => {
    const found = variants.find((one) => one.id === variantId);
    return found !== undefined && (found.stock ?? Number.POSITIVE_INFINITY) > value;
  });
  if (lost) throw new RemoteFailure(`stock of variant ${lost.variantId} had no effect`);
}
