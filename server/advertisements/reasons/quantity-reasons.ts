import { sql } from 'kysely';
import type { QuantityReasons } from '#contract/advertisements/quantity-reasons.ts';
import { parseSyncError } from '#server/advertisements/publication/publication-view.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { partReasons } from './part-reasons.queries.ts';

/** Why is this number, of an advertisement: what each of its parts lets be sold. */
export async function explainAdvertisement(tx: Tx, id: number): Promise<QuantityReasons> {
  const row = await tx.db
    .selectFrom('advertisements')
    .select(['product', 'as_variations'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) fail('not_found');
  const parts = await partReasons(tx, 'advertisement_components', id);
  const makes = parts.map((part) => part.makes);
  return {
    name: row.product,
    asVariations: row.as_variations,
    quantity: row.as_variations ? makes.reduce((sum, units) => sum + units, 0) : scarcest(makes),
    parts: row.as_variations ? parts.map((part) => ({ ...part, isScarcest: false })) : parts,
    published: null,
  };
}

const scarcest = (makes: readonly number[]) => (makes.length > 0 ? Math.min(...makes) : 0);

/** The same of a variation as it is published: its own switch, hold and cap, and what the marketplace said last. */
export async function explainVariation(tx: Tx, id: number): Promise<QuantityReasons> {
  const row = await tx.db
    .selectFrom('publication_variations as v')
    .innerJoin('publications as p', 'p.id', 'v.publication_id')
    .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
    .select(['v.active', 'v.guard', 'v.quantity_cap', 'v.pushed_quantity', 'v.pushed_at', 'p.sync_error'])
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
  const parts = await partReasons(tx, 'publication_components', id);
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
      pushedQuantity: row.pushed_quantity,
      pushedAt: row.pushed_at?.toISOString() ?? null,
      fulfilledByMarketplace: row.fulfilled_by_marketplace,
      syncError: parseSyncError(row.sync_error),
    },
  };
}

const isSold = ({ active, guard }: { active: boolean; guard: string | null }) => active && guard !== 'held';
