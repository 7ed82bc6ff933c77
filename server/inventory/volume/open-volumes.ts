import { type Day, dayOf } from '#contract/dates.ts';
import type { LotFields } from '#contract/inventory/batch.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lotsOfLines } from '#server/inventory/batch/lot-of-line.ts';
import { ensureStockOfMany, postEntries } from '#server/inventory/ledger.ts';
import { insertManyVolumes } from './volume.ts';
import { type VolumeEventLine, writeEventLines } from './volume-history.ts';
import { receiptsOf } from './volume-launch.ts';

export type OpeningVolume = {
  name: string;
  warehouseId: number;
  position: { id: number; code: string };
  lines: { variationId: number; quantity: number; price: number | null; lot?: LotFields }[];
};

/** The second row of their history: registered, then launched. */
const version = 2;

/**
 * Registers and launches volumes that are already in their positions, many of them in a few statements. Returns their ids.
 * `lotPath` is the field of a line whose lot is missing.
 */
export async function openVolumes(
  tx: Tx,
  actor: Actor,
  volumes: readonly OpeningVolume[],
  reason: string,
  lotPath: (line: number) => string = () => 'lot',
): Promise<number[]> {
  if (volumes.length === 0) return [];
  const placed = await withLots(tx, actor, volumes, lotPath);
  const shelves = await shelvesOf(tx, actor, volumes);
  const ids = await insertManyVolumes(
    tx,
    actor,
    placed.map(({ name, warehouseId, position, lines }) => ({
      name,
      warehouseId,
      lines,
      launched: { position_id: position.id, state: 'active', launched_at: tx.now(), version },
    })),
  );
  const made = placed.map((volume, index) => ({ ...volume, id: ids[index] ?? fail('internal') }));
  const unitsOf = (volume: OpeningVolume) => volume.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  await writeEventLines(
    tx,
    actor.userId,
    made.flatMap((volume): VolumeEventLine[] => {
      const units = unitsOf(volume);
      return [
        { volumeId: volume.id, kind: 'created', detail: { reason, units } },
        { volumeId: volume.id, kind: 'launched', detail: { position: volume.position.code, units } },
      ];
    }),
  );
  const entries = made.flatMap((volume) =>
    receiptsOf(
      { id: volume.id, version, positionId: volume.position.id },
      volume.lines.map((line) => ({
        ...line,
        stockId: shelves.get(volume.warehouseId)?.get(line.variationId) ?? fail('internal'),
      })),
    ),
  );
  await postEntries(tx, actor.userId, entries);
  await tx.publish('stock.freed', { stockIds: entries.map((entry) => entry.stockId) });
  return ids;
}

async function withLots(
  tx: Tx,
  actor: Actor,
  volumes: readonly OpeningVolume[],
  lotPath: (line: number) => string,
) {
  const today: Day = dayOf(tx.now());
  const lots = await lotsOfLines(
    tx,
    actor,
    volumes.flatMap(({ lines }) => lines),
    lotPath,
  );
  let next = 0;
  return volumes.map((volume) => ({
    ...volume,
    lines: volume.lines.map((line) => ({
      ...line,
      batchId: lots[next++] ?? null,
      expired: line.lot !== undefined && line.lot.expiresOn < today,
    })),
  }));
}

/** Stock levels by warehouse and variation. */
async function shelvesOf(tx: Tx, actor: Actor, volumes: readonly OpeningVolume[]) {
  const shelves = new Map<number, Map<number, number>>();
  for (const [warehouseId, here] of Map.groupBy(volumes, (volume) => volume.warehouseId)) {
    const variationIds = here.flatMap(({ lines }) => lines.map(({ variationId }) => variationId));
    shelves.set(
      warehouseId,
      await ensureStockOfMany(tx, actor.businessId, [...new Set(variationIds)], warehouseId),
    );
  }
  return shelves;
}
