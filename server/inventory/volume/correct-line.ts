import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStock, postEntries } from '#server/inventory/ledger.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import {
  lockNewestSales,
  type WithdrawableSale,
  withdrawReservations,
} from '#server/inventory/withdraw-reservations.ts';
import { recordVolume, type VolumeChange } from './volume-history.ts';
import type { LockedVolume } from './volume-lock.ts';

type Counted = { variationId: number; quantity: number };
export type LineLot = { batch_id: number | null; expired: boolean };
export type TrueQuantity = Counted & { sku: string; reason: string; lot: LineLot };
/** The sales that may lose their reservation, by stock level. */
export type SalesAtRisk = ReadonlyMap<number, WithdrawableSale[]>;

/** Locks the sales that may lose their reservation to this count, according to the stock level before it is locked. */
export async function lockSalesAtRisk(
  tx: Tx,
  volumeId: number,
  counted: readonly Counted[],
): Promise<SalesAtRisk> {
  const rows = await tx.db
    .selectFrom('volume_lines as l')
    .innerJoin('volumes as v', 'v.id', 'l.volume_id')
    .innerJoin('stock as s', (join) =>
      join
        .onRef('s.variation_id', '=', 'l.variation_id')
        .onRef('s.warehouse_id', '=', 'v.warehouse_id')
        .onRef('s.business_id', '=', 'l.business_id'),
    )
    .select(['s.id', 'l.variation_id', sql<number>`s.reserved - s.on_hand + l.quantity`.as('uncovered')])
    .where('l.volume_id', '=', volumeId)
    .where(sql<boolean>`l.variation_id = any(${counted.map((line) => line.variationId)}::bigint[])`)
    .where('l.business_id', '=', ownBusiness)
    .execute();
  const missing = rows.flatMap((row) => {
    const line = counted.find(({ variationId }) => variationId === row.variation_id);
    const units = row.uncovered - (line?.quantity ?? 0);
    return units > 0 ? [{ stockId: row.id, units }] : [];
  });
  return lockNewestSales(tx, missing);
}

/**
 * Sets the true quantity of a product in a launched volume: its line, its history and the ledger. If less is left than is
 * reserved, sales that are not being picked lose their reservation; allocated units cannot be corrected away.
 */
export async function correctLine(
  tx: Tx,
  actor: Actor,
  volume: LockedVolume,
  { variationId, quantity, sku, reason, lot }: TrueQuantity,
  sales: SalesAtRisk,
  options: { change?: VolumeChange; source?: { source: string; sourceId: string } } = {},
): Promise<void> {
  const line = volume.lines.find((found) => found.variationId === variationId);
  if (quantity < (line?.pinned ?? 0)) fail('volume_pinned');
  const before = line?.quantity ?? 0;
  const delta = quantity - before;
  const stockId = line?.stockId ?? (await ensureStock(tx, actor.businessId, variationId, volume.warehouseId));
  await writeLine(tx, actor, volume.id, { variationId, quantity }, lot);
  const facts = { sku, before, after: quantity, reason };
  const version = await recordVolume(tx, actor.userId, volume.id, 'adjusted', facts, options.change);
  if (delta === 0) return;
  await postEntries(tx, actor.userId, [
    {
      stockId,
      kind: 'adjustment',
      ...(options.source ?? { source: 'volume', sourceId: `${volume.id}:${version}:${variationId}` }),
      onHand: delta,
      hold: lot.expired ? delta : 0,
      volumeId: volume.id,
      positionId: volume.positionId,
      reason,
    },
  ]);
  if (delta > 0) await tx.publish('stock.freed', { stockIds: [stockId] });
  else await withdrawReservations(tx, actor, stockId, sales.get(stockId) ?? [], sku);
}

async function writeLine(
  tx: Tx,
  actor: Actor,
  volumeId: number,
  { variationId, quantity }: Counted,
  lot: LineLot,
): Promise<void> {
  await tx.db
    .insertInto('volume_lines')
    .values({
      business_id: actor.businessId,
      volume_id: volumeId,
      variation_id: variationId,
      quantity,
      ...lot,
    })
    .onConflict((conflict) =>
      conflict.columns(['volume_id', 'variation_id']).doUpdateSet({ quantity, ...lot }),
    )
    .execute();
}
