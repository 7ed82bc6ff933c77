import type { FilterFields } from '../filter.ts';
import { approvalReasons, supplierStatuses } from './order-states.ts';

/** Filters of the list of sales to ship; people see `late` as a status. */
export const checkoutFilter = {
  status: { kind: 'choice', values: [...supplierStatuses, 'late'] },
  warehouse: { kind: 'id' },
  seller: { kind: 'text' },
  marketplace: { kind: 'text' },
  /** The pile it is handed over with: marketplace and way of sending, with a slash between. */
  carrier: { kind: 'text' },
  limit: { kind: 'day' },
  /** A dispatch limit, for all within its hour, or `late` or `none`. */
  due: { kind: 'text' },
  date: { kind: 'day' },
  /** Read off the goods, whole: SKU, GTIN, or the volume that has them. */
  code: { kind: 'text' },
  /** Read off the label of a parcel, whole: its shipment or its tracking code. */
  label: { kind: 'text' },
  /** On a picking list that is not over. */
  listed: { kind: 'flag' },
  /** Picked by a finished list, and not taken by a packer yet. */
  ready: { kind: 'flag' },
  /** The tote that its goods lie in. */
  tote: { kind: 'text' },
  /** The place of the cart that its goods lie in, until it is packed. */
  cart: { kind: 'text' },
  changed: { kind: 'flag' },
  /** Packed under a label of ours, until the channel's is printed over it. */
  unlabelled: { kind: 'flag' },
  reason: { kind: 'choice', values: approvalReasons },
  /** Being picked by the reader. */
  mine: { kind: 'flag' },
} as const satisfies FilterFields;
export const checkoutSorts = ['limit', 'date', 'id'] as const;
