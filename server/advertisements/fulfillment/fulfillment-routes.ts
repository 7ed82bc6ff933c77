import { fulfillmentStocks } from '#contract/advertisements/fulfillment-stock.ts';
import { type ExportKey, type ExportOptions, exportList } from '#server/http/export.ts';
import type { Handlers } from '#server/http/route.ts';
import { type FulfillmentRow, listFulfillmentRows, listFulfillmentStocks } from './fulfillment.queries.ts';

const columns: ExportOptions<FulfillmentRow, ExportKey<typeof fulfillmentStocks.export>> = {
  name: (words) => words.advertisements.fulfillment.title,
  list: (tx, _actor, query) => listFulfillmentRows(tx, query),
  columns: {
    name: { label: (words) => words.advertisements.fulfillment.ad, value: (row) => row.name },
    sku: { label: (words) => words.advertisements.fulfillment.sku, value: (row) => row.sku },
    account: { label: (words) => words.advertisements.fulfillment.account, value: (row) => row.account_name },
    sellable: {
      label: (words) => words.advertisements.fulfillment.sellable,
      value: (row) => row.sellable,
      kind: 'number',
    },
    inTransfer: {
      label: (words) => words.advertisements.fulfillment.inTransfer,
      value: (row) => row.in_transfer,
      kind: 'number',
    },
    unsellable: {
      label: (words) => words.advertisements.fulfillment.unsellable,
      value: (row) => row.unsellable,
      kind: 'number',
    },
    sold: {
      label: (words) => words.advertisements.fulfillment.sold,
      value: (row) => row.sold ?? 0,
      kind: 'number',
    },
    cover: {
      label: (words) => words.advertisements.fulfillment.cover,
      value: (row) => row.cover,
      kind: 'number',
    },
    target: {
      label: (words) => words.advertisements.fulfillment.target,
      value: (row) => row.fulfillment_days,
      kind: 'number',
    },
    proposed: {
      label: (words) => words.advertisements.fulfillment.proposed,
      value: (row) => row.proposed,
      kind: 'number',
    },
    onShelf: {
      label: (words) => words.advertisements.fulfillment.onShelf,
      value: (row) => row.on_shelf,
      kind: 'number',
    },
    read: {
      label: (words) => words.advertisements.fulfillment.read,
      value: (row) => row.read_at,
      kind: 'instant',
    },
  },
};

export const fulfillmentRoutes: Handlers<typeof fulfillmentStocks> = {
  list: ({ tx, query, outside }) => listFulfillmentStocks(tx, outside, query),
  export: exportList(fulfillmentStocks.export, columns),
};
