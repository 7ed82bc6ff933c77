import { formatDocument } from '#contract/brazil.ts';
import { marketplaceName } from '#contract/marketplaces/marketplace.ts';
import {
  type FiscalAddress,
  type FiscalData,
  type FiscalGoods,
  type FiscalLine,
  fiscalGaps,
} from '#contract/orders/fiscal-data.ts';
import type { ExportColumn } from '#server/http/export.ts';

/** A row of a sheet: one of the goods, or a line whose goods are unknown. */
export type FiscalRow = { sale: FiscalData; line: FiscalLine; goods: FiscalGoods | null };

type Column = ExportColumn<FiscalRow>;
type Address = FiscalAddress | null | undefined;

const addressParts = [
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
  'state',
  'zip',
  'country',
] as const;

const addressColumns = (of: 'billing' | 'delivery', read: (row: FiscalRow) => Address): Column[] =>
  addressParts.map((part) => ({
    label: (words) => `${words.orders.fiscal.fields[part]} (${words.orders.fiscal.columns[of]})`,
    value: (row) => read(row)?.[part],
  }));

/** Documents and codes are text, so that a spreadsheet keeps their zeros. */
export const fiscalColumns: readonly Column[] = [
  { label: (words) => words.orders.sale, value: ({ sale }) => String(sale.id) },
  { label: (words) => words.orders.number, value: ({ sale }) => sale.remoteOrderId },
  { label: (words) => words.orders.pack, value: ({ sale }) => sale.packId },
  { label: (words) => words.orders.storeNumberColumn, value: ({ sale }) => sale.storeNumber },
  {
    label: (words) => words.orders.marketplace,
    value: ({ sale }, words) => marketplaceName(sale.marketplace) ?? words.orders.manual,
  },
  { label: (words) => words.orders.account, value: ({ sale }) => sale.account },
  { label: (words) => words.orders.purchased, value: ({ sale }) => sale.purchasedAt, kind: 'instant' },
  {
    label: (words) => words.orders.fiscal.fields.name,
    value: ({ sale }, words) => (sale.buyer ? sale.buyer.name : words.orders.fiscal.columns.erased),
  },
  {
    label: (words) => words.orders.fiscal.fields.document,
    value: ({ sale: { buyer } }) => (buyer?.document ? formatDocument(buyer.document) : buyer?.otherDocument),
  },
  {
    label: (words) => words.orders.fiscal.fields.taxpayer,
    value: ({ sale: { buyer } }, words) => buyer?.taxpayer && words.orders.fiscal.taxpayers[buyer.taxpayer],
  },
  {
    label: (words) => words.orders.fiscal.fields.stateRegistration,
    value: ({ sale }) => sale.buyer?.stateRegistration,
  },
  ...addressColumns('billing', ({ sale }) => sale.buyer?.billingAddress),
  {
    label: (words) => words.orders.fiscal.fields.receiver,
    value: ({ sale }) => sale.buyer?.delivery?.name,
  },
  ...addressColumns('delivery', ({ sale }) => sale.buyer?.delivery),
  { label: (words) => words.orders.fiscal.columns.line, value: ({ line }) => line.title },
  {
    label: (words) => words.orders.fiscal.columns.goods,
    value: ({ line, goods }) => goods?.name ?? line.title,
  },
  { label: () => 'SKU', value: ({ line, goods }) => goods?.sku ?? line.sku },
  { label: () => 'GTIN', value: ({ goods }) => goods?.gtin },
  { label: () => 'NCM', value: ({ goods }) => goods?.ncm },
  { label: () => 'CEST', value: ({ goods }) => goods?.cest },
  {
    label: (words) => words.orders.fiscal.columns.origin,
    value: ({ goods }) => goods?.origin?.toString(),
  },
  { label: (words) => words.orders.fiscal.fields.unit, value: ({ goods }) => goods?.unit },
  {
    label: (words) => words.orders.fiscal.columns.quantity,
    value: ({ line, goods }) => goods?.quantity ?? line.quantity,
    kind: 'number',
  },
  {
    label: (words) => words.orders.fiscal.columns.amount,
    value: ({ line, goods }) => goods?.totalCentavos ?? line.totalCentavos,
    kind: 'money',
  },
  {
    label: (words) => words.orders.fiscal.columns.saleGoods,
    value: ({ sale }) => sale.totals.goodsCentavos,
    kind: 'money',
  },
  {
    label: (words) => words.orders.fiscal.columns.saleDiscount,
    value: ({ sale }) => sale.totals.discountCentavos,
    kind: 'money',
  },
  {
    label: (words) => words.orders.fiscal.columns.saleFreight,
    value: ({ sale }) => sale.totals.freightCentavos,
    kind: 'money',
  },
  {
    label: (words) => words.orders.fiscal.columns.saleTotal,
    value: ({ sale }) => sale.totals.totalCentavos,
    kind: 'money',
  },
  {
    label: (words) => words.orders.fiscal.columns.gaps,
    value: ({ sale }, words) =>
      fiscalGaps
        .filter((gap) => sale.gaps.includes(gap))
        .map((gap) => words.orders.fiscal.gaps[gap])
        .join(', '),
  },
];
