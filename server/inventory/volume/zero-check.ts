import type { Volume } from '#contract/inventory/volume.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { suspectVolume } from '#server/inventory/balance/suspect-volume.ts';
import { readVolume } from './volume.ts';
import { recordVolume } from './volume-history.ts';
import { lockVolume } from './volume-lock.ts';

/**
 * Confirms whether a volume is empty. Yes counts as a count of zero that equals the ledger. No means that the ledger is
 * wrong: the volume becomes suspect, its remaining units are held, and it waits to be counted.
 */
export async function answerZeroCheck(tx: Tx, actor: Actor, id: number, empty: boolean): Promise<Volume> {
  const volume = await lockVolume(tx, actor, id, empty ? 'confirmEmpty' : 'denyEmpty');
  if (!volume.zeroCheck) fail('state_conflict', { facts: { state: volume.state } });
  if (!empty)
    await suspectVolume(tx, actor, volume, {
      event: 'not-empty',
      origin: 'zero_check',
      reason: 'zero-check',
    });
  else {
    const answered = { last_check_at: tx.now(), zero_check_at: null, checked: true, state: 'empty' } as const;
    await recordVolume(tx, actor.userId, id, 'emptied', {}, answered);
  }
  return readVolume(tx, actor, id);
}
