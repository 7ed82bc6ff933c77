import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Entry, lockStock, postEntries } from './ledger.ts';
import { writeEvents } from './volume-history.ts';

/** Units of one volume line that a sale is packed from. Every function here runs as the owner of the shelf. */
export type Take = { lineId: number; quantity: number };
export type Packing = { orderId: number; attempt: number };

type Line = {
  id: number;
  volume_id: number;
  quantity: number;
  pinned: number;
  position_id: number | null;
  stock_id: number;
};

/** Lines of a volume that a pick may take from: launched, free of counting, oldest launch and turnover first. */
export async function findPickable(tx: Tx, stockId: number) {
  return tx.db
    .selectFrom('stock as s')
    .innerJoin('volume_lines as l', (join) =>
      join.onRef('l.business_id', '=', 's.business_id').onRef('l.variation_id', '=', 's.variation_id'),
    )
    .innerJoin('volumes as v', (join) =>
      join.onRef('v.id', '=', 'l.volume_id').onRef('v.warehouse_id', '=', 's.warehouse_id'),
    )
    .leftJoin('inventory_locations as p', 'p.id', 'v.position_id')
    .select([
      'l.id as lineId',
      'v.id as volumeId',
      'v.code',
      'p.code as position',
      sql<number>`l.quantity - l.pinned`.as('free'),
    ])
    .where('s.id', '=', stockId)
    .where('s.business_id', '=', sql<number>`app_business()`)
    .where('v.state', '=', 'active')
    .where(sql<boolean>`l.quantity > l.pinned`)
    .orderBy('p.turnover', (order) => order.desc().nullsLast())
    .orderBy('v.launched_at')
    .orderBy('v.id')
    .execute();
}

/** Holds units of volumes for a pick; refused where another pick was faster. */
export async function pinLines(tx: Tx, takes: readonly Take[]): Promise<void> {
  const changed = await changeLines(tx, takes, 0, 1);
  if (changed.length < new Set(takes.map((take) => take.lineId)).size) fail('volume_pinned');
}

export async function unpinLines(tx: Tx, takes: readonly Take[]): Promise<void> {
  await changeLines(tx, takes, 0, -1);
}

/** Packs a sale from pinned units: out of the volumes, off the promise, into `packed`. Repeating it changes nothing. */
export async function packFromVolumes(tx: Tx, userId: number, packing: Packing, takes: readonly Take[]) {
  if (await isPosted(tx, packing, 'sale_out')) return;
  await lockShelfOf(tx, takes);
  const lines = await changeLines(tx, takes, -1, -1);
  await postEntries(
    tx,
    userId,
    entriesOf(lines, takes, (line, quantity) => ({
      kind: 'sale_out',
      sourceId: sourceIdOf(packing, line.id),
      onHand: -quantity,
      reserved: -quantity,
      packed: quantity,
    })),
  );
  await settleVolumes(tx, userId, lines, 'picked', packing.orderId);
}

/** Takes a packing back: the units return to the volumes they came from and are promised (and pinned) again. */
export async function unpackToVolumes(tx: Tx, userId: number, packing: Packing): Promise<Take[]> {
  if (await isPosted(tx, packing, 'sale_out_reversal')) return [];
  const out = await tx.db
    .selectFrom('ledger_entries')
    .select(['source_id', 'packed'])
    .where('source', '=', 'packing')
    .where('kind', '=', 'sale_out')
    .where('source_id', 'like', `${packing.orderId}:${packing.attempt}:%`)
    .execute();
  const takes = out.map((row) => ({
    lineId: Number(row.source_id.split(':').at(-1)),
    quantity: row.packed,
  }));
  if (takes.length === 0) return [];
  await lockShelfOf(tx, takes);
  const lines = await changeLines(tx, takes, 1, 1);
  await postEntries(
    tx,
    userId,
    entriesOf(lines, takes, (line, quantity) => ({
      kind: 'sale_out_reversal',
      sourceId: sourceIdOf(packing, line.id),
      onHand: quantity,
      reserved: quantity,
      packed: -quantity,
    })),
  );
  await settleVolumes(tx, userId, lines, 'put-back', packing.orderId);
  return takes;
}

const sourceIdOf = (packing: Packing, lineId: number) => `${packing.orderId}:${packing.attempt}:${lineId}`;

async function isPosted(tx: Tx, packing: Packing, kind: 'sale_out' | 'sale_out_reversal'): Promise<boolean> {
  const found = await tx.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('source', '=', 'packing')
    .where('kind', '=', kind)
    .where('source_id', 'like', `${packing.orderId}:${packing.attempt}:%`)
    .executeTakeFirst();
  return found !== undefined;
}

function entriesOf(
  lines: readonly Line[],
  takes: readonly Take[],
  entry: (
    line: Line,
    quantity: number,
  ) => Pick<Entry, 'kind' | 'sourceId' | 'onHand' | 'reserved' | 'packed'>,
): Entry[] {
  return lines.map((line) => ({
    ...entry(line, quantityOf(takes, line.id)),
    stockId: line.stock_id,
    source: 'packing',
    volumeId: line.volume_id,
    positionId: line.position_id,
  }));
}

const quantityOf = (takes: readonly Take[], lineId: number) =>
  takes.reduce((sum, take) => (take.lineId === lineId ? sum + take.quantity : sum), 0);

async function lockShelfOf(tx: Tx, takes: readonly Take[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('volume_lines as l')
    .innerJoin('volumes as v', 'v.id', 'l.volume_id')
    .innerJoin('stock as s', (join) =>
      join.onRef('s.variation_id', '=', 'l.variation_id').onRef('s.warehouse_id', '=', 'v.warehouse_id'),
    )
    .select('s.id')
    .where(
      'l.id',
      'in',
      takes.map((take) => take.lineId),
    )
    .execute();
  await lockStock(
    tx,
    rows.map((row) => row.id),
  );
}

/** Volumes first, then their lines, each by id: the order everybody keeps. */
async function changeLines(
  tx: Tx,
  takes: readonly Take[],
  quantity: -1 | 0 | 1,
  pinned: -1 | 1,
): Promise<Line[]> {
  if (takes.length === 0) return [];
  const ids = takes.map((take) => take.lineId);
  await sql`select v.id from volumes v where v.business_id = app_business()
    and v.id in (select volume_id from volume_lines where id = any(${ids}::bigint[])) order by v.id for update`.execute(
    tx.db,
  );
  const { rows } = await sql<Line>`
    update volume_lines l set quantity = l.quantity + ${quantity}::int * t.quantity, pinned = l.pinned + ${pinned}::int * t.quantity
    from (select line_id, sum(quantity)::int as quantity
        from unnest(${ids}::bigint[], ${takes.map((take) => take.quantity)}::int[]) as x (line_id, quantity) group by line_id) t,
      volumes v, stock s
    where l.id = t.line_id and l.business_id = app_business() and v.id = l.volume_id
      and s.variation_id = l.variation_id and s.warehouse_id = v.warehouse_id
      and (${pinned}::int <> 1 or ${quantity}::int <> 0 or (l.pinned + t.quantity <= l.quantity and v.state = 'active'))
    returning l.id, l.volume_id, l.quantity, l.pinned, v.position_id, s.id as stock_id`.execute(tx.db);
  return rows;
}

async function settleVolumes(
  tx: Tx,
  userId: number,
  lines: readonly Line[],
  kind: 'picked' | 'put-back',
  orderId: number,
): Promise<void> {
  const ids = [...new Set(lines.map((line) => line.volume_id))];
  if (ids.length === 0) return;
  await sql`update volumes v set version = version + 1,
      state = case when exists (select from volume_lines l where l.volume_id = v.id and l.quantity > 0) then 'active' else 'empty' end
    where v.id = any(${ids}::bigint[])`.execute(tx.db);
  await writeEvents(tx, userId, ids, kind, { order: orderId });
}
