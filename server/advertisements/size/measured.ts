import { sql } from 'kysely';
import { enqueueMeasure } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * The weight or size of these products changed: every publication whose parcel follows them is measured again; merged
 * by key.
 */
export function productsMeasured(tx: Tx, productIds: readonly number[]): void {
  for (const productId of new Set(productIds))
    tx.enqueue({ task: 'products.measured', payload: { productId }, key: `measured:${productId}` });
}

/** The box of an advertisement changed: its publications whose parcel follows it are measured again. */
export async function boxMeasured(tx: Tx, businessId: number, advertisementId: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('publications as p')
    .select('p.id')
    .where('p.advertisement_id', '=', advertisementId)
    .where(
      sql<boolean>`(p.follows_size or exists (select from publication_variations v
        where v.business_id = p.business_id and v.publication_id = p.id and v.follows_size))`,
    )
    .execute();
  for (const { id } of rows) enqueueMeasure(tx, businessId, id);
}
