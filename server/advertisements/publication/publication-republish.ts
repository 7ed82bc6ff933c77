import { packageOf } from '#contract/advertisements/package-size.ts';
import type { Publication } from '#contract/advertisements/publication.ts';
import { canPublication } from '#contract/advertisements/publication-states.ts';
import { findAdvertisement } from '#server/advertisements/advertisement.queries.ts';
import { startTrade } from '#server/advertisements/advertisement.ts';
import { findOffers, resolveComposition } from '#server/advertisements/composition.ts';
import { parseBands } from '#server/advertisements/wholesale/wholesale-bands.ts';
import { requirePublicationRoom } from '#server/billing/plan-room.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findTokens } from '#server/marketplaces/account-tokens.queries.ts';
import type { Outside } from '#server/outside/outside.ts';
import {
  listPublicationImages,
  listVariationRows,
  lockPublication,
  publicationChanged,
  type VariationRow,
} from './publication.queries.ts';
import { insertVariation } from './publication-create.ts';
import { enqueuePublish } from './publication-queue.ts';
import { parseAttributes, readPublication } from './publication-view.ts';

/**
 * Puts a closed publication on sale again. The marketplace gives it a new id; the old one stays with its sales. Each
 * can be continued once.
 */
export async function republishPublication(
  tx: Tx,
  actor: Actor,
  id: number,
  outside: Outside,
): Promise<Publication> {
  const old = (await lockPublication(tx, id)) ?? fail('not_found');
  if (!canPublication('republish', old.state)) fail('state_conflict');
  const advertisement = await findAdvertisement(tx, old.advertisement_id);
  if (!advertisement || advertisement.archived) fail('state_conflict');
  const account = await findTokens(tx, old.account_id);
  if (account?.state !== 'connected') fail('account_disconnected');
  const variations = await listVariationRows(tx, [id]);
  const compositions = await composeAgain(tx, variations);
  const [first] = compositions;
  if (!first) return fail('no_dropshipping');
  if (compositions.some(({ warehouseId }) => warehouseId !== first.warehouseId)) fail('mixed_warehouses');
  await requirePublicationRoom(tx, actor.businessId);
  const made = await insertSuccessor(tx, actor.businessId, old, first);
  if (!made) return fail('state_conflict');
  await copyImages(tx, actor.businessId, id, made.id);
  for (const [index, variation] of variations.entries()) {
    const composition = compositions[index];
    if (!composition) continue;
    const added = await insertVariation(
      tx,
      actor.businessId,
      made.id,
      {
        ...variation,
        attributes: parseAttributes(variation.attributes),
        package: packageOf(variation),
      },
      composition,
      {
        price: variation.price_centavos,
        // As it is stored: before the tax.
        marginBasisPoints: variation.margin_basis_points,
        taxBasisPoints: 0,
        fee: variation.fee_centavos,
        freight: variation.freight_centavos,
      },
    );
    await storeFormer(tx, added, variation);
    await startTrade(tx, actor.businessId, composition);
  }
  enqueuePublish(tx, actor.businessId, made.id);
  publicationChanged(tx, actor.businessId);
  return readPublication(tx, made.id, outside);
}

type FormerPublication = NonNullable<Awaited<ReturnType<typeof lockPublication>>>;
type Source = { warehouseId: number; supplierId: number };

/** The row that continues a closed publication; undefined if another one does already. */
async function insertSuccessor(tx: Tx, businessId: number, former: FormerPublication, source: Source) {
  const { name, category_id, category_name, type, description, video, price_per_variation } = former;
  const { floor_basis_points, floor_action } = former;
  const bands = parseBands(former.wholesale);
  const { weight, width, height, depth, follows_size, condition, handling_days, free_shipping } = former;
  return tx.db
    .insertInto('publications')
    .values({
      ...{ name, category_id, category_name, type, description, video, price_per_variation },
      ...{ weight, width, height, depth, follows_size, condition, handling_days, free_shipping },
      ...{ floor_basis_points, floor_action },
      warranty: former.warranty === null ? null : JSON.stringify(former.warranty),
      attributes: JSON.stringify(former.attributes),
      // Sent once the new listing exists.
      ...(bands.length > 0 && { wholesale: JSON.stringify(bands), pending_fields: ['wholesale'] }),
      business_id: businessId,
      advertisement_id: former.advertisement_id,
      account_id: former.account_id,
      warehouse_id: source.warehouseId,
      supplier_id: source.supplierId,
      continues_id: former.id,
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
}

async function composeAgain(tx: Tx, variations: readonly VariationRow[]) {
  const rows = await tx.db
    .selectFrom('publication_components')
    .select(['publication_variation_id', 'dropship_item_id', 'quantity'])
    .where(
      'publication_variation_id',
      'in',
      variations.map((variation) => variation.id),
    )
    .orderBy('id')
    .execute();
  const offers = await findOffers(
    tx,
    rows.map((row) => row.dropship_item_id),
  );
  return variations.map((variation, index) =>
    resolveComposition(
      offers,
      rows
        .filter((row) => row.publication_variation_id === variation.id)
        .map((row) => ({ offer: row.dropship_item_id, quantity: row.quantity })),
      `variations.${index}.components`,
    ),
  );
}

/** A publication that never reached the marketplace names the one that it was to continue itself. */
async function storeFormer(tx: Tx, id: number, old: VariationRow): Promise<void> {
  const created = old.remote_item_id !== null;
  await tx.db
    .updateTable('publication_variations')
    .set({
      former_item_id: created ? old.remote_item_id : old.former_item_id,
      former_variation_id: created ? old.remote_variation_id : old.former_variation_id,
      follows_size: old.follows_size,
      // Selling it again does not accept a margin below its floor.
      decided: old.decided === null ? null : JSON.stringify(old.decided),
    })
    .where('id', '=', id)
    .execute();
}

async function copyImages(tx: Tx, businessId: number, from: number, to: number): Promise<void> {
  const images = await listPublicationImages(tx, from);
  if (images.length === 0) return;
  await tx.db
    .insertInto('publication_images')
    .values(
      images.map(({ id: image_id, remote_picture_id }, position) => ({
        ...{ business_id: businessId, publication_id: to, image_id, remote_picture_id, position },
      })),
    )
    .execute();
}
