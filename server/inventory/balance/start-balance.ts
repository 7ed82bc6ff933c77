import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { type BalanceStart, maxStarted } from '#contract/inventory/balance.ts';
import type { BalanceOrigin } from '#contract/inventory/balance-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { allocateSales, type SaleWants } from '#server/inventory/pick-allocation.ts';
import { unpin } from '#server/inventory/picking.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { type LockedVolume, lockVolume, lockVolumes } from '#server/inventory/volume/volume-lock.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { type BalanceStarter, insertBalances } from './balance.queries.ts';

type Reference = { id: number; name: string };
type Started = { started: Reference[]; refused: Reference[] };
type Chosen = { id: number; code: string; pinned: boolean; balance: number | null };

/** Flags volumes for counting. Sales with units of such a volume are allocated elsewhere, or the count is refused. */
export async function startBalances(tx: Tx, actor: Actor, body: BalanceStart): Promise<Started> {
  if ('code' in body) return startScanned(tx, actor, asCode(body.code), body.volumes ?? 1);
  if ('volumeId' in body) return startOne(tx, actor, await pick(tx, actor, sql`v.id = ${body.volumeId}`));
  if ('positionId' in body)
    return startMany(tx, actor, await findAt(tx, actor, sql`l.id = ${body.positionId}`), 'position');
  if ('variationId' in body) {
    const inside = sql<SqlBool>`exists (select from volume_lines x where x.volume_id = v.id
      and x.variation_id = ${body.variationId} and x.quantity > 0)
      and (${body.warehouseId ?? null}::bigint is null or v.warehouse_id = ${body.warehouseId ?? null})`;
    return startMany(tx, actor, await findVolumes(tx, actor, inside), 'product', body.variationId);
  }
  return startMany(tx, actor, await findUrgent(tx, actor, body.warehouseId, body.volumes), 'plan');
}

/** A scan says which position, and not that all of its volumes are to be counted: more than one is agreed to. */
async function startScanned(tx: Tx, actor: Actor, code: string, agreed: number): Promise<Started> {
  const [volume] = await findVolumes(tx, actor, sql`v.code = ${code}`, sql`true`);
  if (volume?.balance) return { started: [{ id: volume.balance, name: volume.code }], refused: [] };
  if (volume) return startOne(tx, actor, volume);
  const standing = await findAt(tx, actor, sql`l.code = ${code}`);
  if (standing.length === 0)
    fail((await isPosition(tx, code)) ? 'position_empty' : 'code_unknown', { facts: { code } });
  if (standing.length > 1 && standing.length !== agreed)
    fail('volumes_unconfirmed', { facts: { code, volumes: standing.length } });
  return startMany(tx, actor, standing, 'position');
}

async function isPosition(tx: Tx, code: string): Promise<boolean> {
  const position = await tx.db
    .selectFrom('inventory_locations')
    .select('id')
    .where('code', '=', code)
    .limit(1)
    .executeTakeFirst();
  return position !== undefined;
}

/** An existing volume in reach. */
async function pick(tx: Tx, actor: Actor, which: RawBuilder<unknown>): Promise<Chosen> {
  const [volume] = await findVolumes(tx, actor, which, sql`true`);
  return volume ?? fail('not_found');
}

async function startOne(tx: Tx, actor: Actor, { id }: Chosen): Promise<Started> {
  const wants = await lockPicks(tx, id);
  const volume = await lockVolume(tx, actor, id, 'startBalance');
  if (volume.tote) fail('state_conflict', { facts: { state: volume.state } });
  await unpin(
    tx,
    wants.flatMap((sale) => sale.allocations),
  );
  const started = await flagVolumes(tx, actor, [volume], 'volume');
  if ((await allocateSales(tx, volume.warehouseId, wants, id)).length > 0) fail('volume_pinned');
  return { started, refused: [] };
}

/** Locks the sales with units of a volume. Goods that the bench has begun to scan are no longer in the volume. */
async function lockPicks(tx: Tx, volumeId: number): Promise<(SaleWants & { allocations: number[] })[]> {
  const read = () =>
    tx.db
      .selectFrom('pick_allocations as a')
      .innerJoin('order_parts as p', 'p.id', 'a.part_id')
      .select([
        'a.id',
        'a.order_id',
        'p.id as part_id',
        'p.stock_id',
        'p.variation_id',
        'p.beeped',
        'a.quantity',
      ])
      .where('a.volume_id', '=', volumeId)
      .orderBy('a.id')
      .execute();
  const before = await read();
  if (before.length === 0) return [];
  await tx.publish('allocations.moving', { orderIds: before.map((row) => row.order_id) });
  const held = await read();
  const known = new Set(before.map((row) => row.order_id));
  if (held.some((row) => row.beeped > 0 || !known.has(row.order_id))) fail('volume_pinned');
  return [...Map.groupBy(held, (row) => row.order_id)].map(([orderId, rows]) => ({
    orderId,
    allocations: rows.map((row) => row.id),
    wants: rows.map((row) => ({
      partId: row.part_id,
      stockId: row.stock_id,
      variationId: row.variation_id,
      quantity: row.quantity,
    })),
  }));
}

async function startMany(
  tx: Tx,
  actor: Actor,
  chosen: readonly Chosen[],
  origin: BalanceOrigin,
  variationId: number | null = null,
): Promise<Started> {
  if (chosen.length === 0) fail('no_volume_selected');
  const free = chosen.filter((volume) => !volume.pinned).map(({ id }) => id);
  const started = await startUnpinned(tx, actor, free, origin, variationId);
  const flagged = new Set(started.map(({ name }) => name));
  if (started.length === 0) fail('volume_pinned');
  return {
    started,
    refused: chosen.filter(({ code }) => !flagged.has(code)).map(({ id, code }) => ({ id, name: code })),
  };
}

/** Flags those of the volumes that no pick is at. */
export async function startUnpinned(
  tx: Tx,
  actor: BalanceStarter,
  ids: readonly number[],
  origin: BalanceOrigin,
  variationId: number | null = null,
): Promise<Reference[]> {
  if (ids.length === 0) return [];
  const volumes = await lockVolumes(
    tx,
    actor,
    ids.map((id) => ({ id, verb: 'startBalance' as const })),
  );
  const held = (volume: LockedVolume) => volume.lines.some((line) => line.pinned > 0);
  const unpinned = volumes.filter((volume) => !held(volume));
  return flagVolumes(tx, actor, unpinned, origin, variationId);
}

async function flagVolumes(
  tx: Tx,
  actor: BalanceStarter,
  volumes: readonly LockedVolume[],
  origin: BalanceOrigin,
  variationId: number | null = null,
): Promise<Reference[]> {
  if (volumes.length === 0) return [];
  const flagged = [];
  for (const { id: volumeId, warehouseId } of volumes) {
    const version = await recordVolume(
      tx,
      actor.userId,
      volumeId,
      'balance-started',
      {},
      { state: 'in_balance' },
    );
    flagged.push({ volumeId, warehouseId, version });
  }
  const ids = await insertBalances(tx, actor, flagged, { kind: 'routine', origin, variationId });
  return ids.map((id, index) => ({ id, name: volumes[index]?.code ?? '' }));
}

/** Volumes in reach that can be flagged, unless another condition names their states. */
async function findVolumes(
  tx: Tx,
  actor: Actor,
  which: RawBuilder<unknown>,
  state: RawBuilder<unknown> = sql`v.state = 'active' and not v.tote`,
  order: RawBuilder<unknown> = sql`l.walk, v.id`,
  limit = maxStarted,
): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    select v.id, v.code, b.id as balance,
      exists (select from volume_lines x where x.volume_id = v.id and x.pinned > 0) as pinned
    from volumes v left join inventory_locations l on l.id = v.position_id
      left join balances b on b.volume_id = v.id and b.ended_at is null
    where v.business_id = app_business() and ${withinWarehouses(actor, sql`v.warehouse_id`)} and ${which} and ${state}
    order by ${order} limit ${limit}`.execute(tx.db);
  return rows;
}

/** The volumes in a position and in the positions inside it. */
function findAt(tx: Tx, actor: Actor, position: RawBuilder<unknown>): Promise<Chosen[]> {
  return findVolumes(
    tx,
    actor,
    sql`v.position_id in (select i.id from inventory_locations i join inventory_locations l
      on l.warehouse_id = i.warehouse_id and (i.id = l.id or starts_with(i.code, l.code || '-'))
      where l.business_id = app_business() and ${position})`,
  );
}

/** The most urgent first: not counted for long, and often picked from during the last thirty days. */
function findUrgent(tx: Tx, actor: Actor, warehouseId: number, volumes: number): Promise<Chosen[]> {
  const days = sql`(extract(epoch from ${tx.now()}::timestamptz - coalesce(v.last_check_at, v.launched_at)) / 86400 + 1)`;
  const visits = sql`(select count(*) + 1 from volume_events e where e.business_id = v.business_id and e.volume_id = v.id
    and e.kind in ('picked', 'products-out', 'products-in', 'put-back') and e.at > ${tx.now()}::timestamptz - interval '30 days')`;
  const unpinned = sql`v.warehouse_id = ${warehouseId} and not exists (
    select from volume_lines x where x.volume_id = v.id and x.pinned > 0)`;
  return findVolumes(tx, actor, unpinned, undefined, sql`${days} * ${visits} desc, v.id`, volumes);
}
