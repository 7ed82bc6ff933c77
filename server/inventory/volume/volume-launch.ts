import { dayOf } from '#contract/dates.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import type { BlockCause } from '#contract/inventory/volume-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DomainEvents } from '#server/events.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type Entry, postEntries } from '#server/inventory/ledger.ts';
import { readVolume } from './volume.ts';
import { keepPhotos, recordVolume } from './volume-history.ts';
import { type LockedVolume, lockVolume, lockVolumes, positionIn } from './volume-lock.ts';

/** Puts a tagged volume in a position: its contents become stock, and sales that waited for it are retried. */
export async function launchVolume(tx: Tx, actor: Actor, id: number, positionId: number): Promise<Volume> {
  await launchVolumes(tx, actor, [id], positionId);
  return readVolume(tx, actor, id);
}

/** Launches many volumes into one position by one scan, all or none. */
export async function launchVolumes(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  positionId: number,
): Promise<{ done: number[] }> {
  const wanted = [...new Set(ids)].map((id) => ({ id, verb: 'launch' as const }));
  const volumes = await lockVolumes(tx, actor, wanted);
  const entries: Entry[] = [];
  for (const volume of volumes) {
    const position = await positionIn(tx, actor, volume.warehouseId, positionId);
    entries.push(...(await launch(tx, actor, volume, position)));
  }
  await postEntries(tx, actor.userId, entries);
  await tx.publish('stock.freed', {
    stockIds: volumes.flatMap((volume) => volume.lines.map((line) => line.stockId)),
  });
  return { done: volumes.map((volume) => volume.id) };
}

/** Returns the entries to post. */
async function launch(
  tx: Tx,
  actor: Actor,
  volume: LockedVolume,
  position: { id: number; code: string },
): Promise<Entry[]> {
  const { id } = volume;
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'launched',
    { position: position.code, units: unitsOf(volume) },
    { state: 'active', position_id: position.id, launched_at: tx.now() },
  );
  const expired = await markExpired(tx, volume);
  const receipts = receiptsOf(
    { id, version, positionId: position.id },
    volume.lines.map((line) => ({ ...line, expired: expired.has(line.id) })),
  );
  const launched = { volumeId: id, version, lines: volume.lines, expected: [] };
  await tx.publish('volume.launched', launched);
  return [...receipts, ...expectedEntries(launched)];
}

/** Entries for units that are no longer expected after a launch, or expected again after it is undone. */
const expectedEntries = ({ volumeId, version, expected }: DomainEvents['volume.launched']): Entry[] =>
  expected.map(({ stockId, variationId, units }) => ({
    stockId,
    kind: 'expected',
    source: 'volume',
    sourceId: `${volumeId}:${version}:${variationId}`,
    inbound: units,
  }));

type Receipt = { stockId: number; variationId: number; quantity: number; expired: boolean };

/** The entries of a launch: the contents become stock, on hold if their lot has expired. */
export function receiptsOf(
  volume: { id: number; version: number; positionId: number },
  lines: readonly Receipt[],
): Entry[] {
  return lines.map((line) => ({
    stockId: line.stockId,
    kind: 'receipt',
    source: 'volume',
    sourceId: `${volume.id}:${volume.version}:${line.variationId}`,
    onHand: line.quantity,
    hold: line.expired ? line.quantity : 0,
    volumeId: volume.id,
    positionId: volume.positionId,
  }));
}

/** Marks lines whose lot has expired as held. */
export async function markExpired(tx: Tx, volume: LockedVolume): Promise<Set<number>> {
  const today = dayOf(tx.now());
  const ids = volume.lines
    .filter((line) => line.expiresOn !== null && line.expiresOn < today)
    .map((line) => line.id);
  if (ids.length > 0)
    await tx.db.updateTable('volume_lines').set({ expired: true }).where('id', 'in', ids).execute();
  return new Set(ids);
}

/** Undoes a launch if nothing has happened to the volume since: no move, pick allocation, pick or correction. */
export async function unlaunchVolume(tx: Tx, actor: Actor, id: number, reason: string): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'unlaunch');
  if (volume.lines.some((line) => line.pinned > 0)) fail('volume_pinned');
  const last = await tx.db
    .selectFrom('volume_events')
    .select('kind')
    .where('volume_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.kind !== 'launched') fail('state_conflict');
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'unlaunched',
    { reason, position: volume.position, units: unitsOf(volume) },
    { state: 'tagged', position_id: null, launched_at: null },
  );
  await postEntries(
    tx,
    actor.userId,
    volume.lines.map((line) => ({
      stockId: line.stockId,
      kind: 'unlaunch',
      source: 'volume',
      sourceId: `${id}:${version}:${line.variationId}`,
      onHand: -line.quantity,
      hold: line.expired ? -line.quantity : 0,
      volumeId: id,
      positionId: volume.positionId,
      reason,
    })),
  );
  await tx.db.updateTable('volume_lines').set({ expired: false }).where('volume_id', '=', id).execute();
  const unlaunched = { volumeId: id, version, lines: volume.lines, expected: [] };
  await tx.publish('volume.unlaunched', unlaunched);
  await postEntries(tx, actor.userId, expectedEntries(unlaunched));
  return readVolume(tx, actor, id);
}

/** Holds the contents of a volume: still on hand, but not sellable. */
export async function blockVolume(
  tx: Tx,
  actor: Actor,
  id: number,
  { cause, reason }: { cause: BlockCause; reason: string },
  photoIds: readonly number[] = [],
): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'block');
  if (volume.lines.some((line) => line.pinned > 0)) fail('volume_pinned');
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'blocked',
    { cause, reason },
    {
      state: 'blocked',
      blocked_as: cause,
      ...(cause === 'failed_test' && { tested: false }),
    },
  );
  await keepPhotos(tx, id, photoIds);
  await postEntries(tx, actor.userId, holds(volume, version, 1, reason));
  return readVolume(tx, actor, id);
}

export async function unblockVolume(tx: Tx, actor: Actor, id: number): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, 'unblock');
  const version = await recordVolume(
    tx,
    actor.userId,
    id,
    'unblocked',
    {},
    {
      state: 'active',
      blocked_as: null,
    },
  );
  await postEntries(tx, actor.userId, holds(volume, version, -1, null));
  await tx.publish('stock.freed', { stockIds: volume.lines.map((line) => line.stockId) });
  return readVolume(tx, actor, id);
}

/** The units that the block of a volume holds; expired units are held already. */
export function holds(volume: LockedVolume, version: number, sign: 1 | -1, reason: string | null): Entry[] {
  return volume.lines
    .filter((line) => line.quantity > 0 && !line.expired)
    .map((line) => ({
      stockId: line.stockId,
      kind: 'hold',
      source: 'volume',
      sourceId: `${volume.id}:${version}:${line.variationId}`,
      hold: sign * line.quantity,
      volumeId: volume.id,
      positionId: volume.positionId,
      reason,
    }));
}

export function unitsOf(volume: LockedVolume): number {
  return volume.lines.reduce((sum, line) => sum + line.quantity, 0);
}
