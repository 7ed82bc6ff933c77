import type { BalanceOrigin } from '#contract/inventory/balance-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { postEntries } from '#server/inventory/ledger.ts';
import { type EventDetail, recordVolume } from '#server/inventory/volume/volume-history.ts';
import { holds } from '#server/inventory/volume/volume-launch.ts';
import type { LockedVolume } from '#server/inventory/volume/volume-lock.ts';
import { insertBalances } from './balance.queries.ts';

type Suspicion = { event: 'not-empty' | 'suspected'; origin: BalanceOrigin; reason: string };

/** The ledger of a volume is doubted: all its units are held until the volume is counted. */
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

/**
 * A routine count during which the volume fell short becomes a suspect one. Its contents have not changed, so a person
 * who has counted it need not count again.
 */
export async function suspectCounted(
  tx: Tx,
  actor: Actor,
  volume: LockedVolume,
  reason: string,
): Promise<void> {
  const change = { suspect: true, checked: false } as const;
  const version = await recordVolume(tx, actor.userId, volume.id, 'suspected', { reason }, change);
  await postEntries(tx, actor.userId, holds(volume, version, 1, reason));
  await tx.db
    .updateTable('balances')
    .set((eb) => ({
      kind: 'suspect' as const,
      volume_version: eb
        .case()
        .when('volume_version', '=', volume.version)
        .then(version)
        .else(eb.ref('volume_version'))
        .end(),
    }))
    .where('volume_id', '=', volume.id)
    .where('ended_at', 'is', null)
    .execute();
  tx.changed(actor.businessId, 'balances');
}
