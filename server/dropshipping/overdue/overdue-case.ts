import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, type Day, dayOf } from '#contract/dates.ts';
import { maxExtensionDays, type OverdueCase } from '#contract/dropshipping/overdue-case.ts';
import { type OverdueAct, overdueActs } from '#contract/dropshipping/overdue-case-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockPair, type Sides } from '#server/dropshipping/balance/pair-lock.ts';
import { fail, invalidField, refusePast } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Task } from '#server/jobs/task.ts';
import { askDay, readOverdueCase, readOwed } from './overdue-case.queries.ts';
import type { OverdueNotice } from './overdue-notice.ts';

/** Advances the case of every pair with overdue invoices or an open case by one step. Scheduled and idempotent. */
export const advanceOverdue: Task = async (job) => {
  await job.unscoped(async (tx) => {
    const { rows } = await sql<{ seller_id: number; supplier_id: number }>`
      select * from overdue_pairs(${dayOf(tx.now())}::date)`.execute(tx.db);
    for (const { seller_id: sellerId, supplier_id: supplierId } of rows)
      tx.enqueue({
        task: 'overdue-cases.advance-one',
        payload: { sellerId, supplierId },
        key: `overdue:${sellerId}:${supplierId}`,
      });
  });
};

const pair = z.object({ sellerId: z.number(), supplierId: z.number() });

export const advanceOneOverdue: Task = async (job, payload) => {
  const sides = pair.parse(payload);
  await job.inBusiness(sides.supplierId, (tx) => advancePair(tx, sides));
};

/** The seller is notified first; the supplier is asked after the overdue days of the link, and after each extension. */
async function advancePair(tx: Tx, sides: Sides): Promise<void> {
  const { overdueDays } = await lockPair(tx, sides);
  const owed = await readOwed(tx, sides);
  const found = await findOpen(tx, sides);
  if (owed.dueOn === null) return found && end(tx, found);
  // A reported payment causes no reminder.
  if (owed.unpaidSince === null) return;
  const today = dayOf(tx.now());
  const { id, state, extended_until: until } = found ?? (await open(tx, sides));
  const isTime =
    (state === 'noticed' && today >= askDay(owed.unpaidSince, overdueDays)) ||
    (state === 'extended' && until !== null && today > until);
  if (isTime) await ask(tx, sides, id);
}

type Case = NonNullable<Awaited<ReturnType<typeof findOpen>>>;

const findOpen = (tx: Tx, { sellerId, supplierId }: Sides) =>
  tx.db
    .selectFrom('overdue_cases')
    .select(['id', 'state', 'seller_id', 'supplier_id', 'extended_until'])
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', supplierId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

async function open(tx: Tx, { sellerId, supplierId }: Sides): Promise<Case> {
  const made = await tx.db
    .insertInto('overdue_cases')
    .values({ seller_id: sellerId, supplier_id: supplierId, opened_at: tx.now() })
    .returning(['id', 'state', 'seller_id', 'supplier_id', 'extended_until'])
    .executeTakeFirstOrThrow();
  refreshBothSides(tx, made);
  notify(tx, sellerId, made.id, 'overdueNoticed');
  return made;
}

async function ask(tx: Tx, { sellerId, supplierId }: Sides, id: number): Promise<void> {
  await tx.db
    .updateTable('overdue_cases')
    .set({ state: 'asked', asked_at: tx.now(), extended_until: null })
    .where('id', '=', id)
    .execute();
  refreshBothSides(tx, { seller_id: sellerId, supplier_id: supplierId });
  notify(tx, supplierId, id, 'overdueAsked');
}

async function end(tx: Tx, found: Case): Promise<void> {
  await tx.db
    .updateTable('overdue_cases')
    .set({ state: 'ended', ended_at: tx.now() })
    .where('id', '=', found.id)
    .execute();
  refreshBothSides(tx, found);
  if (found.state === 'held') await release(tx, found);
}

/** An invoice was settled: if nothing is overdue anymore, the quantities are restored at once. */
export async function endWherePaid(tx: Tx, sides: Sides): Promise<void> {
  await lockPair(tx, sides);
  const found = await findOpen(tx, sides);
  if (found && (await readOwed(tx, sides)).dueOn === null) await end(tx, found);
}

export async function holdAds(tx: Tx, actor: Actor, id: number): Promise<OverdueCase> {
  const found = await lockFor(tx, actor, id, 'hold');
  await tx.db
    .updateTable('overdue_cases')
    .set({ state: overdueActs.hold.to, held_at: tx.now() })
    .where('id', '=', id)
    .execute();
  tx.noteChange('overdueState', found.state, overdueActs.hold.to);
  refreshBothSides(tx, found);
  await tx.publish('trade.changed', tradeOf(found));
  notify(tx, found.seller_id, id, 'overdueHeld');
  return readOverdueCase(tx, id);
}

/** Extends the deadline: without a payment, the supplier is asked again on the day after it. */
export async function giveTime(tx: Tx, actor: Actor, id: number, until: Day): Promise<OverdueCase> {
  const today = dayOf(tx.now());
  const found = await lockFor(tx, actor, id, 'extend');
  refusePast('until', until, tx.now());
  if (until > addDays(today, maxExtensionDays)) invalidField('until', 'date_invalid');
  await tx.db
    .updateTable('overdue_cases')
    .set({ state: overdueActs.extend.to, extended_until: until })
    .where('id', '=', id)
    .execute();
  tx.noteChange('overdueState', found.state, overdueActs.extend.to);
  tx.noteChange('extendedUntil', found.extended_until, until);
  refreshBothSides(tx, found);
  if (found.state === 'held') await tx.publish('trade.changed', tradeOf(found));
  notify(tx, found.seller_id, id, 'overdueExtended');
  return readOverdueCase(tx, id);
}

async function lockFor(tx: Tx, actor: Actor, id: number, act: OverdueAct): Promise<Case> {
  const known = await tx.db
    .selectFrom('overdue_cases')
    .select(['seller_id as sellerId', 'supplier_id as supplierId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (known?.supplierId !== actor.businessId) return fail('not_found');
  await lockPair(tx, known);
  const found = await findOpen(tx, known);
  if (found?.id !== id || !overdueActs[act].from.some((from) => from === found.state))
    return fail('state_conflict');
  if ((await readOwed(tx, known)).dueOn === null) return fail('state_conflict');
  return found;
}

async function release(tx: Tx, found: Case): Promise<void> {
  await tx.publish('trade.changed', tradeOf(found));
  notify(tx, found.seller_id, found.id, 'overdueReleased');
}

const tradeOf = (found: Case) => ({ sellerId: found.seller_id, supplierId: found.supplier_id });

function refreshBothSides(tx: Tx, { seller_id, supplier_id }: Pick<Case, 'seller_id' | 'supplier_id'>): void {
  for (const businessId of [seller_id, supplier_id])
    for (const entity of ['overdueCases', 'companies', 'dropinvoices']) tx.changed(businessId, entity);
}

function notify(tx: Tx, businessId: number, id: number, template: OverdueNotice): void {
  tx.enqueue({ task: 'overdue-cases.notify', payload: { businessId, id, template } });
}
