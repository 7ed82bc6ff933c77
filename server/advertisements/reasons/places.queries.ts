import { type RawBuilder, sql } from 'kysely';
import type { QuantityReasons } from '#contract/advertisements/quantity-reasons.ts';
import { parseSyncError } from '#server/advertisements/publication/publication-view.ts';
import type { Tx } from '#server/db/transaction.ts';

type Places = QuantityReasons['places'];
type Row = Omit<Places[number], 'pushedAt' | 'syncError'> & { pushedAt: Date | null; syncError: unknown };

const shownPlaces = 20;

/** Own published variations that match a condition, with the last sent and acknowledged quantities. */
async function placesWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<Places> {
  const { rows } = await sql<Row>`
    select v.id, coalesce(nullif(v.name, ''), nullif(v.sku, ''), p.name) as name,
      json_build_object('id', m.id, 'name', m.name) as account, v.synced_quantity as "pushedQuantity",
      v.synced_at as "pushedAt", p.sync_error as "syncError"
    from publication_variations v join publications p on p.id = v.publication_id
      join marketplace_accounts m on m.id = p.account_id
    where p.business_id = app_business() and p.state <> 'closed' and ${condition}
    order by v.synced_at desc nulls last, v.id limit ${shownPlaces}`.execute(tx.db);
  return rows.map(({ pushedAt, syncError, ...row }) => ({
    ...row,
    pushedAt: pushedAt?.toISOString() ?? null,
    syncError: parseSyncError(syncError),
  }));
}

export const placesOfAdvertisement = (tx: Tx, id: number) => placesWhere(tx, sql`p.advertisement_id = ${id}`);

export const placesOfVariations = (tx: Tx, ids: readonly number[]) =>
  placesWhere(tx, sql`v.id = any(${[...ids]}::bigint[])`);

export const placesOfOffers = (tx: Tx, ids: readonly number[]) =>
  placesWhere(
    tx,
    sql`v.id in (select c.publication_variation_id from publication_components c
      where c.business_id = app_business() and c.dropship_item_id = any(${[...ids]}::bigint[]))`,
  );
