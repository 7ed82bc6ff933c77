import type { RemoteReasonKind } from '#contract/advertisements/sale-reason.ts';
import { type ListingReason, reasonOf } from '../listing.ts';
import type { Item, Violation } from './item.ts';

/** By `item_status`; `NORMAL` is on sale while there is stock. */
const byStatus: Record<string, RemoteReasonKind> = {
  BANNED: 'forbidden',
  REVIEWING: 'reviewing',
  UNLIST: 'seller_paused',
  SELLER_DELETE: 'deleted',
  SHOPEE_DELETE: 'deleted',
};

/** `deboost`: shown lower in the search. */
export function reasonsOf(item: Item, quantity: number): ListingReason[] {
  const { item_status: status, deboost } = item;
  const named = status === 'NORMAL' ? [] : [reasonOf(byStatus[status] ?? 'other', status.toLowerCase())];
  if (named.some(({ kind }) => kind === 'deleted')) return named;
  return [
    ...named.flatMap((reason) => (reason.kind === 'forbidden' ? explained(reason, item, false) : [reason])),
    ...(quantity === 0 ? [reasonOf('out_of_stock', '')] : []),
    ...(deboost ? explained(reasonOf('less_visible', 'deboost'), item, true) : []),
  ];
}

/** One reason for each violation. A banned item that the marketplace says how to correct can come back. */
function explained(reason: ListingReason, { violations }: Item, demotes: boolean): ListingReason[] {
  const found = violations.filter((one) => one.demotes === demotes);
  if (found.length === 0) return [reason];
  return found.map((one) => ({
    ...reason,
    kind: !demotes && (one.suggestion || one.fix_deadline_time) ? 'correction_needed' : reason.kind,
    message: messageOf(one),
    remedy: one.suggestion,
    due: one.fix_deadline_time ?? null,
  }));
}

const messageOf = ({ violation_type: type, violation_reason: why }: Violation) =>
  [type, why].filter(Boolean).join(': ');
