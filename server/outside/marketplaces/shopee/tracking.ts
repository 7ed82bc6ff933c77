import { z } from 'zod';
import { orNull } from '../answers.ts';
import type { SellerSession } from '../seller-session.ts';
import type { OrderSource } from './order.ts';
import { responseOf, shopPath, textual } from './values.ts';

const tracking = z.object({ tracking_number: textual });

/** Of one package, or of the first. Empty at first, and until the shipment is arranged. */
export async function readTracking(
  session: SellerSession,
  order: OrderSource,
  packageNumber = order.package_list[0]?.package_number,
): Promise<string> {
  const isArranged = /^(PROCESSED|SHIPPED|TO_CONFIRM_RECEIVE|COMPLETED|TO_RETURN)$/.test(order.order_status);
  if (!isArranged) return '';
  const path = shopPath(session, 'logistics/get_tracking_number', {
    order_sn: order.order_sn,
    // Only a split order is requested by its packages.
    ...(order.package_list.length > 1 && packageNumber && { package_number: packageNumber }),
  });
  const answer = await orNull(() => session.call(path));
  return (answer && responseOf(tracking, answer, 'tracking').tracking_number) || '';
}
