import type { BalanceCause } from '#contract/inventory/balance-states.ts';
import { isAlone } from '#server/business/alone.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lockSalesAtRisk } from '#server/inventory/volume/correct-line.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { lockBalance, openBalance, writeBalance } from './balance.ts';
import { type Compared, endBalance } from './end-balance.ts';

/** A person who did not count accepts the last count. If the volume has moved since, counting starts again. */
export async function approveBalance(tx: Tx, actor: Actor, id: number, cause: BalanceCause): Promise<void> {
  const before = await openBalance(tx, actor, id, 'approve');
  const found = await findLastCount(tx, id);
  const counted = found.map((line) => ({ variationId: line.variationId, quantity: line.counted }));
  const sales = await lockSalesAtRisk(tx, before.volume_id, counted);
  const { balance, volume } = await lockBalance(tx, actor, before, 'approve');
  if (balance.figures.counters.includes(actor.userId) && !(await isAlone(tx, actor))) fail('counted_by_you');
  if (volume.version !== balance.volume_version)
    return writeBalance(tx, id, {
      state: 'open',
      series: balance.series + 1,
      volume_version: volume.version,
    });
  await endBalance(tx, actor, { balance, volume, compared: await findLastCount(tx, id), sales, cause });
}

/** Rejects the last count. */
export async function recountBalance(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { balance } = await lockBalance(tx, actor, await openBalance(tx, actor, id, 'recount'), 'recount');
  await writeBalance(tx, balance.id, { state: 'recount', series: balance.series + 1 });
}

/** Removes the flag and changes nothing else. A suspect volume is freed only by its count. */
export async function cancelBalance(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { balance, volume } = await lockBalance(
    tx,
    actor,
    await openBalance(tx, actor, id, 'cancel'),
    'cancel',
  );
  if (balance.kind === 'suspect') fail('balance_suspect');
  const isEmpty = !volume.zeroCheck && volume.lines.every((line) => line.quantity === 0);
  const state = isEmpty ? 'empty' : 'active';
  await recordVolume(tx, actor.userId, volume.id, 'balance-canceled', {}, { state });
  await writeBalance(tx, id, { state: 'canceled', ended_by: actor.userId, ended_at: tx.now() });
}

/** The last count that is still valid. */
async function findLastCount(tx: Tx, balanceId: number): Promise<Compared[]> {
  return tx.db
    .selectFrom('balance_count_lines as x')
    .innerJoin('product_variations as v', 'v.id', 'x.variation_id')
    .select([
      'x.variation_id as variationId',
      'v.sku',
      'x.expected',
      'x.counted',
      'x.batch_id as batchId',
      'x.unit_centavos as unit',
    ])
    .where('x.count_id', '=', ({ selectFrom }) =>
      selectFrom('balance_counts as c')
        .select('c.id')
        .where('c.balance_id', '=', balanceId)
        .where('c.outcome', '<>', 'outdated')
        .orderBy('c.id', 'desc')
        .limit(1),
    )
    .orderBy('x.variation_id')
    .execute();
}
