import { sql } from 'kysely';
import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Task } from '#server/jobs/task.ts';
import { insertList } from '#server/orders/picking/create-list.ts';
import { lockOrders } from '#server/orders/sale/facts.ts';
import { findMatching } from './matching.ts';
import { type LockedRule, lockRule } from './wave-rule.ts';

/** Task `waves.release`, every minute: one job for each business whose rules release by themselves. */
export const releaseWavesTask: Task = async (job) => {
  await job.unscoped(async (tx) => {
    const { rows } = await sql<{ id: number }>`select businesses_with_wave_rules() as id`.execute(tx.db);
    for (const { id: businessId } of rows)
      tx.enqueue({ task: 'waves.release-of', payload: { businessId }, key: `waves:${businessId}` });
  });
};

const payloadOfBusiness = z.object({ businessId: z.number() });

/** Task `waves.release-of`. */
export const releaseWavesOfTask: Task = async (job, payload) => {
  const { businessId } = payloadOfBusiness.parse(payload);
  const rules = await job.inBusiness(businessId, (tx) =>
    tx.db
      .selectFrom('wave_rules')
      .select('id')
      .where('is_on', '=', true)
      .orderBy('warehouse_id')
      .orderBy('position')
      .execute(),
  );
  for (const { id } of rules) await job.inBusiness(businessId, (tx) => releaseDue(tx, businessId, id));
};

/** A wave of more sales continues a minute later. */
const mostOfWave = 500;

/** Two workers at one rule wait for each other, and the second finds no sale. */
async function releaseDue(tx: Tx, businessId: number, id: number): Promise<void> {
  const rule = await lockRule(tx, id);
  if (!rule?.is_on) return;
  const found = await findMatching(tx, rule, { most: mostOfWave });
  const wave = found.slice(0, sizeOf(rule, found, tx.now()));
  if (wave.length > 0) await release(tx, { businessId, userId: null }, rule, wave);
}

/**
 * Enough sales are released as a whole. Before a dispatch limit the sales that are due fill carts, and the next ones the
 * rest of the last cart.
 */
export function sizeOf(
  { min_sales, minutes_before, places }: Pick<LockedRule, 'min_sales' | 'minutes_before' | 'places'>,
  found: readonly { limit: Date | null }[],
  now: Date,
): number {
  if (min_sales !== null && found.length >= min_sales) return found.length;
  if (minutes_before === null) return 0;
  const until = addMinutes(now, minutes_before);
  const due = found.filter(({ limit }) => limit !== null && limit <= until).length;
  return Math.ceil(due / places) * places;
}

/** A person releases a rule, whether it is on or not: all its sales, now. */
export async function releaseNow(tx: Tx, actor: Actor, id: number) {
  const rule = (await lockRule(tx, id, actor)) ?? fail('not_found');
  const found = await findMatching(tx, rule, { most: mostOfWave });
  const made = await release(tx, actor, rule, found);
  return made.sales > 0 ? made : fail('no_sale_selected');
}

type By = { businessId: number; userId: number | null };

/** Open lists without an assignee, each as large as a cart. A sale that left meanwhile, or is on a list, is left out. */
async function release(tx: Tx, by: By, rule: LockedRule, wave: readonly { id: number }[]) {
  const ids = wave.map((sale) => sale.id);
  await lockOrders(tx, ids);
  const still = (await findMatching(tx, rule, { most: mostOfWave, among: ids })).map((sale) => sale.id);
  const listIds: number[] = [];
  for (let first = 0; first < still.length; first += rule.places) {
    const list = {
      ...{ businessId: by.businessId, warehouseId: rule.warehouse_id, assigneeId: null },
      ...{ createdBy: by.userId, rule: { id: rule.id, name: rule.name } },
    };
    listIds.push(await insertList(tx, list, still.slice(first, first + rule.places)));
  }
  if (still.length > 0) {
    await tx.db.updateTable('wave_rules').set({ released_at: tx.now() }).where('id', '=', rule.id).execute();
    for (const entity of ['picking', 'waves', 'checkout'] as const) tx.changed(by.businessId, entity);
  }
  return { sales: still.length, listIds };
}
