import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import { enqueueListingRead } from '#server/advertisements/sync/listing-notification.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { enqueueChat, enqueueMessage } from '#server/marketplaces/chats/chat-queue.ts';
import { enqueueForAccounts } from '#server/marketplaces/connected-accounts.ts';
import { findUnreadable } from '#server/marketplaces/parked-answers.ts';
import { enqueueQuestion } from '#server/marketplaces/questions/question-queue.ts';
import { advanceOrder } from '#server/orders/sale/advance.ts';
import { isNewer } from '#server/orders/sale/remote-facts.ts';
import type { MissedNews } from '#server/outside/marketplaces/inbox.ts';
import type { SeenOrder } from '#server/outside/marketplaces/sale.ts';
import { enqueueFetch, enqueueShipment } from './fetch-order.ts';

/** Searches lag: every sweep looks back further than the last one. */
const overlapMinutes = 120;
const firstLookMinutes = 60 * 24 * 3;
/** Sweeps of one account run one after another. */
export function sweepQueue(accountId: number): string {
  return `sweep:${accountId}`;
}

/** Task `orders.sweep`: one job for each connected account. */
export async function sweepOrders(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [orderSweep(account)]);
}

const orderSweep = (account: { businessId: number; accountId: number }) => ({
  task: 'orders.sweep-account',
  payload: account,
  key: `sweep:${account.accountId}`,
  queue: sweepQueue(account.accountId),
  maxAttempts: 8,
});

export function enqueueOrderSweep(tx: Tx, account: { businessId: number; accountId: number }): void {
  tx.enqueue(orderSweep(account));
}

const nothingMissed: MissedNews = {
  orders: [],
  parcels: [],
  listings: [],
  questions: [],
  messages: [],
  claims: [],
  failures: [],
};

const countMissed = ({ orders, parcels, listings, questions, messages, claims }: MissedNews) =>
  [orders, parcels, listings, questions, messages, claims].reduce((sum, { length }) => sum + length, 0);

const payload = z.object({ businessId: z.number(), accountId: z.number() });

/**
 * Task `orders.sweep-account`: finds what notifications missed. It only compares and enqueues fetches, which apply
 * changes. A part that fails is tried again with the job and does not affect the others.
 */
export async function sweepAccount(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId } = payload.parse(input);
  const context = jobAccountContext(job, businessId);
  const started = job.clock.now();
  const sweptAt = await job.inBusiness(businessId, async (tx) => {
    const account = await tx.db
      .selectFrom('marketplace_accounts')
      .select(['state', 'swept_at'])
      .where('id', '=', accountId)
      .executeTakeFirst();
    return account?.state === 'connected' ? (account.swept_at ?? 'never') : null;
  });
  if (sweptAt === null) return;
  const from =
    sweptAt === 'never' ? addMinutes(started, -firstLookMinutes) : addMinutes(sweptAt, -overlapMinutes);
  const { search, missed } = await withAccount(context, accountId, async (session) => ({
    search: await session.marketplace.orders.search(session, from),
    missed: (await session.marketplace.inbox.readMissed?.(session)) ?? nothingMissed,
  }));
  await job.inBusiness(businessId, async (tx) => {
    const stale = await findStale(tx, accountId, search.seen);
    const unreadable = await findUnreadable(tx, accountId, 'order');
    for (const remoteOrderId of new Set([...stale, ...missed.orders, ...unreadable]))
      enqueueFetch(tx, { businessId, accountId, remoteOrderId });
    for (const shipmentId of missed.parcels) enqueueShipment(tx, { businessId, accountId, shipmentId });
    for (const remoteId of missed.listings) await enqueueListingRead(tx, { businessId, accountId }, remoteId);
    for (const remoteId of missed.questions) enqueueQuestion(tx, { businessId, accountId, remoteId });
    for (const messageId of missed.messages) enqueueMessage(tx, { businessId, accountId, messageId });
    for (const remoteId of missed.claims)
      enqueueChat(tx, { businessId, accountId, source: 'claim', remoteId });
    const lost = countMissed(missed);
    if (lost > 0)
      await tx.db
        .updateTable('marketplace_accounts')
        .set({ missed: lost, missed_at: started })
        .where('id', '=', accountId)
        .execute();
    // If the search did not finish, the next one begins where this one did.
    if (search.failures.length === 0)
      await tx.db
        .updateTable('marketplace_accounts')
        .set({ swept_at: started })
        .where('id', '=', accountId)
        .execute();
  });
  await advanceWaiting(job, businessId, accountId);
  const [failure] = [...search.failures, ...missed.failures];
  if (failure) throw failure;
}

/** Of the listed sales, those that are missing or older here. */
async function findStale(tx: Tx, accountId: number, seen: readonly SeenOrder[]): Promise<string[]> {
  if (seen.length === 0) return [];
  const rows = await tx.db
    .selectFrom('orders')
    .select(['remote_order_id', 'remote_updated_at', 'payment', 'canceled_by'])
    .where('account_id', '=', accountId)
    .where(
      'remote_order_id',
      'in',
      seen.map((one) => one.remoteId),
    )
    .execute();
  const known = new Map(rows.map((row) => [row.remote_order_id, row]));
  return seen
    .filter((one) => {
      const ours = known.get(one.remoteId);
      return !ours || isNewer(one, ours);
    })
    .map((one) => one.remoteId);
}

const pageSize = 500;

/** Unlinked ads may be linked by now, credit paid back, packs readable: all waiting sales, however many. */
async function advanceWaiting(job: JobContext, businessId: number, accountId: number): Promise<void> {
  await job.inBusiness(businessId, async (tx) => {
    const pending = await tx.db
      .selectFrom('orders')
      .select('remote_order_id')
      .where('account_id', '=', accountId)
      .where('pack_pending', '=', true)
      .execute();
    for (const { remote_order_id: remoteOrderId } of pending)
      if (remoteOrderId) enqueueFetch(tx, { businessId, accountId, remoteOrderId });
  });
  for (let after = 0, more = true; more; ) {
    const waiting = await job.inBusiness(businessId, (tx) => waitingAfter(tx, accountId, after));
    for (const { id } of waiting) await job.inBusiness(businessId, (tx) => advanceOrder(tx, businessId, id));
    after = waiting.at(-1)?.id ?? after;
    more = waiting.length === pageSize;
  }
}

const waitingAfter = (tx: Tx, accountId: number, after: number) =>
  tx.db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['waiting_separation', 'waiting_approval'])
    .where((eb) => eb.or([eb('linked', '=', false), eb('approval_reason', '=', 'credit-limit')]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute();
