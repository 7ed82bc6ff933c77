import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, dayOf, startOfDay } from '#contract/dates.ts';
import { dropFiles } from '#server/business/files/kept-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import { forgetBuyer } from '#server/marketplaces/chats/forget-buyer.ts';
import { forgetPhotos } from '#server/orders/checkout/parcel-proof.ts';
import { forgetRecipient } from '#server/orders/declarations/declaration.ts';
import { forgetSources } from '#server/orders/sync/sale-source.ts';
import { lockOrders, writeFacts } from './facts.ts';
import type { OrderRow } from './order-row.ts';

const payload = z.object({
  businessId: z.number(),
  accountId: z.number(),
  /** The marketplace's order numbers; null: all sales of the account. */
  orders: z.array(z.string()).nullable(),
});
type Erasure = z.output<typeof payload>;

const mostAtOnce = 100;

/** Erases the buyers of these sales: at once if the sale is over, otherwise once it is. */
export function enqueueErasure(tx: Tx, erasure: Erasure, runAt?: Date): void {
  tx.enqueue({ task: 'orders.erase-buyers', payload: erasure, ...(runAt && { runAt }) });
}

/** Task `orders.erase-buyers`: some sales at a time; those with a parcel in transit are checked again the next day. */
export const eraseBuyersTask: Task = async (job, input) => {
  const erasure = payload.parse(input);
  await job.inBusiness(erasure.businessId, async (tx) => {
    const named = await findNamed(tx, erasure);
    const over = named.filter(isOver);
    const isDisputed = new Map(named.map((order) => [order.id, order.is_disputed]));
    for (const order of await lockOrders(
      tx,
      over.slice(0, mostAtOnce).map(({ id }) => id),
    )) {
      const now = { ...order, is_disputed: isDisputed.get(order.id) ?? false };
      if (isOver(now) && order.buyer_erased_at === null) await eraseBuyer(tx, order);
    }
    if (over.length > mostAtOnce) enqueueErasure(tx, erasure);
    else if (named.length > over.length) enqueueErasure(tx, erasure, startOfDay(addDays(dayOf(tx.now()), 1)));
  });
};

type Standing = Pick<OrderRow, 'status' | 'return_expected'> & { is_disputed: boolean };
type Named = Standing & { id: number };

/** A parcel in transit or a return needs the address; an open claim needs the texts. */
const isOver = ({ status, return_expected: isComing, is_disputed: isDisputed }: Standing) =>
  (status === 'complete' || status === 'canceled') && !isComing && !isDisputed;

async function findNamed(tx: Tx, { accountId, orders }: Erasure): Promise<Named[]> {
  const { rows } = await sql<Named>`select o.id, o.status, o.return_expected,
      exists (select from chats c where c.source = 'claim' and c.status <> 'closed' and (c.order_id = o.id
        or exists (select from claim_sales s where s.chat_id = c.id and s.order_id = o.id))) as is_disputed
    from orders o
    where o.business_id = app_business() and o.account_id = ${accountId} and o.buyer_erased_at is null
      and (${orders === null} or o.remote_order_id = any(${orders ?? []}::text[])) order by o.id`.execute(
    tx.db,
  );
  return rows;
}

/** Facts that the law requires are kept: amounts, fiscal documents, the history of the sale. */
async function eraseBuyer(tx: Tx, order: OrderRow): Promise<void> {
  await writeFacts(
    tx,
    order,
    {
      buyer_erased_at: tx.now(),
      buyer_name: '',
      buyer_note: '',
      seller_note: '',
      buyer: JSON.stringify({}),
      buyer_document_digest: null,
      label_file_id: null,
      label_zpl_file_id: null,
    },
    { actor: 'marketplace', userId: null, kind: 'buyer-erased' },
  );
  await forgetSources(tx, order.id);
  await forgetRecipient(tx, order.id);
  await forgetBuyer(tx, order);
  // A photo of a parcel may show the address on its label.
  const photos = await forgetPhotos(tx, order.business_id, [order.id]);
  const files = [order.label_file_id, order.label_zpl_file_id, ...photos].filter((id) => id !== null);
  const businessId = order.fulfiller_id ?? order.business_id;
  if (files.length > 0) tx.enqueue({ task: 'orders.drop-labels', payload: { businessId, files } });
}

const labels = z.object({ businessId: z.number(), files: z.array(z.number()) });

/** Task `orders.drop-labels`: files of labels and photos belong to the business that packs. */
export const dropLabelsTask: Task = async (job, input) => {
  const { businessId, files } = labels.parse(input);
  await job.inBusiness(businessId, (tx) => dropFiles(tx, businessId, files));
};
