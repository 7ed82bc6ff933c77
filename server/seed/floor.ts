import { sql } from 'kysely';
import { addMinutes, dayOf } from '#contract/dates.ts';
import { cartCode } from '#contract/inventory/cart.ts';
import type { App } from '#server/app.ts';
import type { Tx } from '#server/db/transaction.ts';
import { createCart } from '#server/inventory/cart/cart.ts';
import { pickableOn } from '#server/inventory/pick-allocation.ts';
import { enrolStation, revokeStation } from '#server/inventory/station/station.ts';
import { writeOffVolume } from '#server/inventory/volume/volume-end.ts';
import { blockVolume } from '#server/inventory/volume/volume-launch.ts';
import { arriveVolume, transferVolume } from '#server/inventory/volume/volume-transfer.ts';
import { cancelOwnOrder } from '#server/orders/order.ts';
import { takeCart } from '#server/orders/picking/cart/take-cart.ts';
import { createList } from '#server/orders/picking/create-list.ts';
import { cancelList } from '#server/orders/picking/end-list.ts';
import { scanAtList } from '#server/orders/picking/scan.ts';
import { startList } from '#server/orders/picking/start-list.ts';
import { findStops } from '#server/orders/picking/stops.queries.ts';
import { createRule } from '#server/orders/waves/wave-rule.ts';
import { photographDamage } from './damage.ts';
import { type Floor, receiveReturns } from './returns.ts';
import { play, type Stage } from './stage.ts';

/** Work of a warehouse besides receiving and packing: stations, transfers, quarantine, walks, returns. */
export async function workTheFloor(app: App, floor: Floor): Promise<void> {
  const { team, now } = floor;
  const photos = await photographDamage(app, team);
  await play(app, async (stage) => {
    await enrolStations(stage, floor);
    const [first, second, third, fourth, fifth, sixth] = await standingVolumes(stage.tx, floor);
    await transfer(stage, floor, [first, second]);
    await setAside(stage, floor, [third, fourth, fifth, sixth], photos);
    await stage.as(team.packer, addMinutes(now, -40));
    await prepareWaves(stage, floor);
    await walkAround(stage, floor);
    await receiveReturns(stage, floor, photos);
    await leavePutBack(stage, floor);
  });
}

async function enrolStations({ tx, as }: Stage, { team, warehouseId, now }: Floor): Promise<void> {
  await as(team.administrator, addMinutes(now, -20 * 24 * 60));
  for (const name of ['Bancada 1', 'Bancada 2', 'Recebimento'])
    await enrolStation(tx, team.administrator, { name, warehouseId });
  const { id } = await enrolStation(tx, team.administrator, { name: 'Tablet antigo', warehouseId });
  await as(team.administrator, addMinutes(now, -3 * 24 * 60));
  await revokeStation(tx, team.administrator, id);
}

type Standing = { id: number; code: string };

/** Volumes without allocations whose products have other volumes, so that sold products stay sellable. */
async function standingVolumes(tx: Tx, { team, warehouseId }: Floor): Promise<Standing[]> {
  return tx.db
    .selectFrom('volumes as v')
    .select(['v.id', 'v.code'])
    .where('v.business_id', '=', team.businessId)
    .where('v.warehouse_id', '=', warehouseId)
    .where('v.state', '=', 'active')
    .where('v.tote', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('volume_lines as l')
            .innerJoin('stock as s', (join) =>
              join
                .onRef('s.variation_id', '=', 'l.variation_id')
                .onRef('s.warehouse_id', '=', 'v.warehouse_id'),
            )
            .select('l.id')
            .whereRef('l.volume_id', '=', 'v.id')
            .where(({ or, eb }) =>
              or([eb('l.pinned', '>', 0), eb('s.reserved', '>', 0), eb('s.soft', '>', 0)]),
            ),
        ),
      ),
    )
    .orderBy('v.id', 'desc')
    .limit(6)
    .execute();
}

/** One is on its way to the other warehouse, one has come there. */
async function transfer(
  { tx, as }: Stage,
  { team, otherWarehouseId, now }: Floor,
  volumes: (Standing | undefined)[],
): Promise<void> {
  const reason = 'Reposição do outro depósito';
  for (const [index, volume] of volumes.entries()) {
    if (!volume) continue;
    await as(team.stockist, addMinutes(now, index === 0 ? -2 * 24 * 60 : -180));
    await transferVolume(tx, team.stockist, volume.id, { warehouseId: otherWarehouseId, reason });
    if (index > 0) continue;
    const position = await tx.db
      .selectFrom('inventory_locations')
      .select('id')
      .where('warehouse_id', '=', otherWarehouseId)
      .where('parent_id', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await as(team.stockist, addMinutes(now, -24 * 60));
    await arriveVolume(tx, team.stockist, volume.id, { code: volume.code, positionId: position.id });
  }
}

const setAsideAs = [
  { cause: 'quarantine', reason: 'Lote com queixa de um cliente, aguarda o fabricante' },
  { cause: 'failed_test', reason: 'Duas de cinco peças não passaram no teste' },
  { cause: 'damaged', reason: 'Caixa molhada pela goteira do corredor B' },
  { cause: 'damaged', reason: 'Caixa amassada na descarga' },
] as const;

/** Each for a cause, with its photos; the last of them is a loss. */
async function setAside(
  { tx, as }: Stage,
  { team, now }: Floor,
  volumes: (Standing | undefined)[],
  photos: readonly number[],
): Promise<void> {
  for (const [index, volume] of volumes.entries()) {
    const why = setAsideAs[index];
    if (!volume || !why) continue;
    await as(team.stockist, addMinutes(now, -(index + 1) * 26 * 60));
    await blockVolume(tx, team.stockist, volume.id, why, why.cause === 'quarantine' ? [] : photos);
    if (index < setAsideAs.length - 1) continue;
    const loss = { cause: 'damaged', reason: 'Nada se aproveita' } as const;
    await writeOffVolume(tx, team.administrator, volume.id, loss);
  }
}

/** Two carts, and rules for the afternoon and for single units; the second is released by a person. */
async function prepareWaves({ tx }: Stage, { team, warehouseId }: Floor): Promise<void> {
  for (const name of ['Azul', 'Verde'])
    await createCart(tx, team.administrator, { warehouseId, name, places: 12 });
  const rule = { warehouseId, on: true, logisticTypes: [], zones: [], places: 12 };
  await createRule(tx, team.administrator, {
    ...{ ...rule, name: 'Coleta das 17h', singles: false, cutoffHour: 17 },
    ...{ minSales: null, minutesBefore: 90 },
  });
  await createRule(tx, team.administrator, {
    ...{ ...rule, name: 'Vendas avulsas', on: false, singles: true, cutoffHour: null },
    ...{ minSales: 12, minutesBefore: null },
  });
}

/** A walk that was given up, with a unit to put back, and one that is under way. */
async function walkAround({ tx, as }: Stage, { team, warehouseId, now }: Floor): Promise<void> {
  const ids = await waitingSales(tx, warehouseId);
  for (const [index, taken] of [ids.slice(0, 1), ids.slice(1, 4)].entries()) {
    if (taken.length === 0) continue;
    await as(team.packer, addMinutes(now, -35 + index * 20));
    const list = await createList(tx, team.packer, { ids: taken, places: taken.length });
    await startList(tx, team.packer, list, new Set());
    const [stop] = await findStops(tx, list);
    if (stop) {
      const from = stop.volume.name;
      await scanAtList(tx, team.packer, list, {
        code: stop.sku,
        from,
        quantity: 1,
        clientId: `demo-walk-${index}`,
      });
    }
    if (index === 0) await cancelList(tx, team.packer, list);
    else await takeCart(tx, team.packer, list, cartCode(1));
  }
}

/** The least urgent waiting sales whose units can be picked; some volumes are being counted. */
async function waitingSales(tx: Tx, warehouseId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('orders')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('status', '=', 'pending')
    .where(
      sql<boolean>`not exists (select from order_parts w where w.order_id = orders.id and w.quantity >
        coalesce((select sum(l.quantity - l.pinned) from ${pickableOn(dayOf(tx.now()))}
          where l.variation_id = w.variation_id and v.warehouse_id = orders.warehouse_id), 0))`,
    )
    .orderBy('dispatch_limit', 'desc')
    .orderBy('id')
    .limit(4)
    .execute();
  return rows.map((row) => row.id);
}

/** A buyer gives up what lies packed: its goods are to be put back. */
async function leavePutBack({ tx, as }: Stage, { team, seller, warehouseId, now }: Floor): Promise<void> {
  await as(team.packer, addMinutes(now, -12));
  const packed = await tx.db
    .selectFrom('orders')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('business_id', '=', seller.businessId)
    .where('status', '=', 'waiting_collect')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!packed) return;
  await as(seller.seller, addMinutes(now, -12));
  await cancelOwnOrder(tx, seller.seller, packed.id, 'Comprador desistiu');
}
