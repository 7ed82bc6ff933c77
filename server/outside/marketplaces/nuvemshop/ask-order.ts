import { orNull, understood } from '../answers.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { storePath } from './client.ts';
import { type OrderSource, readOrder } from './order.ts';

/** Only an id that can be one is sent: it would be a path. */
export async function askForOrder(
  session: SellerSession,
  id: string,
): Promise<{ order: OrderSource; json: unknown } | null> {
  if (!/^\d{1,19}$/.test(id)) return null;
  const answer = await orNull(() => session.call(`${storePath(session.remoteUserId)}/orders/${id}`));
  if (!answer) return null;
  const order = understood(() => readOrder(answer.json), `order ${id}`);
  if (order.id !== id) throw new OtherResource(`order ${id}`, 'other_resource', order.id);
  if (order.store_id !== session.remoteUserId)
    throw new OtherResource(`order ${id}`, 'other_seller', order.store_id);
  return { order, json: answer.json };
}
