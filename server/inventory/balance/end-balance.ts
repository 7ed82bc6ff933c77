import { dayOf } from '#contract/dates.ts';
import type { BalanceCause } from '#contract/inventory/balance-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { postEntries } from '#server/inventory/ledger.ts';
import { correctLine, type LineLot, type SalesAtRisk } from '#server/inventory/volume/correct-line.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { holds, unitsOf } from '#server/inventory/volume/volume-launch.ts';
import type { LockedVolume } from '#server/inventory/volume/volume-lock.ts';
import type { BalanceRecord } from './balance.queries.ts';
import { writeBalance } from './balance.ts';

/** A product of a volume: the quantities of the ledger and of the count. */
export type Compared = {
  variationId: number;
  sku: string;
  expected: number;
  counted: number;
  batchId: number | null;
  /** Centavos per unit, if known. */
  unit: number | null;
};

const deltaOf = (line: Compared) => line.counted - line.expected;
export const differencesOf = (compared: readonly Compared[]) =>
  compared.filter((line) => deltaOf(line) !== 0);

type Ending = {
  balance: BalanceRecord;
  volume: LockedVolume;
  compared: readonly Compared[];
  sales: SalesAtRisk;
  /** Given by the approver; an automatic correction is *found* or *lost*. */
  cause?: BalanceCause;
};

/** Ends the count: the volume is free again, and each product has the counted quantity. */
export async function endBalance(
  tx: Tx,
  actor: Actor,
  { balance, volume, compared, sales, cause }: Ending,
): Promise<void> {
  const differences = differencesOf(compared);
  const delta = differences.reduce((sum, line) => sum + deltaOf(line), 0);
  const state = differences.length === 0 ? 'checked' : 'corrected';
  const whole = isWhole(volume, compared);
  const version = await recordVolume(
    tx,
    actor.userId,
    volume.id,
    state === 'checked' ? 'balance-checked' : 'balance-corrected',
    {},
    {
      state: unitsOf(volume) + delta === 0 ? 'empty' : 'active',
      suspect: false,
      zero_check_at: null,
      // A count of one product does not tell anything about the others.
      checked: whole,
      ...(whole && { last_check_at: tx.now() }),
    },
  );
  if (volume.suspect) await postEntries(tx, actor.userId, holds(volume, version, -1, null));
  for (const line of differences) {
    const { variationId, sku, counted: quantity } = line;
    const reason = cause ?? foundOrLost(deltaOf(line));
    const source = { source: 'balance', sourceId: `${balance.id}:${variationId}` };
    const lot = await lotAfter(tx, volume, line);
    await correctLine(tx, actor, volume, { variationId, quantity, sku, reason, lot }, sales, { source });
  }
  await tx.publish('stock.freed', { stockIds: volume.lines.map((line) => line.stockId) });
  await writeBalance(tx, balance.id, {
    state,
    ended_by: actor.userId,
    ended_at: tx.now(),
    ...(differences.length > 0 && { cause: cause ?? foundOrLost(delta) }),
  });
}

const foundOrLost = (delta: number): BalanceCause => (delta > 0 ? 'found' : 'lost');

function isWhole(volume: LockedVolume, compared: readonly Compared[]): boolean {
  const counted = new Set(compared.map((line) => line.variationId));
  return volume.lines.every((line) => line.quantity === 0 || counted.has(line.variationId));
}

/** Existing units keep their lot, and are held with it if it has expired. */
async function lotAfter(tx: Tx, volume: LockedVolume, { variationId, batchId }: Compared): Promise<LineLot> {
  const line = volume.lines.find((found) => found.variationId === variationId);
  if (batchId === null) return { batch_id: null, expired: false };
  if (line?.batchId === batchId && line.quantity > 0) return { batch_id: batchId, expired: line.expired };
  const batch = await tx.db
    .selectFrom('batches')
    .select('expires_on')
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  return { batch_id: batchId, expired: batch.expires_on < dayOf(tx.now()) };
}
