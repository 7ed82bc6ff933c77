import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { findInCatalogue, findPhotos, findSiblings } from './catalogue.queries.ts';

/** One offer as a seller reads it before publishing it. */
export async function readCatalogueOffer(tx: Tx, id: number) {
  const offer = (await findInCatalogue(tx, id)) ?? fail('not_found');
  const siblings = await findSiblings(tx, offer.product.id, offer.warehouseId, id);
  return {
    ...offer,
    attributes: offer.attributes as Record<string, string>,
    images: await findPhotos(tx, offer.product.id, offer.variationId),
    siblings: siblings.map((row) => ({
      id: row.id,
      name: row.name,
      price: row.price,
      available: row.available,
    })),
  };
}
