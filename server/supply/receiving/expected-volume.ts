import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { postEntries } from '#server/inventory/ledger.ts';

type Launched = { id: number; lines: readonly { variationId: number; stockId: number; quantity: number }[] };

/** A volume that came with a request is on the shelf: as much of its line is no longer expected. */
export async function takeExpected(tx: Tx, userId: number, volume: Launched, version: number): Promise<void> {
  const line = await tx.db
    .selectFrom('volumes as v')
    .innerJoin('supply_request_lines as l', 'l.id', 'v.request_line_id')
    .select(['l.id', 'l.variation_id', 'l.inbound'])
    .where('v.id', '=', volume.id)
    .forUpdate('l')
    .executeTakeFirst();
  const inside = volume.lines.find((one) => one.variationId === line?.variation_id);
  const taken = Math.min(line?.inbound ?? 0, inside?.quantity ?? 0);
  if (!line || !inside || taken === 0) return;
  await moveExpected(tx, userId, { volumeId: volume.id, lineId: line.id, version, ...inside }, -taken);
}

/** The launch is taken back: what it took is expected again. */
export async function giveExpectedBack(
  tx: Tx,
  userId: number,
  volume: Launched,
  version: number,
): Promise<void> {
  const row = await tx.db
    .selectFrom('volumes as v')
    .innerJoin('supply_request_lines as l', 'l.id', 'v.request_line_id')
    .select(['l.id', 'l.variation_id', 'v.inbound_taken'])
    .where('v.id', '=', volume.id)
    .forUpdate('l')
    .executeTakeFirst();
  const inside = volume.lines.find((one) => one.variationId === row?.variation_id);
  if (!row || !inside || row.inbound_taken === 0) return;
  await moveExpected(
    tx,
    userId,
    { volumeId: volume.id, lineId: row.id, version, ...inside },
    row.inbound_taken,
  );
}

type Moved = { volumeId: number; lineId: number; version: number; variationId: number; stockId: number };

async function moveExpected(tx: Tx, userId: number, moved: Moved, inbound: number): Promise<void> {
  await tx.db
    .updateTable('supply_request_lines')
    .set({ inbound: sql<number>`inbound + ${inbound}` })
    .where('id', '=', moved.lineId)
    .execute();
  await tx.db
    .updateTable('volumes')
    .set({ inbound_taken: Math.max(0, -inbound) })
    .where('id', '=', moved.volumeId)
    .execute();
  await postEntries(tx, userId, [
    {
      stockId: moved.stockId,
      kind: 'expected',
      source: 'volume',
      sourceId: `${moved.volumeId}:${moved.version}:${moved.variationId}`,
      inbound,
    },
  ]);
}
