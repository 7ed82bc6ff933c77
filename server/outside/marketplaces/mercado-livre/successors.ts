import { z } from 'zod';
import { understand } from '../../http.ts';
import type { Listing } from '../listing.ts';
import { readItem, type SellerCalls, searchItems } from './items.ts';

const migratedTag = 'variations_migration_uptin';
const raw = z.object({
  family_id: z.union([z.string(), z.number()]).transform(String).nullish(),
  tags: z.array(z.string()).catch([]),
});

/**
 * The items into which the marketplace split one ("UPtin"). Nothing on them names the old one reliably: they are found
 * by its mark and its SKUs, are migrated themselves and have the same name or category; the rest of their family is
 * included, also without a SKU.
 */
export async function findSuccessors(
  calls: SellerCalls,
  old: Listing,
  keys: { mark: string; skus: readonly string[] },
): Promise<Listing[]> {
  const ids = new Set(await searchItems(calls, { sku: keys.mark }));
  for (const sku of keys.skus) for (const id of await searchItems(calls, { seller_sku: sku })) ids.add(id);
  const found = await readAll(calls, ids, old);
  const families = new Set(found.flatMap(({ familyId }) => (familyId ? [familyId] : [])));
  const relatives = new Set<string>();
  for (const family of families)
    for (const id of await itemsOfFamily(calls, family)) if (!ids.has(id)) relatives.add(id);
  return [...found, ...(await readAll(calls, relatives, old))].map(({ item }) => item);
}

async function readAll(calls: SellerCalls, ids: Iterable<string>, old: Listing) {
  const found: { item: Listing; familyId: string | null }[] = [];
  for (const id of ids) {
    if (id === old.id) continue;
    const item = await readItem(calls, id);
    const { json } = await calls.call(`/items/${id}?attributes=family_id,tags`);
    const { family_id, tags } = understand(raw, json, 'item');
    const isNamed = item.predecessorId === old.id;
    const isLike =
      tags.includes(migratedTag) && (item.name === old.name || item.categoryId === old.categoryId);
    if (item.state !== 'closed' && (isNamed || isLike)) found.push({ item, familyId: family_id ?? null });
  }
  return found;
}

const family = z.object({ user_products_ids: z.array(z.string()).catch([]) });

async function itemsOfFamily(calls: SellerCalls, id: string): Promise<string[]> {
  const { json } = await calls.call(
    `/sites/${calls.siteId}/user-products-families/${encodeURIComponent(id)}`,
  );
  const products = understand(family, json, 'family').user_products_ids;
  return products.length > 0 ? searchItems(calls, { user_product_id: products.join(',') }) : [];
}
