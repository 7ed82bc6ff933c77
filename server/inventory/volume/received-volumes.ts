import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { insertVolumes } from './volume.ts';
import { writeEvents } from './volume-history.ts';

type Received = {
  lineId: number;
  warehouseId: number;
  variationId: number;
  name: string;
  price: number;
  batchId: number | null;
  /** The cost of each volume: its share of the cost of all units. */
  costs: readonly number[];
};

/** Volumes of a supply request line, each with the same units of its product. */
export async function registerReceived(
  tx: Tx,
  actor: Actor,
  received: Received,
  copies: number,
  units: number,
): Promise<number[]> {
  const { variationId, price, batchId } = received;
  const lines = [{ variationId, quantity: units, price, batchId }];
  const ids = await insertVolumes(
    tx,
    actor,
    { warehouseId: received.warehouseId, name: received.name, lines },
    copies,
  );
  await tx.db
    .updateTable('volumes')
    .set({ request_line_id: received.lineId, expected_quantity: units })
    .where('id', 'in', ids)
    .execute();
  await sql`update volume_lines l set cost_centavos = n.cost
    from unnest(${ids}::bigint[], ${[...received.costs]}::bigint[]) as n (volume, cost)
    where l.volume_id = n.volume`.execute(tx.db);
  await writeEvents(tx, actor.userId, ids, 'received', { units });
  return ids;
}

/** Takes every volume of these lines that is not in stock one step back: voided, or registered without its label. */
export async function revertReceived(
  tx: Tx,
  actor: Actor,
  lineIds: readonly number[],
  state: 'voided' | 'registered',
): Promise<void> {
  const reverted = await tx.db
    .updateTable('volumes')
    .set({ state, version: sql<number>`version + 1` })
    .where(sql<boolean>`request_line_id = any(${[...lineIds]}::bigint[])`)
    .where('state', 'in', state === 'voided' ? ['registered', 'tagged'] : ['tagged'])
    .returning('id')
    .execute();
  const ids = reverted.map((row) => row.id);
  if (ids.length > 0)
    await writeEvents(tx, actor.userId, ids, state === 'voided' ? 'voided' : 'untagged', {});
}
