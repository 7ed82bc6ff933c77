import { sql } from 'kysely';
import { marginBeforeTax } from '#contract/money.ts';
import { type Component, type Composition, storedPart } from '#server/advertisements/composition.ts';
import { publicationChanged } from '#server/advertisements/publication/publication.queries.ts';
import { insertComponents } from '#server/advertisements/publication/publication-create.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { findComposedOf, findFollowers } from './kit.queries.ts';

/** Parts, cost and margin of everything made of the kit follow its change; prices stay. */
export async function followKit(
  tx: Tx,
  businessId: number,
  before: readonly Component[],
  composition: Composition,
): Promise<void> {
  const followers = await findFollowers(tx, before);
  const ids = followers.map(({ id }) => id);
  const publications = [...new Set(followers.map((one) => one.publication_id))];
  await refuseMixed(tx, publications, ids, composition.warehouseId);
  await tx.db
    .deleteFrom('publication_components')
    .where('publication_variation_id', 'in', [...ids, 0])
    .execute();
  for (const { id, price, fee, freight } of followers) {
    await insertComponents(tx, businessId, id, composition);
    await tx.db
      .updateTable('publication_variations')
      .set((set) => ({
        cost_centavos: composition.cost,
        margin_basis_points: marginBeforeTax(price, composition.cost, {
          basisPoints: 0,
          fixed: fee,
          freight,
        }),
        version: set('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
  }
  await tx.db
    .updateTable('publications')
    .set((set) => ({
      ...{ warehouse_id: composition.warehouseId, supplier_id: composition.supplierId },
      ...{ updated_at: tx.now(), version: set('version', '+', 1) },
    }))
    .where('id', 'in', [...publications, 0])
    .execute();
  for (const id of publications) enqueuePush(tx, businessId, id);
  for (const id of await findComposedOf(tx, before)) await recompose(tx, businessId, id, composition);
  publicationChanged(tx, businessId);
}

/** All parts of one publication come from one warehouse, also those of variations that are no kits. */
async function refuseMixed(
  tx: Tx,
  publications: readonly number[],
  followers: readonly number[],
  warehouseId: number,
): Promise<void> {
  const { rows } = await sql`
    select from publication_variations v join publications p on p.id = v.publication_id
    where v.business_id = app_business() and p.id = any(${publications}::bigint[])
      and v.id <> all(${followers}::bigint[]) and p.warehouse_id <> ${warehouseId} limit 1`.execute(tx.db);
  if (rows.length > 0) fail('mixed_warehouses');
}

async function recompose(
  tx: Tx,
  businessId: number,
  advertisementId: number,
  { parts }: Composition,
): Promise<void> {
  await tx.db
    .deleteFrom('advertisement_components')
    .where('advertisement_id', '=', advertisementId)
    .execute();
  await tx.db
    .insertInto('advertisement_components')
    .values(
      parts.map((part) => ({
        ...storedPart(part),
        business_id: businessId,
        advertisement_id: advertisementId,
      })),
    )
    .execute();
  await tx.db
    .updateTable('advertisements')
    .set((set) => ({ updated_at: tx.now(), version: set('version', '+', 1) }))
    .where('id', '=', advertisementId)
    .execute();
}
