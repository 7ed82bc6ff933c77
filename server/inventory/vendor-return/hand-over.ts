import { sql } from 'kysely';
import type { VendorReturn } from '#contract/inventory/vendor-return.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type Entry, postEntries } from '#server/inventory/ledger.ts';
import { costOfUnits } from '#server/inventory/volume/line-cost.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { unitsOf } from '#server/inventory/volume/volume-launch.ts';
import { type LockedVolume, lockVolumes } from '#server/inventory/volume/volume-lock.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import { lockNewestSales, withdrawReservations } from '#server/inventory/withdraw-reservations.ts';
import { readVendorReturn } from './vendor-return.queries.ts';
import { type LockedReturn, lockReturn, touch } from './vendor-return.ts';

type Line = { id: number; volumeId: number; variationId: number; quantity: number; sku: string };

/**
 * The goods leave: each line is one entry of the ledger, an empty volume is archived, and what is left in a volume stays
 * blocked. Sales whose units are then missing lose their reservation, as after a write-off.
 */
export async function handOverReturn(tx: Tx, actor: Actor, id: number): Promise<VendorReturn> {
  const before = await lockReturn(tx, actor, id, 'handOver');
  const lines = await findLines(tx, id);
  const sales = await lockNewestSales(tx, await findUncovered(tx, before, lines));
  const volumes = await lockVolumes(
    tx,
    actor,
    [...new Set(lines.map(({ volumeId }) => volumeId))].map((volumeId) => ({
      id: volumeId,
      verb: 'returnToVendor',
      ofReturn: id,
    })),
  );
  const entries: Entry[] = [];
  for (const volume of volumes)
    entries.push(
      ...(await takeOut(
        tx,
        actor,
        before,
        volume,
        lines.filter(({ volumeId }) => volumeId === volume.id),
      )),
    );
  await postEntries(tx, actor.userId, entries);
  for (const stockId of new Set(entries.map((entry) => entry.stockId))) {
    const sku = volumes.flatMap((volume) => volume.lines).find((line) => line.stockId === stockId)?.sku ?? '';
    await withdrawReservations(tx, actor, stockId, sales.get(stockId) ?? [], sku);
  }
  await touch(tx, before, {
    state: 'handed_over',
    handed_over_at: tx.now(),
    handed_over_by: actor.userId,
  });
  return readVendorReturn(tx, actor, id);
}

function findLines(tx: Tx, returnId: number): Promise<Line[]> {
  return tx.db
    .selectFrom('vendor_return_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .select(['l.id', 'l.volume_id as volumeId', 'l.variation_id as variationId', 'l.quantity', 'v.sku'])
    .where('l.business_id', '=', ownBusiness)
    .where('l.return_id', '=', returnId)
    .orderBy('l.volume_id')
    .orderBy('l.variation_id')
    .execute();
}

/** Reserved units that are no longer on hand after the return, by stock level, as it is before the locks. */
async function findUncovered(
  tx: Tx,
  { warehouseId }: LockedReturn,
  lines: readonly Line[],
): Promise<{ stockId: number; units: number }[]> {
  const leaving = new Map<number, number>();
  for (const { variationId, quantity } of lines)
    leaving.set(variationId, (leaving.get(variationId) ?? 0) + quantity);
  const rows = await tx.db
    .selectFrom('stock')
    .select(['id', 'variation_id', sql<number>`reserved - on_hand`.as('uncovered')])
    .where('business_id', '=', ownBusiness)
    .where('warehouse_id', '=', warehouseId)
    .where('variation_id', 'in', [...leaving.keys()])
    .execute();
  return rows.flatMap((row) => {
    const units = row.uncovered + (leaving.get(row.variation_id) ?? 0);
    return units > 0 ? [{ stockId: row.id, units }] : [];
  });
}

/** Takes the units of the lines out of one volume; returns the entries to post. */
async function takeOut(
  tx: Tx,
  actor: Actor,
  { id, number, vendor }: LockedReturn,
  volume: LockedVolume,
  lines: readonly Line[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { id: lineId, variationId, quantity } of lines) {
    const inside = volume.lines.find((line) => line.variationId === variationId);
    if (!inside || inside.quantity < quantity)
      return fail('state_conflict', { facts: { state: volume.state } });
    if (inside.quantity - inside.pinned < quantity) fail('volume_pinned');
    const cost = costOfUnits(inside.cost, inside.quantity, quantity);
    await tx.db
      .updateTable('volume_lines')
      .set({
        quantity: inside.quantity - quantity,
        cost_centavos: inside.cost === null ? null : inside.cost - (cost ?? 0),
      })
      .where('id', '=', inside.id)
      .execute();
    await tx.db
      .updateTable('vendor_return_lines')
      .set({ open: false, batch_id: inside.batchId, cost_centavos: cost })
      .where('id', '=', lineId)
      .where('return_id', '=', id)
      .execute();
    entries.push({
      stockId: inside.stockId,
      kind: 'vendor_return',
      source: 'vendor_return',
      sourceId: `${id}:${lineId}`,
      onHand: -quantity,
      hold: -quantity,
      volumeId: volume.id,
      positionId: volume.positionId,
      batchId: inside.batchId,
      reason: vendor.name,
    });
  }
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const products = lines.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', ');
  await recordVolume(
    tx,
    actor.userId,
    volume.id,
    'vendor-returned',
    { number, returnId: id, vendor: vendor.name, units, products },
    units === unitsOf(volume) ? { state: 'archived', blocked_as: null } : {},
  );
  return entries;
}
