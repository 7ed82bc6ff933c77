import { sql } from 'kysely';
import { canAct } from '#contract/acts.ts';
import type { Day } from '#contract/dates.ts';
import { type VolumeAct, type VolumeState, volumeActs } from '#contract/inventory/volume-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStock, lockStock } from '#server/inventory/ledger.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { refuseOutsideStep } from './receiving-guard.ts';

/** Whose volumes are locked: those of a business, in the warehouses that a person reaches. */
export type VolumeReach = Pick<Actor, 'businessId' | 'warehouseIds'>;

export type LockedLine = {
  id: number;
  variationId: number;
  stockId: number;
  sku: string;
  quantity: number;
  pinned: number;
  price: number | null;
  /** Of all units of the line. */
  cost: number | null;
  batchId: number | null;
  /** Counted in the bucket `hold`, because its lot has expired. */
  expired: boolean;
  /** The last day of its lot. */
  expiresOn: Day | null;
};

export type LockedVolume = {
  id: number;
  code: string;
  name: string;
  warehouseId: number;
  positionId: number | null;
  position: string | null;
  state: VolumeState;
  /** The last unit was taken, and nobody has confirmed yet that the volume is empty. */
  zeroCheck: boolean;
  /** A tote of the bench: its units are on their way from volumes into parcels. */
  tote: boolean;
  /** Being counted, and its units are held. */
  suspect: boolean;
  version: number;
  lines: LockedLine[];
};

/** `ofReturn`: the return to a vendor that holds the volume and acts on it. */
type Wanted = { id: number; verb: VolumeAct; ofReturn?: number; missing?: () => never };

/**
 * Locks volumes for one verb, in the order that all acts of the floor use (stock, then volumes, each by id), so that
 * A→B and B→A never deadlock. A volume that is unknown or out of reach is not found.
 */
export async function lockVolumes(
  tx: Tx,
  actor: VolumeReach,
  wanted: readonly Wanted[],
): Promise<LockedVolume[]> {
  const ids = wanted.map((want) => want.id);
  await refuseOutsideStep(tx, actor, wanted);
  const before = await readLines(tx, ids);
  const shelf = new Map<number, number>();
  for (const line of before) {
    const key = line.variation_id;
    if (line.warehouse_id && !shelf.has(key))
      shelf.set(key, await ensureStock(tx, actor.businessId, key, line.warehouse_id));
  }
  if (shelf.size > 0) await lockStock(tx, [...shelf.values()]);
  const rows = await lockRows(tx, actor, wanted);
  await refuseReturned(tx, rows, wanted);
  const lines = await readLines(tx, ids);
  const positions = await positionCodes(
    tx,
    rows.flatMap((row) => row.position_id ?? []),
  );
  return rows.map((row) => {
    const { id } = row;
    return {
      id,
      code: row.code,
      name: row.name,
      warehouseId: row.warehouse_id,
      positionId: row.position_id,
      position: row.position_id === null ? null : (positions.get(row.position_id) ?? null),
      state: row.state,
      zeroCheck: row.zero_check_at !== null,
      tote: row.tote,
      suspect: row.suspect,
      version: row.version,
      lines: lines.flatMap((line) => {
        if (line.volume_id !== id) return [];
        const stockId = shelf.get(line.variation_id);
        // A line was added between the two reads by a transaction that has committed: the caller starts again.
        if (stockId === undefined) return fail('state_conflict');
        return {
          id: line.id,
          variationId: line.variation_id,
          stockId,
          sku: line.sku,
          quantity: line.quantity,
          pinned: line.pinned,
          price: line.price_centavos,
          cost: line.cost_centavos,
          batchId: line.batch_id,
          expired: line.expired,
          expiresOn: line.expires_on,
        };
      }),
    };
  });
}

/** For a verb that does not touch stock: the volume is not stock and does not become it. */
export async function lockOffShelf(
  tx: Tx,
  actor: Actor,
  id: number,
  verb: Extract<VolumeAct, 'tag' | 'void'>,
): Promise<{ code: string }> {
  // Both are sent together and lock in this order.
  const [, [row]] = await Promise.all([
    refuseOutsideStep(tx, actor, [{ id, verb }]),
    lockRows(tx, actor, [{ id, verb }]),
  ]);
  return row ?? fail('not_found');
}

/** The requested rows, each in a state that the verb allows. */
async function lockRows(tx: Tx, actor: VolumeReach, wanted: readonly Wanted[]) {
  const rows = await tx.db
    .selectFrom('volumes')
    .select([
      'id',
      'code',
      'name',
      'warehouse_id',
      'position_id',
      'state',
      'zero_check_at',
      'tote',
      'suspect',
      'version',
    ])
    .where(
      'id',
      'in',
      wanted.map(({ id }) => id),
    )
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .orderBy('id')
    .forUpdate()
    .execute();
  return wanted.map(({ id, verb, missing }) => {
    const row = rows.find((found) => found.id === id);
    if (!row) return missing ? missing() : fail('not_found');
    const { state } = row;
    if (!canAct(volumeActs, verb, state)) fail('state_conflict', { facts: { state } });
    return row;
  });
}

/** A volume on an open return to a vendor is neither moved nor released, and on no other return. */
async function refuseReturned(
  tx: Tx,
  rows: readonly { id: number; code: string; state: VolumeState }[],
  wanted: readonly Wanted[],
): Promise<void> {
  const blocked = rows.filter(({ state }) => state === 'blocked').map(({ id }) => id);
  if (blocked.length === 0) return;
  const held = await tx.db
    .selectFrom('vendor_return_lines as l')
    .innerJoin('vendor_returns as r', (join) =>
      join.onRef('r.business_id', '=', 'l.business_id').onRef('r.id', '=', 'l.return_id'),
    )
    .select(['l.volume_id', 'l.return_id', 'r.number'])
    .where('l.business_id', '=', ownBusiness)
    .where('l.volume_id', 'in', blocked)
    .where('l.open', '=', true)
    .execute();
  for (const { volume_id: id, return_id: returnId, number } of held) {
    if (wanted.some((want) => want.id === id && want.ofReturn === returnId)) continue;
    const code = rows.find((row) => row.id === id)?.code ?? '';
    fail('volume_on_vendor_return', { facts: { code, number } });
  }
}

export async function lockVolume(tx: Tx, actor: Actor, id: number, verb: VolumeAct): Promise<LockedVolume> {
  const [volume] = await lockVolumes(tx, actor, [{ id, verb }]);
  return volume ?? fail('not_found');
}

function readLines(tx: Tx, volumeIds: readonly number[]) {
  return tx.db
    .selectFrom('volume_lines as l')
    .innerJoin('volumes as v', 'v.id', 'l.volume_id')
    .innerJoin('product_variations as p', 'p.id', 'l.variation_id')
    .leftJoin('batches as b', 'b.id', 'l.batch_id')
    .select([
      'l.id',
      'l.volume_id',
      'l.variation_id',
      'l.quantity',
      'l.pinned',
      'l.price_centavos',
      'l.cost_centavos',
      'l.batch_id',
      'l.expired',
      'b.expires_on',
      'v.warehouse_id',
      'p.sku',
    ])
    .where('l.volume_id', 'in', [...volumeIds])
    .orderBy('l.variation_id')
    .execute();
}

async function positionCodes(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('inventory_locations')
    .select(['id', 'code'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.code]));
}

/** A position of the same warehouse; one of another warehouse is refused and named. */
export async function positionIn(tx: Tx, actor: Actor, warehouseId: number, positionId: number) {
  const position = await tx.db
    .selectFrom('inventory_locations')
    .select(['id', 'code', 'warehouse_id', 'bench'])
    .where('id', '=', positionId)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .executeTakeFirst();
  if (!position) fail('not_found');
  if (position.warehouse_id !== warehouseId) fail('position_of_other_warehouse');
  return position;
}
