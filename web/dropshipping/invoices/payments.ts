import type { DropinvoiceRow } from '#contract/dropshipping/dropinvoice.ts';

/** What one proof pays: one invoice, or several of one seller. */
export type Payment = {
  key: string;
  seller: string;
  invoices: DropinvoiceRow[];
  total: number;
  paid: number;
};

export function paymentsOf(rows: readonly DropinvoiceRow[]): Payment[] {
  const groups = Map.groupBy(rows, (row) => String(row.proofFileId ?? `invoice ${row.id}`));
  return [...groups].map(([key, invoices]) => ({
    key,
    seller: invoices[0]?.seller.name ?? '',
    invoices,
    total: invoices.reduce((sum, { payableCentavos }) => sum + payableCentavos, 0),
    paid: invoices.reduce((sum, { paidCentavos }) => sum + (paidCentavos ?? 0), 0),
  }));
}
