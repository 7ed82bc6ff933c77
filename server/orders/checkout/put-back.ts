import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type Entry, lockStock, packingSource, postEntries } from '#server/inventory/ledger.ts';
import { returnFromTotes } from '#server/orders/picking/return-units.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { retryShortSales } from '#server/orders/sale/retry-short.ts';
import { freeSerials } from '#server/orders/sale/sale-serials.ts';
import { contentsOf, fitOf, refuseOtherProduct } from './fitting-volume.ts';
import { lockAtBench } from './lock-at-bench.ts';
import { placesOfPart } from './places.ts';
import {
  holdsOtherLot,
  lockTarget,
  putIntoVolume,
  recordPutBack,
  refuseOtherLot,
  type Target,
} from './restock.ts';

type Part = Awaited<ReturnType<typeof partsOf>>[number];

type Scanned = { volumeCode: string; confirmed: boolean };

/**
 * A canceled sale is put back only by the scan of a volume: the proposed one, an empty one, or after a confirmation
 * another one of the same product. The scan returns packed goods to stock, product by product. Goods that were only
 * picked never left stock, so they go to a volume that contains their product.
 */
export async function putBack(tx: Tx, actor: Actor, id: number, scanned: Scanned): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'putBack');
  if (!order.put_back) fail('state_conflict');
  const parts = await openParts(tx, order);
  // Stock is locked before volumes everywhere.
  await lockStock(
    tx,
    parts.map((part) => part.stock_id),
  );
  const volume = await lockTarget(tx, actor, order, scanned.volumeCode);
  const fitting = await partsFor(tx, order, parts, volume, scanned.confirmed);
  const left = order.packed_at ? parts.filter((part) => !fitting.includes(part)) : [];
  if (order.packed_at) await returnPacked(tx, actor, order, fitting, volume);
  else if (
    !(await returnFromTotes(tx, actor, id, parts, volume.id)) &&
    !(await contentsOf(tx, volume.id)).has(fitting[0]?.variation_id ?? 0)
  )
    refuseOtherProduct(volume);
  const detail = { volume: volume.code, ...(left.length > 0 && { left: left.length }) };
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'put-back', detail } as const;
  await writeFacts(tx, order, { put_back: left.length > 0 }, cause);
}

/** Parts of a packed sale that are not back in a volume yet; all parts of a sale that was not packed. */
async function openParts(tx: Tx, order: OrderRow): Promise<Part[]> {
  const parts = await partsOf(tx, order.id);
  const returned = await tx.db
    .selectFrom('ledger_entries')
    .select('part_id')
    .where('kind', '=', 'cancel_return')
    .where('attempt', '=', order.attempt)
    .where(sql<boolean>`part_id = any(${parts.map(({ id }) => id)}::bigint[])`)
    .execute();
  const done = new Set(returned.map((entry) => entry.part_id));
  return parts.filter((part) => !done.has(part.id));
}

/** The parts that this volume takes. */
async function partsFor(
  tx: Tx,
  order: OrderRow,
  parts: readonly Part[],
  volume: Target,
  confirmed: boolean,
): Promise<Part[]> {
  const contents = await contentsOf(tx, volume.id);
  const proposed = await partsProposedFor(tx, order.id, volume.code);
  const fits = parts.map((part) => ({
    part,
    fit: fitOf(part.variation_id, contents, proposed.has(part.id)),
  }));
  const fitting = fits.filter(({ fit }) => fit !== 'other');
  // Goods that were only picked are put back as a whole.
  if (
    fitting.length === 0 ||
    (!order.packed_at && !fits.some(({ fit }) => fit === 'proposed' || fit === 'same'))
  )
    return refuseOtherProduct(volume);
  const taken = order.packed_at ? await ofSameLot(tx, fitting, volume) : fitting;
  if (taken.length === 0) return refuseOtherLot(volume);
  const isKnown = taken.some(({ fit }) => fit === 'proposed' || fit === 'empty');
  if (!isKnown && !confirmed) fail('volume_unconfirmed', { facts: { volume: volume.code } });
  return taken.map(({ part }) => part);
}

/** Packed goods return in the lot in which they left; goods that were only picked never changed theirs. */
async function ofSameLot<F extends { part: Part }>(
  tx: Tx,
  fitting: readonly F[],
  volume: Target,
): Promise<F[]> {
  const others = await Promise.all(fitting.map(({ part }) => holdsOtherLot(tx, part, volume)));
  return fitting.filter((_, index) => !others[index]);
}

/** The parts for which this volume was proposed. */
async function partsProposedFor(tx: Tx, orderId: number, code: string): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number; places: { volume: string }[] }>`
    select part.id, ${placesOfPart(dayOf(tx.now().toISOString()))} as places
    from order_parts part join orders o on o.id = part.order_id where o.id = ${orderId}`.execute(tx.db);
  return new Set(
    rows.filter(({ places }) => places.some((place) => place.volume === code)).map(({ id }) => id),
  );
}

async function returnPacked(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  parts: readonly Part[],
  volume: Target,
): Promise<void> {
  const entries: Entry[] = [];
  for (const part of parts) {
    const cause = packingSource(part.id, order.attempt, volume.id);
    const entry = await putIntoVolume(tx, actor, part, part.quantity, volume, cause);
    entries.push({ ...entry, packed: -part.quantity });
  }
  await postEntries(tx, actor.userId, entries);
  const partIds = parts.map((part) => part.id);
  await freeSerials(tx, order, { userId: actor.userId, kind: 'put_back', partIds });
  const units = parts.reduce((sum, part) => sum + part.quantity, 0);
  await recordPutBack(tx, actor, order, volume, { units });
  retryShortSales(
    tx,
    parts.map((part) => part.stock_id),
  );
}
