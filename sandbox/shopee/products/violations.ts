import type { Answer } from '../../answer.ts';
import type { Fields } from '../../reading.ts';
import { fieldsOf, listOf, textOf } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, idsIn, ok } from '../endpoint.ts';
import type { Item, Violation } from '../market.ts';
import { secondsOf } from '../market.ts';

/** Body: `[{ type?, reason?, suggestion?, due? }]`. */
export const readViolations = (list: unknown, now: string): Violation[] =>
  listOf(list)
    .map(fieldsOf)
    .map(({ type, reason, suggestion, due }) => ({
      violation_type: textOf(type) ?? 'Prohibited Listing',
      violation_reason: textOf(reason) ?? '',
      suggestion: textOf(suggestion) ?? '',
      due: textOf(due),
      at: now,
    }));

const viewViolation = ({ due, at, ...violation }: Violation): Fields => ({
  ...violation,
  // Empty if there is no deadline.
  fix_deadline_time: due === null ? '' : secondsOf(due),
  update_time: secondsOf(at),
});

const viewItem = (item: Item): Fields => {
  const details = (item.violations ?? []).map(viewViolation);
  const isDemoted = item.deboost === true;
  return {
    item_id: item.item_id,
    item_name: item.item_name,
    item_status: item.item_status,
    deboost: isDemoted,
    item_status_details: isDemoted ? [] : details,
    deboost_details: isDemoted ? details.map((detail) => ({ ...detail, suggested_category: [] })) : [],
  };
};

/** Fields as a TypeScript client of the API declares them (file 63382305960). */
const showViolations = (call: ShopCall): Answer =>
  ok({
    item_list: idsIn(call, 'item_id_list', 50).flatMap((id) => {
      const item = call.market.items[id];
      return item?.shop_id === call.shop.shop_id ? [viewItem(item)] : [];
    }),
  });

export const violationEndpoints: Endpoint[] = [get('/product/get_item_violation_info', showViolations)];
