import type { DropinvoiceRow } from '#contract/dropshipping/dropinvoice.ts';
import type { api } from '#contract/index.ts';
import type { ExportColumns, ExportKey, ExportOptions } from '#server/http/export.ts';
import { listDropinvoices } from './dropinvoice.queries.ts';

/** Who settles with whom, in every file of the settlement. */
export const sideColumns: ExportColumns<
  Pick<DropinvoiceRow, 'seller' | 'supplier'>,
  'seller' | 'supplier'
> = {
  seller: {
    label: (words) => words.dropshipping.settlement.seller,
    value: (row) => row.seller.name,
  },
  supplier: {
    label: (words) => words.dropshipping.settlement.supplier,
    value: (row) => row.supplier.name,
  },
};

export const dropinvoiceExport: ExportOptions<DropinvoiceRow, ExportKey<typeof api.dropinvoices.export>> = {
  name: ({ dropshipping: { settlement } }, { businessType }) =>
    businessType === 'supply' ? settlement.supplierTitle : settlement.sellerTitle,
  list: (tx, _actor, query) => listDropinvoices(tx, query),
  columns: {
    number: {
      label: (words) => words.dropshipping.settlement.number,
      value: (row) => String(row.number),
    },
    day: { label: (words) => words.dropshipping.settlement.day, value: (row) => row.day, kind: 'day' },
    ...sideColumns,
    quantity: {
      label: (words) => words.dropshipping.settlement.quantity,
      value: (row) => row.productQuantity,
      kind: 'number',
    },
    value: {
      label: (words) => words.dropshipping.settlement.value,
      value: (row) => row.totalCentavos,
      kind: 'money',
    },
    payable: {
      label: (words) => words.dropshipping.settlement.toPay,
      value: (row) => (row.closedAt === null || row.state === 'complete' ? 0 : row.payableCentavos),
      kind: 'money',
    },
    received: {
      label: (words) => words.dropshipping.settlement.received,
      value: (row) => row.receivedCentavos,
      kind: 'money',
    },
    due: {
      label: (words) => words.dropshipping.settlement.due,
      value: (row) => row.dueOn,
      kind: 'day',
    },
    status: {
      label: (words) => words.dropshipping.settlement.status,
      value: (row, words) => words.dropshipping.settlement.states[row.closedAt ? row.state : 'open'],
    },
  },
};
