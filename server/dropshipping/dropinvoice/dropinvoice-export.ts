import type { DropinvoiceRow } from '#contract/dropshipping/dropinvoice.ts';
import type { ExportColumn, ExportOptions } from '#server/http/export.ts';
import { listDropinvoices } from './dropinvoice.queries.ts';

/** Who settles with whom, in every file of the settlement. */
export const sideColumns: ExportColumn<Pick<DropinvoiceRow, 'seller' | 'supplier'>>[] = [
  {
    key: 'seller',
    label: (words) => words.dropshipping.settlement.seller,
    value: (row) => row.seller.name,
  },
  {
    key: 'supplier',
    label: (words) => words.dropshipping.settlement.supplier,
    value: (row) => row.supplier.name,
  },
];

export const dropinvoiceExport: ExportOptions<DropinvoiceRow> = {
  name: ({ dropshipping: { settlement } }, { businessType }) =>
    businessType === 'supply' ? settlement.supplierTitle : settlement.sellerTitle,
  list: (tx, _actor, query) => listDropinvoices(tx, query),
  columns: [
    {
      key: 'number',
      label: (words) => words.dropshipping.settlement.number,
      value: (row) => String(row.number),
    },
    { key: 'day', label: (words) => words.dropshipping.settlement.day, value: (row) => row.day, kind: 'day' },
    ...sideColumns,
    {
      key: 'quantity',
      label: (words) => words.dropshipping.settlement.quantity,
      value: (row) => row.productQuantity,
      kind: 'number',
    },
    {
      key: 'value',
      label: (words) => words.dropshipping.settlement.value,
      value: (row) => row.totalCentavos,
      kind: 'money',
    },
    {
      key: 'payable',
      label: (words) => words.dropshipping.settlement.toPay,
      value: (row) => (row.closedAt === null || row.state === 'complete' ? 0 : row.payableCentavos),
      kind: 'money',
    },
    {
      key: 'received',
      label: (words) => words.dropshipping.settlement.received,
      value: (row) => row.receivedCentavos,
      kind: 'money',
    },
    {
      key: 'due',
      label: (words) => words.dropshipping.settlement.due,
      value: (row) => row.dueOn,
      kind: 'day',
    },
    {
      key: 'status',
      label: (words) => words.dropshipping.settlement.status,
      value: (row, words) => words.dropshipping.settlement.states[row.closedAt ? row.state : 'open'],
    },
  ],
};
