import { sql } from 'kysely';
import { z } from 'zod';
import { dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockStock, postEntries } from '#server/inventory/ledger.ts';
import type { Task } from '#server/jobs/task.ts';

/** Enqueues the check for every business with expired lots that are not held yet. Idempotent. */
export const holdExpiredTask: Task = async (job) => {
  await job.unscoped(async (tx) => {
    const today = dayOf(tx.now());
    const { rows } = await sql<{ business_id: number }>`
      select * from businesses_with_expired_lots(${today}::date)`.execute(tx.db);
    for (const { business_id: businessId } of rows)
      tx.enqueue({
        task: 'inventory.hold-expired-of',
        payload: { businessId },
        key: `hold-expired:${businessId}`,
      });
  });
};

const payloadOfBusiness = z.object({ businessId: z.number() });

export const holdExpiredOfTask: Task = async (job, payload) => {
  const { businessId } = payloadOfBusiness.parse(payload);
  await job.inBusiness(businessId, (tx) => followExpiry(tx, businessId, null));
  await job.inBusiness(businessId, (tx) => tx.publish('lots.expired', { businessId }));
};

type Turned = {
  lineId: number;
  batchId: number;
  batchVersion: number;
  volumeId: number;
  volumeVersion: number;
  positionId: number | null;
  stockId: number;
  quantity: number;
  expired: boolean;
  /** The whole volume is on hold anyway. */
  heldByVolume: boolean;
};

/**
 * Holds expired units and frees the others, of one lot or of all lots of the business. A blocked or suspect volume holds
 * its units already; only the mark of its line is set.
 */
export async function followExpiry(
  tx: Tx,
  businessId: number,
  change: { batchId: number; userId: number } | null,
): Promise<void> {
  const today = dayOf(tx.now());
  const launched = sql`volume_lines l join batches b on b.business_id = l.business_id and b.id = l.batch_id
    join volumes v on v.id = l.volume_id and v.state in ('active', 'in_balance', 'blocked', 'empty')
    join stock s on s.business_id = l.business_id and s.variation_id = l.variation_id and s.warehouse_id = v.warehouse_id`;
  const wrong = sql`l.business_id = ${businessId} and l.expired <> (b.expires_on < ${today}::date)
    and (${change?.batchId ?? null}::bigint is null or b.id = ${change?.batchId ?? null})`;
  const { rows: shelves } = await sql<{ id: number }>`
    select distinct s.id from ${launched} where ${wrong}`.execute(tx.db);
  if (shelves.length === 0) return;
  // Stock is locked before lines, as in all acts of the floor.
  await lockStock(
    tx,
    shelves.map((shelf) => shelf.id),
  );
  const { rows } = await sql<Turned>`
    with wrong as (select l.id, s.id as stock_id from ${launched} where ${wrong}
        and s.id = any(${shelves.map((shelf) => shelf.id)}::bigint[]) order by l.id for update of l)
    update volume_lines l set expired = not l.expired
    from wrong w, volumes v, batches b
    where l.id = w.id and v.id = l.volume_id and b.id = l.batch_id
    returning l.id as "lineId", b.id as "batchId", b.version as "batchVersion", v.id as "volumeId",
      v.version as "volumeVersion", v.position_id as "positionId", w.stock_id as "stockId", l.quantity, l.expired,
      v.state = 'blocked' or v.suspect as "heldByVolume"`.execute(tx.db);
  const moved = rows.filter((row) => row.quantity > 0 && !row.heldByVolume);
  await postEntries(
    tx,
    change?.userId ?? null,
    moved.map((row) => ({
      stockId: row.stockId,
      kind: 'hold',
      source: 'batch',
      sourceId: `${row.batchId}:${row.batchVersion}:${row.lineId}:${row.volumeVersion}`,
      hold: row.expired ? row.quantity : -row.quantity,
      volumeId: row.volumeId,
      positionId: row.positionId,
      reason: row.expired ? 'expired' : null,
    })),
  );
  await tx.publish('stock.freed', {
    stockIds: moved.filter((row) => !row.expired).map((row) => row.stockId),
  });
  for (const entity of ['batches', 'stock', 'volumes']) tx.changed(businessId, entity);
}
