import type { Promotion } from '#contract/advertisements/promotion.ts';
import { addMinutes } from '#contract/dates.ts';
import type { VariationRow } from '#server/advertisements/publication/publication.queries.ts';
import { enqueueGuard, enqueueLateRead } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Listing, RemotePromotion } from '#server/outside/marketplaces/listing.ts';

/** The facts of a listing for one of its variations; a listing without variations is its own only variation. */
export const listedOf = (
  listing: Listing,
  { remote_variation_id: id }: Pick<VariationRow, 'remote_variation_id'>,
) => listing.variations.find((entry) => entry.id === id) ?? (id === null ? listing : undefined);

export const viewPromotion = (found: RemotePromotion | null): Promotion | null =>
  found && {
    price: found.price,
    from: found.from?.toISOString() ?? null,
    to: found.to?.toISOString() ?? null,
    name: found.name,
  };

/** The same as columns; fee and freight of its price are not known yet, and its margin was not accepted. */
export const promotionColumns = (found: RemotePromotion | null) => ({
  promotion_price_centavos: found?.price ?? null,
  promotion_from: found?.from ?? null,
  promotion_to: found?.to ?? null,
  promotion_name: (found?.name ?? '').slice(0, 200),
  promotion_marketplace_centavos: found?.marketplacePays ?? null,
  promotion_fee_centavos: null,
  promotion_freight_centavos: null,
  promotion_accepted_basis_points: null,
});

type Stored = Pick<
  VariationRow,
  | 'promotion_price_centavos'
  | 'promotion_from'
  | 'promotion_to'
  | 'promotion_name'
  | 'promotion_marketplace_centavos'
>;

/** A promotion from its columns. */
export const storedPromotion = (row: Stored): RemotePromotion | null =>
  row.promotion_price_centavos === null
    ? null
    : {
        price: row.promotion_price_centavos,
        from: row.promotion_from,
        to: row.promotion_to,
        name: row.promotion_name,
        marketplacePays: row.promotion_marketplace_centavos,
      };

const isSame = (one: RemotePromotion | null, other: RemotePromotion | null) =>
  JSON.stringify(viewPromotion(one)) === JSON.stringify(viewPromotion(other)) &&
  one?.marketplacePays === other?.marketplacePays;

/** After its end a promotion is read at this interval until the marketplace reports it as ended. */
const pauseMinutes = 10;

/**
 * Stores the marketplace's promotions. One that begins, changes or ends changes the price that buyers pay: margins are
 * computed again. One with an end is read again after it, so that a waiting price is sent.
 */
export async function keepPromotions(
  tx: Tx,
  businessId: number,
  publicationId: number,
  variations: readonly VariationRow[],
  listing: Listing,
): Promise<void> {
  let changed = false;
  for (const row of variations.filter(({ remote_item_id: item }) => item === listing.id)) {
    const found = listedOf(listing, row)?.promotion ?? null;
    if (found?.to) {
      const soonest = addMinutes(tx.now(), pauseMinutes);
      const at = new Date(Math.max(found.to.getTime(), soonest.getTime()));
      enqueueLateRead(tx, businessId, publicationId, at);
    }
    if (isSame(storedPromotion(row), found)) continue;
    changed = true;
    await tx.db
      .updateTable('publication_variations')
      .set(promotionColumns(found))
      .where('id', '=', row.id)
      .execute();
  }
  if (changed) enqueueGuard(tx, businessId, publicationId);
}
