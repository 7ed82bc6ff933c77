import { sql } from 'kysely';
import type { BlockCause, VolumeEventKind, VolumeState } from '#contract/inventory/volume-states.ts';
import type { Tx } from '#server/db/transaction.ts';

export type EventDetail = Record<string, string | number | boolean | null>;

export type VolumeChange = {
  state?: VolumeState;
  name?: string;
  blocked_as?: BlockCause | null;
  warehouse_id?: number;
  transfer_from_id?: number;
  transferred_at?: Date;
  position_id?: number | null;
  launched_at?: Date | null;
  last_check_at?: Date | null;
  zero_check_at?: Date | null;
  checked?: boolean;
  tested?: boolean;
  suspect?: boolean;
  picking_list_id?: number | null;
};

/** Changes a volume and records why, together: the history has one row per version. */
export async function recordVolume(
  tx: Tx,
  userId: number | null,
  volumeId: number,
  kind: VolumeEventKind,
  detail: EventDetail,
  change: VolumeChange = {},
): Promise<number> {
  const [changed] = await Promise.all([
    tx.db
      .updateTable('volumes')
      .set({ ...change, version: sql<number>`version + 1` })
      .where('id', '=', volumeId)
      .returning(['version', 'business_id', 'state'])
      .executeTakeFirstOrThrow(),
    writeEvents(tx, userId, [volumeId], kind, detail),
  ]);
  // The counter's screen is notified that the count is outdated.
  if (changed.state === 'in_balance') tx.changed(changed.business_id, 'balances');
  return changed.version;
}

export async function writeEvents(
  tx: Tx,
  userId: number | null,
  volumeIds: readonly number[],
  kind: VolumeEventKind,
  detail: EventDetail,
): Promise<void> {
  await writeEventLines(
    tx,
    userId,
    volumeIds.map((volumeId) => ({ volumeId, kind, detail })),
  );
}

export type VolumeEventLine = { volumeId: number; kind: VolumeEventKind; detail: EventDetail };

/** Adds rows to many histories, each with its own detail. */
export async function writeEventLines(
  tx: Tx,
  userId: number | null,
  events: readonly VolumeEventLine[],
): Promise<void> {
  await tx.db
    .insertInto('volume_events')
    .values(
      events.map(({ volumeId, kind, detail }) => ({
        business_id: sql<number>`app_business()`,
        volume_id: volumeId,
        at: tx.now(),
        user_id: userId,
        kind,
        detail: JSON.stringify(detail),
      })),
    )
    .execute();
}

/** Attaches photos to the newest history row of a volume. */
export async function keepPhotos(tx: Tx, volumeId: number, photoIds: readonly number[]): Promise<void> {
  if (photoIds.length === 0) return;
  const { id } = await tx.db
    .selectFrom('volume_events')
    .select('id')
    .where('volume_id', '=', volumeId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('volume_event_images')
    .values(
      photoIds.map((imageId) => ({
        business_id: sql<number>`app_business()`,
        event_id: id,
        image_id: imageId,
      })),
    )
    .execute();
}
