import type { BankRow, BankStatement, BankTarget } from '#contract/dropshipping/bank-statement.ts';

/** A target as a select value: the ids of its invoices, or its payout. */
export const keyOfTarget = ({ invoices, payout }: BankTarget): string =>
  payout ? `p${payout.id}` : `i${invoices.map(({ id }) => id).join()}`;

/** Possible targets of a row: the proposed ones, and every open invoice, the nearest amount first. */
export function targetsFor(row: BankRow, open: BankStatement['open']) {
  const proposed = row.targets.map((target) => ({ key: keyOfTarget(target), target }));
  const known = new Set(proposed.map(({ key }) => key));
  const distance = ({ payableCentavos }: { payableCentavos: number }) =>
    Math.abs(payableCentavos - row.amountCentavos);
  const others = open
    .toSorted((one, other) => distance(one) - distance(other))
    .map((invoice): BankTarget => ({ invoices: [invoice], payout: null }))
    .map((target) => ({ key: keyOfTarget(target), target }))
    .filter(({ key }) => !known.has(key));
  return { proposed, others };
}

export const payableOf = ({ invoices, payout }: BankTarget): number =>
  payout ? payout.amountCentavos : invoices.reduce((sum, { payableCentavos }) => sum + payableCentavos, 0);

/** A row with its target, as the body of the endpoint. */
export function receiptOf(id: number, key: string) {
  const ids = key.slice(1).split(',').map(Number);
  return key.startsWith('p') ? { id, payoutId: ids[0] ?? 0 } : { id, invoiceIds: ids };
}
