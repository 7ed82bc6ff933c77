import { marketplaceName } from '#contract/marketplaces/marketplace.ts';
import type { ExportOptions } from '#server/http/export.ts';
import { listCheckout } from './checkout.queries.ts';

type Row = Awaited<ReturnType<typeof listCheckout>>['items'][number];

export const checkoutExport: ExportOptions<Row> = {
  name: (words) => words.orders.bench.fileName,
  list: listCheckout,
  buyersOf: 'checkout',
  columns: [
    { key: 'id', label: (words) => words.orders.bench.sale, value: (row) => String(row.id) },
    {
      key: 'status',
      label: (words) => words.orders.bench.status,
      value: (row, words) =>
        row.refusedReason === null ? words.orders.statuses[row.status] : words.orders.flags.refusedHere,
    },
    {
      key: 'limit',
      label: (words) => words.orders.bench.dispatchLimit,
      value: (row) => row.dispatchLimit,
      kind: 'instant',
    },
    { key: 'seller', label: (words) => words.orders.bench.seller, value: (row) => row.seller.name },
    { key: 'warehouse', label: (words) => words.orders.bench.warehouse, value: (row) => row.warehouse?.name },
    {
      key: 'marketplace',
      label: (words) => words.orders.bench.marketplace,
      value: (row, words) => marketplaceName(row.marketplace) ?? words.orders.manual,
    },
    { key: 'remote', label: (words) => words.orders.number, value: (row) => row.remoteOrderId },
    { key: 'items', label: (words) => words.orders.bench.items, value: (row) => row.items },
    {
      key: 'units',
      label: (words) => words.orders.bench.units,
      value: (row) => row.unitCount,
      kind: 'number',
    },
    { key: 'buyer', label: (words) => words.orders.bench.buyer, value: (row) => row.buyerName },
    { key: 'tracking', label: (words) => words.orders.bench.tracking, value: (row) => row.trackingCode },
    {
      key: 'date',
      label: (words) => words.orders.bench.purchased,
      value: (row) => row.purchasedAt,
      kind: 'instant',
    },
    {
      key: 'packed',
      label: (words) => words.orders.bench.packed,
      value: (row) => row.packedAt,
      kind: 'instant',
    },
  ],
};
