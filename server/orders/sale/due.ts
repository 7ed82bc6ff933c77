import { sql } from 'kysely';
import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { enqueueFetch } from '#server/orders/sync/fetch-order.ts';
import { advanceOrder } from './advance.ts';
import { cancelOrder } from './cancel.ts';
import { loadFacts } from './facts.ts';

type Row = { order_id: number; business_id: number };

/** The marketplace itself decides whether a payment was in time; after this we no longer wait for it. */
const graceMinutes = 60;

/** Task `orders.expire`, every minute: unpaid sales end, buffered ones are released on their date. */
export async function runDue(job: JobContext): Promise<void> {
  const now = job.clock.now();
  for (const row of await find(job, sql<Row>`select order_id, business_id from unpaid_orders(${now})`))
    await job.inBusiness(row.business_id, (tx) => expireOrder(tx, row));
  for (const row of await find(job, sql<Row>`select order_id, business_id from buffered_orders(${now})`))
    await job.inBusiness(row.business_id, (tx) => advanceOrder(tx, row.business_id, row.order_id));
}

async function find(job: JobContext, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return job.unscoped(async (tx) => (await query.execute(tx.db)).rows);
}

async function expireOrder(tx: Tx, row: Row): Promise<void> {
  const order = await loadFacts(tx, row.order_id);
  if (order.status !== 'waiting_payment' || !order.payment_expires_at) return;
  const { account_id: accountId, remote_order_id: remoteOrderId } = order;
  const waits = tx.now() < addMinutes(order.payment_expires_at, graceMinutes);
  if (accountId !== null && remoteOrderId && waits) {
    enqueueFetch(tx, { businessId: row.business_id, accountId, remoteOrderId });
    return;
  }
  await cancelOrder(tx, row.business_id, row.order_id, { by: 'expiry', userId: null, reason: '' });
}

const shelf = z.object({ stockId: z.number() });

/** Task `orders.retry-short`: stock arrived; the oldest sales that are short of it are served first. */
export async function retryShort(job: JobContext, input: unknown): Promise<void> {
  const { stockId } = shelf.parse(input);
  const rows = await find(
    job,
    sql<Row>`select order_id, business_id from short_orders(array[${stockId}::bigint]) order by order_id`,
  );
  for (const row of rows)
    await job.inBusiness(row.business_id, (tx) => advanceOrder(tx, row.business_id, row.order_id));
}

const soldAd = z.object({ businessId: z.number(), accountId: z.number(), remoteItemId: z.string() });

/** An ad was linked: earlier sales of it find their offers after this transaction. */
export function enqueueLinkSold(tx: Tx, listing: z.output<typeof soldAd>): void {
  tx.enqueue({
    task: 'orders.link-sold',
    payload: listing,
    key: `link-sold:${listing.accountId}:${listing.remoteItemId}`,
  });
}

/** Task `orders.link-sold`: an ad was linked; earlier sales of it find their offers, the oldest first. */
export async function linkSold(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId, remoteItemId } = soldAd.parse(input);
  const rows = await job.inBusiness(businessId, (tx) =>
    tx.db
      .selectFrom('orders as o')
      .select('o.id')
      .where('o.account_id', '=', accountId)
      .where('o.business_id', '=', businessId)
      .where('o.linked', '=', false)
      .where('o.status', 'in', ['waiting_payment', 'waiting_separation', 'waiting_approval'])
      .where(
        sql<boolean>`exists (select from order_lines l where l.order_id = o.id and l.remote_item_id = ${remoteItemId})`,
      )
      .orderBy('o.id')
      .execute(),
  );
  for (const { id } of rows) await job.inBusiness(businessId, (tx) => advanceOrder(tx, businessId, id));
}
