import type { api } from '#contract/index.ts';
import { marketplaceName } from '#contract/marketplaces/marketplace.ts';
import type { ExportKey, ExportOptions } from '#server/http/export.ts';
import { listCheckout } from './checkout.queries.ts';

type Row = Awaited<ReturnType<typeof listCheckout>>['items'][number];

export const checkoutExport: ExportOptions<Row, ExportKey<typeof api.checkout.export>> = {
  name: (words) => words.orders.bench.fileName,
  list: listCheckout,
  buyersOf: 'checkout',
  columns: {
    id: { label: (words) => words.orders.bench.sale, value: (row) => String(row.id) },
    status: {
      label: (words) => words.orders.bench.status,
      value: (row, words) =>
        row.refusedReason === null ? words.orders.statuses[row.status] : words.orders.flags.refusedHere,
    },
    limit: {
      label: (words) => words.orders.bench.dispatchLimit,
      value: (row) => row.dispatchLimit,
      kind: 'instant',
    },
    seller: { label: (words) => words.orders.bench.seller, value: (row) => row.seller.name },
    warehouse: { label: (words) => words.orders.bench.warehouse, value: (row) => row.warehouse?.name },
    marketplace: {
      label: (words) => words.orders.bench.marketplace,
      value: (row, words) => marketplaceName(row.marketplace) ?? words.orders.manual,
    },
    remote: { label: (words) => words.orders.number, value: (row) => row.remoteOrderId },
    items: { label: (words) => words.orders.bench.items, value: (row) => row.items },
    units: {
      label: (words) => words.orders.bench.units,
      value: (row) => row.unitCount,
      kind: 'number',
    },
    buyer: { label: (words) => words.orders.bench.buyer, value: (row) => row.buyerName },
    tracking: { label: (words) => words.orders.bench.tracking, value: (row) => row.trackingCode },
    date: {
      label: (words) => words.orders.bench.purchased,
      value: (row) => row.purchasedAt,
      kind: 'instant',
    },
    packed: {
      label: (words) => words.orders.bench.packed,
      value: (row) => row.packedAt,
      kind: 'instant',
    },
  },
};
