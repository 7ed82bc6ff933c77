import type { api } from '#contract/index.ts';
import { marketplaceName } from '#contract/marketplaces/marketplace.ts';
import type { OrderListRow } from '#contract/orders/order.ts';
import type { ResultPart } from '#contract/orders/sale-result.ts';
import {
  columnsBy,
  type ExportColumn,
  type ExportColumns,
  type ExportKey,
  type ExportOptions,
} from '#server/http/export.ts';
import { listOrders } from './order-list.ts';

const writtenParts = [
  'sellerDiscount',
  'freightCharged',
  'processingFee',
  'taxes',
  'refund',
  'adjustment',
] as const satisfies ResultPart[];

/** Parts of the result without a column of their own below; empty if one is unknown. */
const partColumns = columnsBy(
  writtenParts,
  (name): ExportColumn<OrderListRow> => ({
    label: (words) => words.orders.result.parts[name],
    value: (row) => row.money?.parts.find((part) => part.name === name)?.amount,
    kind: 'money',
    priced: true,
  }),
);

const columns: ExportColumns<OrderListRow, ExportKey<typeof api.orders.export>> = {
  sale: { label: (words) => words.orders.sale, value: (row) => String(row.id) },
  number: { label: (words) => words.orders.number, value: (row) => row.remoteOrderId },
  pack: { label: (words) => words.orders.pack, value: (row) => row.packId },
  storeNumber: {
    label: (words) => words.orders.storeNumberColumn,
    value: (row) => row.storeNumber,
  },
  status: {
    label: (words) => words.orders.status,
    value: (row, words) => words.orders.statuses[row.status],
  },
  marketplace: {
    label: (words) => words.orders.marketplace,
    value: (row, words) => marketplaceName(row.marketplace) ?? words.orders.manual,
  },
  account: { label: (words) => words.orders.account, value: (row) => row.account?.name },
  buyer: { label: (words) => words.orders.buyer, value: (row) => row.buyerName },
  items: { label: (words) => words.orders.items, value: (row) => row.items },
  supplier: { label: (words) => words.orders.supplier, value: (row) => row.supplier?.name },
  tracking: { label: (words) => words.orders.tracking, value: (row) => row.trackingCode },
  purchased: {
    label: (words) => words.orders.purchased,
    value: (row) => row.purchasedAt,
    kind: 'instant',
  },
  limit: {
    label: (words) => words.orders.dispatchLimit,
    value: (row) => row.dispatchLimit,
    kind: 'instant',
  },
  document: {
    label: (words) => words.orders.list.document,
    value: (row, words) => words.orders.documents[row.document],
  },
  tags: {
    label: (words) => words.orders.tags.title,
    value: (row) => row.tags.map(({ name }) => name).join(', '),
  },
  total: {
    label: (words) => words.orders.total,
    value: (row) => row.money?.total,
    kind: 'money',
    priced: true,
  },
  fee: {
    label: (words) => words.orders.fee,
    value: (row) => row.money?.fee,
    kind: 'money',
    priced: true,
  },
  freight: {
    label: (words) => words.orders.freight,
    value: (row) => row.money?.freight,
    kind: 'money',
    priced: true,
  },
  ...partColumns,
  payout: {
    label: (words) => words.orders.result.payout,
    value: (row) => row.money?.payout,
    kind: 'money',
    priced: true,
  },
  cost: {
    label: (words) => words.orders.cost,
    value: (row) => row.money?.cost,
    kind: 'money',
    priced: true,
  },
  salesTax: {
    label: (words) => words.orders.salesTax,
    value: (row) => row.money?.salesTax,
    kind: 'money',
    priced: true,
  },
  margin: {
    label: (words) => words.orders.margin,
    value: (row) => row.money?.margin,
    kind: 'money',
    priced: true,
  },
  marginBound: {
    label: (words) => words.orders.marginBound,
    value: ({ money }, words) => {
      if (!money?.atMost) return '';
      return money.margin < 0 ? words.orders.result.atLeast : words.orders.result.atMost;
    },
    priced: true,
  },
};

export const orderExport: ExportOptions<OrderListRow, ExportKey<typeof api.orders.export>> = {
  name: (words) => words.orders.title,
  list: listOrders,
  buyersOf: 'orders',
  columns,
};
