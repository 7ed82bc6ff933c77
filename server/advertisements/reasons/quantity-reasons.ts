import { sql } from 'kysely';
import type { PartReasons, QuantityReasons } from '#contract/advertisements/quantity-reasons.ts';
import { findFollowers, findKits, storedParts } from '#server/advertisements/kit/kit.queries.ts';
import { parseSyncError } from '#server/advertisements/publication/publication-view.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import {
  partReasons,
  partsOfAdvertisement,
  partsOfCatalogue,
  partsOfKit,
  partsOfVariation,
} from './part-reasons.queries.ts';
import { placesOfAdvertisement, placesOfOffers, placesOfVariations } from './places.queries.ts';

/** Explains the quantity of an advertisement by its parts. */
export async function explainAdvertisement(tx: Tx, id: number): Promise<QuantityReasons> {
  const row = await tx.db
    .selectFrom('advertisements')
    .select(['product', 'as_variations'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) fail('not_found');
  const parts = await partReasons(tx, partsOfAdvertisement(id));
  const places = await placesOfAdvertisement(tx, id);
  return row.as_variations ? apart(row.product, parts, places) : together(row.product, parts, places);
}

/** Parts that are sold separately: none of them limits another. */
type Places = QuantityReasons['places'];

const apart = (name: string, parts: readonly PartReasons[], places: Places): QuantityReasons => ({
  name,
  asVariations: true,
  quantity: parts.reduce((sum, { makes }) => sum + makes, 0),
  parts: parts.map((part) => ({ ...part, isScarcest: false })),
  published: null,
  places,
});

const together = (name: string, parts: PartReasons[], places: Places): QuantityReasons => ({
  name,
  asVariations: false,
  quantity: scarcest(parts.map(({ makes }) => makes)),
  parts,
  published: null,
  places,
});

/** The same for a kit, published or not. */
export async function explainKit(tx: Tx, id: number): Promise<QuantityReasons> {
  const [kit] = await findKits(tx, [id]);
  if (!kit) fail('not_found');
  const followers = await findFollowers(tx, await storedParts(tx, id));
  const places = await placesOfVariations(
    tx,
    followers.map((follower) => follower.id),
  );
  return together(kit.name, await partReasons(tx, partsOfKit(id)), places);
}

/** The same for offers of the catalogue; several are variations of one product. */
export async function explainOffers(tx: Tx, ids: readonly number[]): Promise<QuantityReasons> {
  const parts = await partReasons(tx, partsOfCatalogue(ids));
  const [first] = parts;
  if (!first || parts.length < ids.length) fail('not_found');
  const places = await placesOfOffers(tx, ids);
  const { name } = first.offer;
  return ids.length > 1 ? apart(name, parts, places) : together(name, parts, places);
}

const scarcest = (makes: readonly number[]) => (makes.length > 0 ? Math.min(...makes) : 0);

/** The same for a published variation: its own switch, hold and cap, and the last answer of the marketplace. */
export async function explainVariation(tx: Tx, id: number): Promise<QuantityReasons> {
  const row = await tx.db
    .selectFrom('publication_variations as v')
    .innerJoin('publications as p', 'p.id', 'v.publication_id')
    .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
    .select(['v.active', 'v.guard', 'v.quantity_cap', 'v.synced_quantity', 'v.synced_at', 'p.sync_error'])
    .select([
      'v.fulfilled_by_marketplace',
      'm.id as account_id',
      'm.name as account_name',
      'p.name as publication',
    ])
    .select(sql<string>`coalesce(nullif(v.name, ''), v.sku)`.as('name'))
    .where('v.id', '=', id)
    .executeTakeFirst();
  if (!row) fail('not_found');
  const parts = await partReasons(tx, partsOfVariation(id));
  const made = scarcest(parts.map(({ makes }) => makes));
  return {
    name: [row.publication, row.name].filter(Boolean).join(' · '),
    asVariations: false,
    quantity: isSold(row) ? Math.min(made, row.quantity_cap ?? made) : 0,
    parts,
    published: {
      account: { id: row.account_id, name: row.account_name },
      active: row.active,
      guard: row.guard,
      quantityCap: row.quantity_cap,
      pushedQuantity: row.synced_quantity,
      pushedAt: row.synced_at?.toISOString() ?? null,
      fulfilledByMarketplace: row.fulfilled_by_marketplace,
      syncError: parseSyncError(row.sync_error),
    },
    places: [],
  };
}

const isSold = ({ active, guard }: { active: boolean; guard: string | null }) => active && guard !== 'held';
