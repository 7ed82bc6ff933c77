import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, dayOf, startOfDay } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import { forgetBuyer } from '#server/marketplaces/chats/forget-buyer.ts';
import { lockOrders, type OrderRow, writeFacts } from './facts.ts';

const payload = z.object({
  businessId: z.number(),
  accountId: z.number(),
  /** As the marketplace numbers them; null: all of the account. */
  orders: z.array(z.string()).nullable(),
});
type Erasure = z.output<typeof payload>;

const mostAtOnce = 100;

/** The buyers of these sales are forgotten: of what is over now, of the others once they are. */
export function enqueueErasure(tx: Tx, erasure: Erasure, runAt?: Date): void {
  tx.enqueue({ task: 'orders.erase-buyers', payload: erasure, ...(runAt && { runAt }) });
}

/** Task `orders.erase-buyers`: some at a time; whoever still waits for a parcel is looked at again on the next day. */
export const eraseBuyersTask: Task = async (job, input) => {
  const erasure = payload.parse(input);
  await job.inBusiness(erasure.businessId, async (tx) => {
    const named = await findNamed(tx, erasure);
    const over = named.filter(isOver);
    for (const order of await lockOrders(
      tx,
      over.slice(0, mostAtOnce).map(({ id }) => id),
    ))
      if (isOver(order) && order.buyer_erased_at === null) await eraseBuyer(tx, order);
    if (over.length > mostAtOnce) enqueueErasure(tx, erasure);
    else if (named.length > over.length) enqueueErasure(tx, erasure, startOfDay(addDays(dayOf(tx.now()), 1)));
  });
};

type Named = Pick<OrderRow, 'id' | 'status' | 'return_expected'>;

/** A parcel that is to arrive, or to come back, needs its address. */
const isOver = ({ status, return_expected: isComing }: Pick<OrderRow, 'status' | 'return_expected'>) =>
  (status === 'complete' || status === 'canceled') && !isComing;

async function findNamed(tx: Tx, { accountId, orders }: Erasure): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, status, return_expected from orders
    where business_id = app_business() and account_id = ${accountId} and buyer_erased_at is null
      and (${orders === null} or remote_order_id = any(${orders ?? []}::text[])) order by id`.execute(tx.db);
  return rows;
}

/** What the law asks to be kept stays: amounts, fiscal documents, the history of the sale. */
async function eraseBuyer(tx: Tx, order: OrderRow): Promise<void> {
  await writeFacts(
    tx,
    order,
    {
      buyer_erased_at: tx.now(),
      buyer_name: '',
      buyer: JSON.stringify({}),
      label_file_id: null,
      label_zpl_file_id: null,
    },
    { actor: 'marketplace', userId: null, kind: 'buyer-erased' },
  );
  await forgetBuyer(tx, order.id);
}
