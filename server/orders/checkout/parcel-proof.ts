import { type RawBuilder, sql } from 'kysely';
import type { ProofPart, WeightTolerance } from '#contract/business/proof-settings.ts';
import {
  allowedGrams,
  isOutside,
  maxParcelPhotos,
  type ParcelProof,
  type ProofAtBench,
  type WeightSource,
} from '#contract/orders/parcel-proof.ts';
import { dropFiles, keepDocuments, type PutFile } from '#server/business/files/kept-file.ts';
import { type FileRow, findFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { leftUnpacked, recordEvent } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { loadForFiles, lockAtBench } from './lock-at-bench.ts';

/** Ids of the sales in the parcel of a sale `o`: those of its pack that leave the same warehouse. */
const salesOfParcel = sql`(select o.id union all select m.id from orders m
  where o.pack_id is not null and m.business_id = o.business_id and m.account_id = o.account_id
    and m.pack_id = o.pack_id and m.warehouse_id = o.warehouse_id and m.canceled_at is null and m.id <> o.id)`;

/** Weight and photos of the parcel of a sale `o`. */
export const proofOfParcel = sql<ParcelProof>`json_build_object(
  'weight', (select json_build_object('grams', w.grams, 'expectedGrams', w.expected_grams, 'differs', w.differs,
      'source', w.source, 'at', w.at) from parcel_weights w
    where w.business_id = o.business_id and w.order_id in ${salesOfParcel} order by w.at desc limit 1),
  'photos', coalesce((select json_agg(json_build_object('id', p.id, 'at', p.at) order by p.id) from parcel_photos p
    where p.business_id = o.business_id and p.order_id in ${salesOfParcel}), '[]'))`;

/** Grams of the goods in the parcel of a sale `o`; null if the weight of one of them is unknown. */
const expectedGrams: RawBuilder<number | null> = sql`(
  select case when bool_and(g.weight is not null) then round(sum(g.weight * t.quantity) * 1000)::int end
  from order_parts t left join products g on g.id = t.product_id
  where t.order_id in ${salesOfParcel} and t.quantity > 0)`;

type Rule = {
  asks: ProofAtBench['asks'];
  tolerance: WeightTolerance;
  expectedGrams: number | null;
  /** Another sale of the parcel has still to be packed. */
  isOpen: boolean;
};

/** What the packing business asks for, for the parcel of a sale `o`. */
export const ruleOfParcel = sql<Rule>`(select json_build_object(
    'asks', json_build_object('weight', b.parcel_weight, 'photos', b.parcel_photos),
    'tolerance', json_build_object('percent', b.parcel_percent, 'grams', b.parcel_grams),
    'expectedGrams', ${expectedGrams},
    'isOpen', exists (select from orders m where m.id in ${salesOfParcel} and m.id <> o.id and m.packed_at is null))
  from businesses b where b.id = o.fulfiller_id)`;

const isoOf = (at: string) => new Date(at).toISOString();

export const shapeProof = ({ weight, photos }: ParcelProof): ParcelProof => ({
  weight: weight && { ...weight, at: isoOf(weight.at) },
  photos: photos.map((photo) => ({ ...photo, at: isoOf(photo.at) })),
});

type ToPack = Pick<OrderRow, 'packed_at' | 'shipment_step' | 'canceled_at' | 'marketplace_fulfilled'>;

/** What is required and missing. The last sale of a parcel that is packed needs it; one that left by itself does not. */
function missingOf(order: ToPack, { weight, photos }: ParcelProof, { asks, isOpen }: Rule): ProofPart[] {
  if (order.packed_at || isOpen || leftUnpacked(order)) return [];
  return [
    ...(asks.weight === 'required' && weight === null ? (['weight'] as const) : []),
    ...(asks.photos === 'required' && photos.length === 0 ? (['photos'] as const) : []),
  ];
}

export const shapeProofAtBench = (order: ToPack, proof: ParcelProof, rule: Rule): ProofAtBench => ({
  ...shapeProof(proof),
  asks: rule.asks,
  expectedGrams: rule.expectedGrams,
  missing: missingOf(order, proof, rule),
});

async function readProof(tx: Tx, order: OrderRow): Promise<{ proof: ParcelProof; rule: Rule }> {
  return tx.db
    .selectFrom('orders as o')
    .select([proofOfParcel.as('proof'), ruleOfParcel.as('rule')])
    .where('o.id', '=', order.id)
    .executeTakeFirstOrThrow();
}

/** Refuses to pack a sale whose parcel lacks what the business requires. */
export async function refuseUnproven(tx: Tx, order: OrderRow): Promise<void> {
  const { proof, rule } = await readProof(tx, order);
  const [missing] = missingOf(order, proof, rule);
  if (missing) fail(missing === 'weight' ? 'weight_required' : 'parcel_photo_required');
}

const byFulfiller = (actor: Actor) => ({ actor: 'fulfiller', userId: actor.userId }) as const;
const sidesOf = (actor: Actor, order: OrderRow) => ({
  business_id: order.business_id,
  fulfiller_id: actor.businessId,
  order_id: order.id,
});

/** Keeps the weight of a parcel in place of the former one. Outside of the tolerance it needs a second look. */
export async function weighParcel(
  tx: Tx,
  actor: Actor,
  id: number,
  { grams, source, confirmed }: { grams: number; source: WeightSource; confirmed: boolean },
): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'weigh');
  const { tolerance, expectedGrams: expected } = (await readProof(tx, order)).rule;
  const differs = isOutside(grams, expected, tolerance);
  if (differs && !confirmed)
    fail('weight_differs', {
      facts: { expected: expected ?? 0, allowed: allowedGrams(expected ?? 0, tolerance) },
    });
  const weight = { grams, expected_grams: expected, differs, source, at: tx.now() };
  await tx.db
    .insertInto('parcel_weights')
    .values({ ...sidesOf(actor, order), ...weight })
    .onConflict((conflict) => conflict.columns(['business_id', 'order_id']).doUpdateSet(weight))
    .execute();
  const kind = differs ? 'weight-differs' : 'weighed';
  const detail = { grams, expected, source };
  await recordEvent(tx, order, { ...byFulfiller(actor), kind, detail }, order.status);
}

/** Adds photos that were put into the store to those of the parcel. */
export async function addParcelPhotos(
  tx: Tx,
  actor: Actor,
  id: number,
  files: readonly PutFile[],
): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'photograph');
  const { proof } = await readProof(tx, order);
  if (proof.photos.length + files.length > maxParcelPhotos) fail('parcel_photos_full');
  const fileIds = await keepDocuments(tx, actor.businessId, files);
  const sides = sidesOf(actor, order);
  await tx.db
    .insertInto('parcel_photos')
    .values(fileIds.map((fileId) => ({ ...sides, file_id: fileId, at: tx.now() })))
    .execute();
  const detail = { photos: files.length };
  await recordEvent(tx, order, { ...byFulfiller(actor), kind: 'photographed', detail }, order.status);
}

/** A parcel that is opened is not the one that was weighed and photographed. */
export async function voidProof(tx: Tx, actor: Actor, order: OrderRow): Promise<void> {
  const { rows } = await sql<{ id: number }>`select s.id from orders o, lateral ${salesOfParcel} s (id)
    where o.id = ${order.id}`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await tx.db
    .deleteFrom('parcel_weights')
    .where('business_id', '=', order.business_id)
    .where('order_id', 'in', ids)
    .execute();
  await dropFiles(tx, actor.businessId, await forgetPhotos(tx, order.business_id, ids));
}

/** Removes the rows of photos of these sales; returns their files, which belong to the fulfiller. */
export async function forgetPhotos(tx: Tx, sellerId: number, orderIds: readonly number[]): Promise<number[]> {
  const gone = await tx.db
    .deleteFrom('parcel_photos')
    .where('business_id', '=', sellerId)
    .where('order_id', 'in', orderIds)
    .returning('file_id')
    .execute();
  return gone.map(({ file_id: fileId }) => fileId);
}

/** A photo for either side; people with assigned warehouses see those of their sales. */
export async function findParcelPhoto(tx: Tx, actor: Actor, id: number): Promise<FileRow> {
  const photo = await tx.db
    .selectFrom('parcel_photos')
    .select(['order_id', 'file_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!photo) return fail('not_found');
  await loadForFiles(tx, actor, photo.order_id);
  return findFile(tx, photo.file_id);
}
