import { z } from 'zod';
import { understand } from '../../http.ts';
import type { FulfillmentStock, Listing } from '../listing.ts';
import { orUntold } from '../promotion.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';

type Stored = { inventory_id?: string | null; user_product_id?: string | null };
type StoredItem = Stored & { variations?: readonly (Stored & { id: string })[] | null };

const units = z.int().min(0);

const inventory = z.object({
  inventory_id: z.string().nullish(),
  available_quantity: units,
  not_available_quantity: units.nullish().catch(null),
  not_available_detail: z
    .array(z.object({ status: z.string(), quantity: units }))
    .nullish()
    .catch(null),
});

const locations = z.object({
  id: z.string().nullish(),
  locations: z.array(z.object({ type: z.string(), quantity: units })),
});

/** Every record is read once, although several variations may share it. */
export async function withFulfillmentStock(
  session: SellerSession,
  listing: Listing,
  found: StoredItem,
): Promise<Listing> {
  const read = new Map<string, FulfillmentStock | null | undefined>();
  const stockOf = async (stored: Stored) => {
    const key = stored.inventory_id ?? stored.user_product_id ?? '';
    if (!read.has(key)) read.set(key, await readStock(session, stored, listing.fulfilledByMarketplace));
    return read.get(key);
  };
  if (listing.variations.length === 0) return { ...listing, ...told(await stockOf(found)) };
  const variations = [];
  for (const variation of listing.variations) {
    const stored = found.variations?.find(({ id }) => id === variation.id) ?? {};
    variations.push({ ...variation, ...told(await stockOf(stored)) });
  }
  return { ...listing, fulfillmentStock: null, variations };
}

/** Undefined: it could not be read, which is no reason to do without the rest of the listing. */
const told = (stock: FulfillmentStock | null | undefined) =>
  stock === undefined ? {} : { fulfillmentStock: stock };

async function readStock(
  session: SellerSession,
  { inventory_id: inventoryId, user_product_id: productId }: Stored,
  isFulfilled: boolean,
): Promise<FulfillmentStock | null | undefined> {
  if (inventoryId) {
    const stock = await orUntold(() => readInventory(session, inventoryId));
    if (!stock) return undefined;
    // A listing keeps its record after it has left the warehouse.
    const isLeft = !isFulfilled && stock.sellable + (stock.unsellable ?? 0) + (stock.inTransfer ?? 0) === 0;
    return isLeft ? null : stock;
  }
  if (!isFulfilled) return null;
  return productId ? ((await orUntold(() => readLocations(session, productId))) ?? undefined) : undefined;
}

async function readInventory(session: SellerSession, id: string): Promise<FulfillmentStock> {
  const { json } = await session.call(`/inventories/${encodeURIComponent(id)}/stock/fulfillment`);
  const stock = understand(inventory, json, 'fulfillment stock');
  if (stock.inventory_id && stock.inventory_id !== id)
    throw new OtherResource(`inventory ${id}`, 'other_resource', stock.inventory_id);
  const detail = stock.not_available_detail;
  const inTransfer =
    detail?.filter(({ status }) => status === 'transfer').reduce((sum, { quantity }) => sum + quantity, 0) ??
    null;
  const unavailable = stock.not_available_quantity ?? null;
  return {
    id,
    sellable: stock.available_quantity,
    unsellable: unavailable === null ? null : Math.max(0, unavailable - (inTransfer ?? 0)),
    inTransfer,
  };
}

/** A seller with stock by place may have a product there without a record of its own. */
async function readLocations(session: SellerSession, id: string): Promise<FulfillmentStock> {
  const { json } = await session.call(`/user-products/${encodeURIComponent(id)}/stock`);
  const stock = understand(locations, json, 'stock');
  if (stock.id && stock.id !== id) throw new OtherResource(`stock ${id}`, 'other_resource', stock.id);
  const there = stock.locations.filter(({ type }) => type === 'meli_facility');
  const sellable = there.reduce((sum, { quantity }) => sum + quantity, 0);
  return { id, sellable, unsellable: null, inTransfer: null };
}
