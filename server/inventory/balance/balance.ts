import { canAct } from '#contract/acts.ts';
import type { BalanceAct } from '#contract/inventory/balance-states.ts';
import { balanceActs } from '#contract/inventory/balance-states.ts';
import { isAlone } from '#server/business/alone.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type LockedVolume, lockVolume } from '#server/inventory/volume/volume-lock.ts';
import {
  type BalanceRecord,
  findBalance,
  findGoods,
  findRounds,
  reveals,
  shapeBalance,
} from './balance.queries.ts';

export async function readBalance(tx: Tx, actor: Actor, id: number) {
  const row = (await findBalance(tx, actor, id)) ?? fail('not_found');
  const told = reveals(actor, row);
  const goods = row.ended_at === null ? await findGoods(tx, row) : [];
  const rounds = await findRounds(tx, id);
  return {
    ...shapeBalance(actor, row),
    goods: goods.map((line) => ({
      variation: { id: line.id, name: line.name },
      product: { id: line.product_id, name: line.product_name },
      sku: line.sku,
      gtin: line.gtin,
      asksLots: line.asks_lots,
      lot: line.lot,
      expected: told ? line.quantity : null,
    })),
    rounds: rounds.map(({ at, author, outcome, lines }) => ({
      at,
      author: author ?? '',
      outcome,
      lines: told ? lines : [],
    })),
    endedBy: row.ender,
    countedByYou: row.figures.inSeries.includes(actor.userId) || row.figures.last === actor.userId,
    approvedByOthers: row.figures.counters.includes(actor.userId) && !(await isAlone(tx, actor)),
    volumeVersion: row.version,
    isOutdated: row.ended_at === null && row.version !== row.volume_version,
  };
}

/** Fails at once if the act is not allowed in the state; the volume is not locked yet. */
export async function openBalance(
  tx: Tx,
  actor: Actor,
  id: number,
  verb: BalanceAct,
): Promise<BalanceRecord> {
  const balance = (await findBalance(tx, actor, id)) ?? fail('not_found');
  if (!canAct(balanceActs, verb, balance.state)) fail('state_conflict', { facts: { state: balance.state } });
  return balance;
}

/** Locks the volume and with it its count: no code writes the one without a lock on the other. */
export async function lockBalance(
  tx: Tx,
  actor: Actor,
  { id, volume_id }: BalanceRecord,
  verb: BalanceAct,
): Promise<{ balance: BalanceRecord; volume: LockedVolume }> {
  const volume = await lockVolume(tx, actor, volume_id, 'endBalance');
  return { balance: await openBalance(tx, actor, id, verb), volume };
}

export type BalanceChange = {
  state?: BalanceRecord['state'];
  volume_version?: number;
  series?: number;
  cause?: BalanceRecord['cause'];
  ended_by?: number;
  ended_at?: Date;
};

export async function writeBalance(tx: Tx, id: number, change: BalanceChange): Promise<void> {
  await tx.db.updateTable('balances').set(change).where('id', '=', id).execute();
}
