import type { BalanceOrigin } from '#contract/inventory/balance-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { postEntries } from '#server/inventory/ledger.ts';
import { type EventDetail, recordVolume } from '#server/inventory/volume/volume-history.ts';
import { holds } from '#server/inventory/volume/volume-launch.ts';
import type { LockedVolume } from '#server/inventory/volume/volume-lock.ts';
import { insertBalances } from './balance.queries.ts';

type Suspicion = { event: 'not-empty' | 'suspected'; origin: BalanceOrigin; reason: string };

/** What the ledger says of a volume is doubted: all that it has on paper is held back until its count is done. */
export async function suspectVolume(
  tx: Tx,
  actor: Actor,
  volume: LockedVolume,
  { event, origin, reason }: Suspicion,
): Promise<void> {
  const change = { state: 'in_balance', suspect: true, zero_check_at: null, checked: false } as const;
  const detail: EventDetail = event === 'suspected' ? { reason } : {};
  const version = await recordVolume(tx, actor.userId, volume.id, event, detail, change);
  await postEntries(tx, actor.userId, holds(volume, version, 1, reason));
  const { id: volumeId, warehouseId } = volume;
  await insertBalances(tx, actor, [{ volumeId, warehouseId, version }], { kind: 'suspect', origin });
}
