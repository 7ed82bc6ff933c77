import { orNull, understood } from '../answers.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { foundOrders, type OrderSource, orderFields, readOrder } from './order.ts';
import { responseOf, shopPath } from './values.ts';

export const mostOrdersAtOnce = 50;

/** Only valid order numbers are requested. */
const isOrderId = (id: string) => /^[0-9A-Z]{6,40}$/.test(id);

/** Null if it does not exist, or belongs to another shop. */
export async function askForOrder(
  session: SellerSession,
  id: string,
): Promise<{ order: OrderSource; json: unknown } | null> {
  if (!isOrderId(id)) return null;
  const [json] = await askForOrders(session, [id], orderFields);
  if (json === undefined) return null;
  const order = understood(() => readOrder(json), `order ${id}`);
  if (order.order_sn !== id) throw new OtherResource(`order ${id}`, 'other_resource', order.order_sn);
  return { order, json };
}

/** As received; unknown ones are left out. */
export async function askForOrders(
  session: SellerSession,
  ids: readonly string[],
  fields: string,
): Promise<unknown[]> {
  const path = shopPath(session, 'order/get_order_detail', {
    order_sn_list: ids.join(','),
    ...(fields && { response_optional_fields: fields }),
  });
  const answer = await orNull(() => session.call(path));
  return answer ? responseOf(foundOrders, answer, 'orders').order_list : [];
}
