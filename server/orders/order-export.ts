import { marketplaceName } from '#contract/marketplaces/marketplace.ts';
import type { OrderListRow } from '#contract/orders/order.ts';
import type { ResultPart } from '#contract/orders/sale-result.ts';
import type { ExportColumn, ExportOptions } from '#server/http/export.ts';
import { listOrders } from './order-list.ts';

const writtenParts = [
  'sellerDiscount',
  'freightCharged',
  'processingFee',
  'taxes',
  'refund',
  'adjustment',
] as const satisfies ResultPart[];

/** Named parts of the result that have no column of their own below; empty where one is unknown. */
const partColumns = writtenParts.map(
  (name): ExportColumn<OrderListRow> => ({
    key: name,
    label: (words) => words.orders.result.parts[name],
    value: (row) => row.money?.parts.find((part) => part.name === name)?.amount,
    kind: 'money',
    priced: true,
  }),
);

const columns: ExportColumn<OrderListRow>[] = [
  {
    key: 'number',
    label: (words) => words.orders.number,
    value: (row) => row.remoteOrderId ?? String(row.id),
  },
  { key: 'pack', label: (words) => words.orders.pack, value: (row) => row.packId },
  {
    key: 'storeNumber',
    label: (words) => words.orders.storeNumberColumn,
    value: (row) => row.storeNumber,
  },
  {
    key: 'status',
    label: (words) => words.orders.status,
    value: (row, words) => words.orders.statuses[row.status],
  },
  {
    key: 'marketplace',
    label: (words) => words.orders.marketplace,
    value: (row, words) => marketplaceName(row.marketplace) ?? words.orders.manual,
  },
  { key: 'account', label: (words) => words.orders.account, value: (row) => row.account?.name },
  { key: 'buyer', label: (words) => words.orders.buyer, value: (row) => row.buyerName },
  { key: 'items', label: (words) => words.orders.items, value: (row) => row.items },
  { key: 'supplier', label: (words) => words.orders.supplier, value: (row) => row.supplier?.name },
  { key: 'tracking', label: (words) => words.orders.tracking, value: (row) => row.trackingCode },
  {
    key: 'purchased',
    label: (words) => words.orders.purchased,
    value: (row) => row.purchasedAt,
    kind: 'instant',
  },
  {
    key: 'limit',
    label: (words) => words.orders.dispatchLimit,
    value: (row) => row.dispatchLimit,
    kind: 'instant',
  },
  {
    key: 'document',
    label: (words) => words.orders.list.document,
    value: (row, words) => words.orders.documents[row.document],
  },
  {
    key: 'total',
    label: (words) => words.orders.total,
    value: (row) => row.money?.total,
    kind: 'money',
    priced: true,
  },
  {
    key: 'fee',
    label: (words) => words.orders.fee,
    value: (row) => row.money?.fee,
    kind: 'money',
    priced: true,
  },
  {
    key: 'freight',
    label: (words) => words.orders.freight,
    value: (row) => row.money?.freight,
    kind: 'money',
    priced: true,
  },
  ...partColumns,
  {
    key: 'payout',
    label: (words) => words.orders.result.payout,
    value: (row) => row.money?.payout,
    kind: 'money',
    priced: true,
  },
  {
    key: 'cost',
    label: (words) => words.orders.cost,
    value: (row) => row.money?.cost,
    kind: 'money',
    priced: true,
  },
  {
    key: 'margin',
    label: (words) => words.orders.margin,
    value: (row) => row.money?.margin,
    kind: 'money',
    priced: true,
  },
  {
    key: 'marginBound',
    label: (words) => words.orders.marginBound,
    value: ({ money }, words) => {
      if (!money?.atMost) return '';
      return money.margin < 0 ? words.orders.result.atLeast : words.orders.result.atMost;
    },
    priced: true,
  },
];

export const orderExport: ExportOptions<OrderListRow> = {
  name: (words) => words.orders.title,
  list: listOrders,
  buyersOf: 'orders',
  columns,
};
