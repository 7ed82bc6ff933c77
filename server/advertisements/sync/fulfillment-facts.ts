import { sql } from 'kysely';
import type { VariationRow } from '#server/advertisements/publication/publication.queries.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { FulfillmentStock, Listing } from '#server/outside/marketplaces/listing.ts';
import { listedOf } from './promotion-facts.ts';

type Of = { business_id: number; account_id: number };

/**
 * Stores whether the marketplace ships each variation of a listing from its own warehouse, and its units there. Units
 * that could not be read keep those of the last reading.
 */
export async function keepFulfillmentStock(
  tx: Tx,
  publication: Of,
  variations: readonly VariationRow[],
  listing: Listing,
): Promise<void> {
  let isLeft = false;
  // Ads that share records store them in one order, so that they never wait for each other.
  const found = variations
    .filter((row) => row.remote_item_id === listing.id)
    .flatMap((row) => {
      const listed = listedOf(listing, row);
      return listed ? [{ row, listed }] : [];
    })
    .toSorted((one, other) => (keyOf(one.listed) < keyOf(other.listed) ? -1 : 1));
  for (const { row, listed } of found) {
    const { fulfillmentStock: stock, fulfilledByMarketplace } = listed;
    const id =
      stock === undefined
        ? row.fulfillment_stock_id
        : stock && (await storeStock(tx, publication, stock, nameOf(listing, listed)));
    const isSame = id === row.fulfillment_stock_id && fulfilledByMarketplace === row.fulfilled_by_marketplace;
    if (isSame) continue;
    if (id === null) isLeft = true;
    await tx.db
      .updateTable('publication_variations')
      .set({ fulfilled_by_marketplace: fulfilledByMarketplace, fulfillment_stock_id: id })
      .where('id', '=', row.id)
      .execute();
  }
  if (isLeft) await deleteUnused(tx, publication);
  tx.changed(publication.business_id, 'fulfillmentStocks');
}

type Listed = Pick<Listing, 'fulfillmentStock' | 'fulfilledByMarketplace' | 'name'>;

const keyOf = ({ fulfillmentStock: stock }: Listed) => stock?.id ?? '';

const nameOf = (listing: Listing, listed: Listed) =>
  (listed.name === listing.name ? listing.name : `${listing.name} · ${listed.name}`).slice(0, 300);

async function storeStock(tx: Tx, of: Of, stock: FulfillmentStock, name: string): Promise<number> {
  const units = {
    name,
    sellable: stock.sellable,
    unsellable: stock.unsellable,
    in_transfer: stock.inTransfer,
    read_at: tx.now(),
  };
  const { id } = await tx.db
    .insertInto('fulfillment_stocks')
    .values({ business_id: of.business_id, account_id: of.account_id, remote_id: stock.id, ...units })
    .onConflict((conflict) => conflict.columns(['business_id', 'account_id', 'remote_id']).doUpdateSet(units))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function deleteUnused(tx: Tx, of: Of): Promise<void> {
  await sql`delete from fulfillment_stocks f
    where f.business_id = ${of.business_id} and f.account_id = ${of.account_id}
      and not exists (select from publication_variations v
        where v.business_id = f.business_id and v.fulfillment_stock_id = f.id)`.execute(tx.db);
}
