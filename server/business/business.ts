import { sql } from 'kysely';
import type { BusinessProfile } from '#contract/business/business.ts';
import type { ProofSettings } from '#contract/business/proof-settings.ts';
import type { SalesTax } from '#contract/business/sales-tax.ts';
import type { SupplierSwitch } from '#contract/permissions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';

const salesTaxesOfBusiness = sql<SalesTax[]>`(
  select coalesce(json_agg(json_build_object('from', t.from_day, 'regime', t.regime, 'basisPoints', t.basis_points)
    order by t.from_day desc), '[]') from sales_taxes t where t.business_id = businesses.id)`;

export async function readBusiness(tx: Tx, actor: Actor): Promise<BusinessProfile> {
  const row = await tx.db
    .selectFrom('businesses')
    .select(['id', 'name', 'type', 'document', 'two_step_from', 'counts_by_hand', 'supplier_may'])
    .select(['created_at', 'version', 'parcel_weight', 'parcel_photos', 'parcel_percent', 'parcel_grams'])
    .select('cart_places_required')
    .select(salesTaxesOfBusiness.as('taxes'))
    .where('id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  const { created_at, type, two_step_from, counts_by_hand, supplier_may, taxes } = row;
  const { id, name, document, version } = row;
  return {
    ...{ id, name, document, version },
    type: type === 'supply' ? 'supply' : 'sales',
    twoStepFrom: two_step_from?.toISOString() ?? null,
    countsByHand: counts_by_hand,
    parcelProof: {
      weight: row.parcel_weight,
      photos: row.parcel_photos,
      tolerance: { percent: row.parcel_percent, grams: row.parcel_grams },
    },
    cartPlacesRequired: row.cart_places_required,
    supplierMay: supplier_may as SupplierSwitch[],
    ...(type === 'sales' && actorCan(actor, 'prices.read') && { salesTaxes: taxes }),
    createdAt: created_at.toISOString(),
  };
}

export async function updateBusiness(
  tx: Tx,
  actor: Actor,
  change: { name?: string; document?: string },
  version: number | undefined,
): Promise<BusinessProfile> {
  const before = await readBusiness(tx, actor);
  let query = tx.db
    .updateTable('businesses')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', actor.businessId);
  if (version !== undefined) query = query.where('version', '=', version);
  const { numUpdatedRows } = await query.executeTakeFirst();
  const profile = await readBusiness(tx, actor);
  if (numUpdatedRows === 0n) fail('stale_version', { facts: { version: profile.version } });
  tx.noteChange('name', before.name, profile.name);
  return profile;
}

export async function allowByHand(tx: Tx, actor: Actor, allowed: boolean): Promise<BusinessProfile> {
  const before = await readBusiness(tx, actor);
  await tx.db
    .updateTable('businesses')
    .set({ counts_by_hand: allowed, version: sql`version + 1` })
    .where('id', '=', actor.businessId)
    .execute();
  tx.noteChange('countsByHand', before.countsByHand, allowed);
  return readBusiness(tx, actor);
}

/** What the bench of this business asks for from now on. */
export async function proveParcels(tx: Tx, actor: Actor, settings: ProofSettings): Promise<BusinessProfile> {
  const before = await readBusiness(tx, actor);
  await tx.db
    .updateTable('businesses')
    .set({
      parcel_weight: settings.weight,
      parcel_photos: settings.photos,
      parcel_percent: settings.tolerance.percent,
      parcel_grams: settings.tolerance.grams,
      version: sql`version + 1`,
    })
    .where('id', '=', actor.businessId)
    .execute();
  tx.noteChange('parcelProof', textOf(before.parcelProof), textOf(settings));
  tx.changed(actor.businessId, 'checkout');
  return readBusiness(tx, actor);
}

/** Whether walks of this business with a cart need its places scanned, from the next unit on. */
export async function requireCartPlaces(tx: Tx, actor: Actor, required: boolean): Promise<BusinessProfile> {
  const before = await readBusiness(tx, actor);
  await tx.db
    .updateTable('businesses')
    .set({ cart_places_required: required, version: sql`version + 1` })
    .where('id', '=', actor.businessId)
    .execute();
  tx.noteChange('cartPlacesRequired', before.cartPlacesRequired, required);
  tx.changed(actor.businessId, 'picking');
  return readBusiness(tx, actor);
}

/** For the audit trail. */
const textOf = ({ weight, photos, tolerance: { percent, grams } }: ProofSettings) =>
  `${weight}, ${photos}, ${percent} %, ${grams} g`;

/** Permissions that the supplier role gets from the owner; its holders have them with the next call. */
export async function leaveToSupplier(
  tx: Tx,
  actor: Actor,
  asked: readonly SupplierSwitch[],
): Promise<BusinessProfile> {
  if (actor.businessType !== 'supply') fail('forbidden');
  const before = await readBusiness(tx, actor);
  const supplierMay = [...new Set(asked)].toSorted();
  await tx.db
    .updateTable('businesses')
    .set({ supplier_may: supplierMay, version: sql`version + 1` })
    .where('id', '=', actor.businessId)
    .execute();
  tx.noteChange('supplierMay', before.supplierMay.join(', '), supplierMay.join(', '));
  tx.changed(actor.businessId, 'auth');
  return readBusiness(tx, actor);
}

/** Goods are scanned, unless the owner allows the business's managers to count without. */
export async function refuseByHand(tx: Tx, actor: Actor): Promise<void> {
  if (!(await readBusiness(tx, actor)).countsByHand) fail('by_hand_off');
}
