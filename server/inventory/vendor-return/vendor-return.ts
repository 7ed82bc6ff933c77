import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import { asCode } from '#contract/codes.ts';
import {
  type ChangedReturnLine,
  maxReturnedVolumes,
  type NewVendorReturn,
  type VendorReturn,
  type VendorReturnChange,
} from '#contract/inventory/vendor-return.ts';
import {
  reasonOfBlock,
  type VendorReturnAct,
  type VendorReturnState,
  vendorReturnActs,
} from '#contract/inventory/vendor-return-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { unitsOf } from '#server/inventory/volume/volume-launch.ts';
import { type LockedVolume, lockVolumes } from '#server/inventory/volume/volume-lock.ts';
import { findReached, ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { isNfeKey } from '#server/outside/nfe/nfe.ts';
import { chosenVendor, unknownVendor, type Vendor, vendorWith } from './vendor-of-volumes.ts';
import { readVendorReturn } from './vendor-return.queries.ts';

/** A return that is locked for one act. */
export type LockedReturn = {
  id: number;
  number: number;
  state: VendorReturnState;
  warehouseId: number;
  vendor: Vendor;
  version: number;
};

export async function createVendorReturn(
  tx: Tx,
  actor: Actor,
  { warehouseId, volumeIds, note = '' }: NewVendorReturn,
): Promise<VendorReturn> {
  const ids = [...new Set(volumeIds)];
  const here = await warehouseOf(tx, actor, warehouseId, ids);
  const volumes = await lockBlocked(tx, actor, here, ids);
  const vendor = await vendorWith(tx, unknownVendor, ids);
  // One after the other, so that two returns never have the same number.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vendor returns ${actor.businessId}`}, 0))`.execute(
    tx.db,
  );
  const made = await tx.db
    .insertInto('vendor_returns')
    .values({
      business_id: actor.businessId,
      warehouse_id: here,
      number: sql<number>`(select coalesce(max(o.number), 0) + 1 from vendor_returns o
        where o.business_id = ${actor.businessId})`,
      ...columnsOf(vendor),
      note,
      created_at: tx.now(),
      created_by: actor.userId,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  await addLines(tx, actor, made, volumes);
  return readVendorReturn(tx, actor, made.id);
}

const columnsOf = ({ supplierId, name, document }: Vendor) => ({
  supplier_id: supplierId,
  vendor_name: name,
  vendor_document: document,
});

/** The warehouse that was named, or that of the first volume. */
async function warehouseOf(
  tx: Tx,
  actor: Actor,
  named: number | undefined,
  volumeIds: readonly number[],
): Promise<number> {
  if (named !== undefined)
    return (await findReached(tx, actor, named))?.id ?? invalidField('warehouseId', 'not_found');
  const first = await tx.db
    .selectFrom('volumes')
    .select('warehouse_id')
    .where('business_id', '=', ownBusiness)
    .where('id', '=', volumeIds[0] ?? 0)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .executeTakeFirst();
  return first?.warehouse_id ?? fail('not_found');
}

/** Adds all units of the volume with a scanned code. */
export async function addVolume(tx: Tx, actor: Actor, id: number, code: string): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'changeLines');
  const volume = await tx.db
    .selectFrom('volumes')
    .select('id')
    .where('business_id', '=', ownBusiness)
    .where('code', '=', asCode(code))
    .where('state', '<>', 'voided')
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .executeTakeFirst();
  if (!volume) return fail('code_not_volume');
  const volumes = await lockBlocked(tx, actor, before.warehouseId, [volume.id]);
  const vendor = await vendorWith(tx, before.vendor, [volume.id]);
  await refuseTooMany(tx, id);
  await addLines(tx, actor, before, volumes);
  await touch(tx, before, columnsOf(vendor));
  return readVendorReturn(tx, actor, id);
}

async function refuseTooMany(tx: Tx, returnId: number): Promise<void> {
  const { volumes } = await tx.db
    .selectFrom('vendor_return_lines')
    .select(sql<number>`count(distinct volume_id)::int`.as('volumes'))
    .where('return_id', '=', returnId)
    .executeTakeFirstOrThrow();
  if (volumes >= maxReturnedVolumes) fail('too_many_volumes');
}

/** Locks blocked volumes of one warehouse; another volume is refused by its code, and so is one of another return. */
async function lockBlocked(
  tx: Tx,
  actor: Actor,
  warehouseId: number,
  ids: readonly number[],
): Promise<LockedVolume[]> {
  if (ids.length === 0) return [];
  const found = await tx.db
    .selectFrom('volumes')
    .select(['code', 'state', 'warehouse_id'])
    .where('business_id', '=', ownBusiness)
    .where('id', 'in', [...ids])
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .orderBy('id')
    .execute();
  if (found.length < ids.length) fail('not_found');
  for (const { code, state, warehouse_id: place } of found) {
    if (place !== warehouseId) fail('volume_of_other_warehouse', { facts: { code } });
    if (state !== 'blocked') fail('volume_not_blocked', { facts: { code } });
  }
  return lockVolumes(
    tx,
    actor,
    ids.map((id) => ({ id, verb: 'returnToVendor' })),
  );
}

async function addLines(
  tx: Tx,
  actor: Actor,
  { id, number }: Pick<LockedReturn, 'id' | 'number'>,
  volumes: readonly LockedVolume[],
): Promise<void> {
  if (volumes.length === 0) return;
  const causes = await tx.db
    .selectFrom('volumes')
    .select(['id', 'blocked_as'])
    .where(
      'id',
      'in',
      volumes.map((volume) => volume.id),
    )
    .execute();
  const causeOf = new Map(causes.map((row) => [row.id, row.blocked_as]));
  for (const volume of volumes) {
    const lines = volume.lines.filter(({ quantity }) => quantity > 0);
    if (lines.length === 0) fail('state_conflict', { facts: { state: volume.state } });
    await tx.db
      .insertInto('vendor_return_lines')
      .values(
        lines.map((line) => ({
          business_id: actor.businessId,
          return_id: id,
          volume_id: volume.id,
          variation_id: line.variationId,
          quantity: line.quantity,
          reason: reasonOfBlock(causeOf.get(volume.id) ?? null, line.expired),
        })),
      )
      .execute();
    const facts = { number, returnId: id, units: unitsOf(volume) };
    await recordVolume(tx, actor.userId, volume.id, 'vendor-return-added', facts);
  }
}

export async function removeVolume(
  tx: Tx,
  actor: Actor,
  id: number,
  volumeId: number,
): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'changeLines');
  const removed = await tx.db
    .deleteFrom('vendor_return_lines')
    .where('return_id', '=', id)
    .where('volume_id', '=', volumeId)
    .returning('id')
    .execute();
  if (removed.length === 0) invalidField('volumeId', 'not_found');
  const facts = { number: before.number, returnId: id };
  await recordVolume(tx, actor.userId, volumeId, 'vendor-return-removed', facts);
  await touch(tx, before, {});
  return readVendorReturn(tx, actor, id);
}

/** Changes how many units of a line go back, and why. */
export async function changeLine(
  tx: Tx,
  actor: Actor,
  id: number,
  { lineId, quantity, reason }: ChangedReturnLine,
): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'changeLines');
  const line = await tx.db
    .selectFrom('vendor_return_lines as l')
    .innerJoin('volume_lines as c', (join) =>
      join.onRef('c.volume_id', '=', 'l.volume_id').onRef('c.variation_id', '=', 'l.variation_id'),
    )
    .select('c.quantity as inside')
    .where('l.business_id', '=', ownBusiness)
    .where('l.return_id', '=', id)
    .where('l.id', '=', lineId)
    .executeTakeFirst();
  if (!line) return invalidField('lineId', 'not_found');
  if (quantity !== undefined && quantity > line.inside) invalidField('quantity', 'too_big');
  if (quantity !== undefined || reason !== undefined)
    await tx.db
      .updateTable('vendor_return_lines')
      .set({ ...(quantity !== undefined && { quantity }), ...(reason !== undefined && { reason }) })
      .where('id', '=', lineId)
      .where('return_id', '=', id)
      .execute();
  await touch(tx, before, {});
  return readVendorReturn(tx, actor, id);
}

export async function updateVendorReturn(
  tx: Tx,
  actor: Actor,
  id: number,
  { note, invoiceKey, ...chosen }: VendorReturnChange,
  version: number | undefined,
): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'change');
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  if (invoiceKey && !isNfeKey(invoiceKey)) invalidField('invoiceKey', 'nfe_key_invalid');
  const vendor = await chosenVendor(tx, before.vendor, chosen);
  if (vendor) {
    if (before.state !== 'open') fail('state_conflict', { facts: { state: before.state } });
    await vendorWith(tx, vendor, await volumesOf(tx, id));
  }
  await touch(tx, before, {
    ...(note !== undefined && { note }),
    ...(invoiceKey !== undefined && { invoice_key: invoiceKey }),
    ...(vendor && columnsOf(vendor)),
  });
  return readVendorReturn(tx, actor, id);
}

async function volumesOf(tx: Tx, returnId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('vendor_return_lines')
    .select('volume_id')
    .distinct()
    .where('business_id', '=', ownBusiness)
    .where('return_id', '=', returnId)
    .orderBy('volume_id')
    .execute();
  return rows.map((row) => row.volume_id);
}

/** Packs a return: vendor and goods are known. */
export async function packReturn(tx: Tx, actor: Actor, id: number): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'pack');
  if (before.vendor.name === '') fail('vendor_unknown');
  if ((await volumesOf(tx, id)).length === 0) fail('return_without_volumes');
  await touch(tx, before, { state: 'ready' });
  return readVendorReturn(tx, actor, id);
}

export async function reopenReturn(tx: Tx, actor: Actor, id: number): Promise<VendorReturn> {
  await touch(tx, await lockReturn(tx, actor, id, 'reopen'), { state: 'open' });
  return readVendorReturn(tx, actor, id);
}

/** Cancels a return: its volumes are free again and stay blocked. */
export async function cancelReturn(tx: Tx, actor: Actor, id: number, reason: string): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'cancel');
  for (const volumeId of await volumesOf(tx, id))
    await recordVolume(tx, actor.userId, volumeId, 'vendor-return-removed', {
      number: before.number,
      returnId: id,
      reason,
    });
  await tx.db.updateTable('vendor_return_lines').set({ open: false }).where('return_id', '=', id).execute();
  await touch(tx, before, { state: 'canceled', canceled_because: reason });
  return readVendorReturn(tx, actor, id);
}

type Credit = { creditedOn: string; creditCentavos?: number | null | undefined };

export async function creditReturn(
  tx: Tx,
  actor: Actor,
  id: number,
  { creditedOn, creditCentavos = null }: Credit,
): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'credit');
  await touch(tx, before, { state: 'credited', credited_on: creditedOn, credit_centavos: creditCentavos });
  return readVendorReturn(tx, actor, id);
}

/** Locks a return for one act; returns are always locked before stock and volumes. */
export async function lockReturn(
  tx: Tx,
  actor: Actor,
  id: number,
  act: VendorReturnAct,
): Promise<LockedReturn> {
  const row = await tx.db
    .selectFrom('vendor_returns')
    .select([
      'id',
      'number',
      'state',
      'warehouse_id as warehouseId',
      'supplier_id',
      'vendor_name',
      'vendor_document',
      'version',
    ])
    .where('business_id', '=', ownBusiness)
    .where('id', '=', id)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return fail('not_found');
  if (!canAct(vendorReturnActs, act, row.state)) fail('state_conflict', { facts: { state: row.state } });
  const { supplier_id: supplierId, vendor_name: name, vendor_document: document, ...rest } = row;
  return { ...rest, vendor: { supplierId, name, document } };
}

type Columns = Partial<{
  state: VendorReturnState;
  supplier_id: number | null;
  vendor_name: string;
  vendor_document: string;
  note: string;
  invoice_key: string;
  handed_over_at: Date;
  handed_over_by: number;
  credited_on: string;
  credit_centavos: number | null;
  canceled_because: string;
}>;

/** Changes a locked return; each change is a new version. */
export async function touch(tx: Tx, { id, version }: LockedReturn, columns: Columns): Promise<void> {
  await tx.db
    .updateTable('vendor_returns')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
}
