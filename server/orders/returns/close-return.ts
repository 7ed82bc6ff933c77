import { asCode } from '#contract/codes.ts';
import type { UnfitVolume } from '#contract/orders/checkout-sale.ts';
import type { PlaceToCheck, ReturnPlaces } from '#contract/orders/return.ts';
import type { UnitCondition } from '#contract/orders/return-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { reverseSale } from '#server/dropshipping/dropinvoice/accrual.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type Entry, lockStock, postEntries, returnSource } from '#server/inventory/ledger.ts';
import { contentsOf, fitOf, refuseOtherProduct } from '#server/orders/checkout/fitting-volume.ts';
import { packedOf } from '#server/orders/checkout/packing.ts';
import {
  holdsOtherLot,
  lockTarget,
  putIntoVolume,
  recordPutBack,
  refuseOtherLot,
  type Target,
} from '#server/orders/checkout/restock.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { type FactsColumns, writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { retryShortSales } from '#server/orders/sale/retry-short.ts';
import { askedOf, unitsOut } from './claimed-units.ts';
import { receiveReturn } from './expect-return.ts';
import { lockReturn, unitsOfReturn } from './inspect-units.ts';
import { endReturned } from './returned-serials.ts';

type Part = Awaited<ReturnType<typeof partsOf>>[number];
type Counts = Record<UnitCondition, number>;
type Inspected = { part: Part; counts: Counts };

/**
 * Closes a return once every unit was inspected: good units return to stock where they were put, damaged ones are in a
 * blocked volume or lost, and the invoice is credited. A completed sale keeps its status.
 */
export async function closeReturn(tx: Tx, actor: Actor, id: number, places: ReturnPlaces): Promise<void> {
  const { order, returnId } = await lockReturn(tx, actor, id);
  const inspected = await countUnits(tx, id, returnId);
  await restock(tx, actor, order, returnId, inspected, places);
  await endReturned(tx, actor, order);
  await creditSale(tx, order, await numberOfReturn(tx, id), inspected);
  const asked = inspected.map(({ part }) => ({ partId: part.id, units: askedOf(part) }));
  await tx.db
    .updateTable('parcel_returns')
    .set({ closed_by: actor.userId, closed_at: tx.now(), asked: JSON.stringify(asked) })
    .where('id', '=', returnId)
    .execute();
  await writeReturned(tx, inspected);
  await receiveReturn(tx, order.business_id, id);
  const detail = sumOf(inspected);
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'returned', detail } as const;
  await writeFacts(tx, order, { ...factsOfEnd(order, inspected, tx.now()), return_expected: false }, cause);
}

/** The returned units of each part; missing ones may still come. */
async function writeReturned(tx: Tx, inspected: readonly Inspected[]): Promise<void> {
  for (const { part, counts } of inspected)
    await tx.db
      .updateTable('order_parts')
      .set({ returned: part.returned + backOf(counts), claimed: counts.missing })
      .where('id', '=', part.id)
      .execute();
}

/** Returns of a sale are numbered from 1. */
async function numberOfReturn(tx: Tx, orderId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('parcel_returns')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A sale of which the buyer keeps units continues, and so does one that had been delivered. */
function factsOfEnd(order: OrderRow, inspected: readonly Inspected[], now: Date): FactsColumns {
  const isKept =
    order.canceled_by === null && inspected.some(({ part, counts }) => seenOf(counts) < unitsOut(part));
  if (order.delivered_at || order.canceled_at || isKept) return { returned_at: now };
  return {
    returned_at: now,
    canceled_at: now,
    canceled_by: order.canceled_by ?? 'fulfiller',
    ...(order.payment === 'approved' && { payment: 'refunded' }),
  };
}

const backOf = ({ good, damaged }: Counts): number => good + damaged;
const seenOf = (counts: Counts): number => backOf(counts) + counts.missing;

/** The inspected units of each part; an expected unit that was not inspected keeps the return open. */
async function countUnits(tx: Tx, id: number, returnId: number): Promise<Inspected[]> {
  const units = await unitsOfReturn(tx, returnId);
  const inspected = (await partsOf(tx, id)).map((part) => {
    const counts: Counts = { good: 0, damaged: 0, missing: 0 };
    for (const unit of units) if (unit.part_id === part.id) counts[unit.condition] += unit.quantity;
    return { part, counts };
  });
  const isWhole = inspected.every(({ part, counts }) => seenOf(counts) >= askedOf(part));
  return isWhole ? inspected : fail('return_incomplete');
}

const sumOf = (inspected: readonly Inspected[]): Counts => {
  const sum: Counts = { good: 0, damaged: 0, missing: 0 };
  for (const { counts } of inspected) {
    sum.good += counts.good;
    sum.damaged += counts.damaged;
    sum.missing += counts.missing;
  }
  return sum;
};

/**
 * Units are in the volumes that were scanned for them. Good units always have one; damaged ones without a volume are
 * lost.
 */
async function restock(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  returnId: number,
  inspected: readonly Inspected[],
  places: ReturnPlaces,
): Promise<void> {
  // Stock is locked before volumes everywhere.
  await lockStock(
    tx,
    inspected.map(({ part }) => part.stock_id),
  );
  const targets = await lockTargets(tx, actor, order, places);
  const entries: Entry[] = [];
  for (const { part, counts } of inspected) {
    const place = places.find(({ partId }) => partId === part.id);
    const target = {
      good: targets.get(asCode(place?.volumeCode ?? '')),
      damaged: targets.get(asCode(place?.damagedVolumeCode ?? '')),
    };
    if (counts.good > 0 && !target.good) fail('return_incomplete');
    if (target.good?.blocked)
      fail('volume_unfit', { facts: { volume: target.good.code, why: 'blocked' satisfies UnfitVolume } });
    if (target.good && counts.good > 0) await refuseMixing(tx, part.variation_id, target.good);
    for (const condition of ['good', 'damaged'] as const) {
      const volume = target[condition];
      if (!volume || counts[condition] === 0) continue;
      const cause = returnSource(returnId, part.id, order.attempt, volume.id);
      entries.push(await putIntoVolume(tx, actor, part, counts[condition], volume, cause));
      await markPlace(tx, returnId, part.id, condition, volume);
    }
  }
  await postEntries(tx, actor.userId, entries);
  const used = new Set(entries.map((entry) => entry.volumeId));
  for (const target of targets.values())
    if (used.has(target.id)) await recordPutBack(tx, actor, order, target);
  retryShortSales(
    tx,
    inspected.filter(({ counts }) => counts.good > 0).map(({ part }) => part.stock_id),
  );
}

/** Good units go into an empty volume or one of their product. */
async function refuseMixing(tx: Tx, variationId: number, volume: Target): Promise<void> {
  if (fitOf(variationId, await contentsOf(tx, volume.id), false) === 'other') refuseOtherProduct(volume);
}

/** Whether units may go into a volume; checked at the scan, not when the return is closed. */
export async function checkPlace(
  tx: Tx,
  actor: Actor,
  id: number,
  { partId, condition, volumeCode }: PlaceToCheck,
): Promise<string> {
  const { order } = await lockReturn(tx, actor, id);
  const part = (await partsOf(tx, id)).find((one) => one.id === partId) ?? fail('not_found');
  const states = condition === 'damaged' ? (['blocked'] as const) : (['active', 'empty'] as const);
  const volume = await lockTarget(tx, actor, order, volumeCode, states);
  if (condition === 'good') await refuseMixing(tx, part.variation_id, volume);
  if (await holdsOtherLot(tx, part, volume)) refuseOtherLot(volume);
  return volume.code;
}

/** By code: volumes that sell for good units, blocked ones for damaged units. Locked in the order of their codes. */
async function lockTargets(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  places: ReturnPlaces,
): Promise<Map<string, Target>> {
  const wanted = new Map<string, boolean>();
  for (const { volumeCode, damagedVolumeCode } of places) {
    if (volumeCode) wanted.set(asCode(volumeCode), false);
    if (damagedVolumeCode) wanted.set(asCode(damagedVolumeCode), true);
  }
  const targets = new Map<string, Target>();
  for (const [code, isBlocked] of [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    targets.set(
      code,
      await lockTarget(tx, actor, order, code, isBlocked ? ['blocked'] : ['active', 'empty']),
    );
  return targets;
}

async function markPlace(
  tx: Tx,
  returnId: number,
  partId: number,
  condition: 'good' | 'damaged',
  volume: Target,
): Promise<void> {
  await tx.db
    .updateTable('parcel_return_units')
    .set({ volume_id: volume.id })
    .where('return_id', '=', returnId)
    .where('part_id', '=', partId)
    .where('condition', '=', condition)
    .where('voided_at', 'is', null)
    .execute();
}

/** Returned units are credited, good or damaged; units missing in the parcel are not. */
async function creditSale(
  tx: Tx,
  order: OrderRow,
  returnNumber: number,
  inspected: readonly Inspected[],
): Promise<void> {
  const packed = await packedOf(tx, order);
  const back = new Map(inspected.map(({ part, counts }) => [part.id, backOf(counts)]));
  const lines = packed.lines
    .map((line) => ({ ...line, quantity: back.get(line.partId) ?? 0 }))
    .filter((line) => line.quantity > 0);
  if (lines.length > 0) await reverseSale(tx, { ...packed, returnNumber, lines });
}
