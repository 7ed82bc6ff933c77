import { type Centavos, sumMoney } from '../money.ts';

/**
 * Parts of the result of a sale: the payout is what the marketplace owes for it, the profit is the rest after the cost
 * of the goods and the seller's own taxes on the sale. `-`: subtracted; `0`: only shown, because it does not concern the seller.
 */
export const resultParts = {
  goods: '+',
  sellerDiscount: '-',
  marketplaceDiscount: '0',
  freightCharged: '+',
  fee: '-',
  processingFee: '-',
  freight: '-',
  taxes: '-',
  refund: '-',
  adjustment: '+',
  /** The marketplace's payout minus the sum of the parts above. */
  other: '+',
} as const;
export type ResultPart = keyof typeof resultParts;
export const resultPartNames = Object.keys(resultParts) as ResultPart[];

/** Known amounts of a sale. Zero is an amount, null is unknown. */
export type SaleMoneyFacts = {
  /** Goods less the discount that the seller pays. */
  total: Centavos;
  sellerDiscount: Centavos | null;
  marketplaceDiscount: Centavos;
  freightCharged: Centavos | null;
  fee: Centavos | null;
  processingFee: Centavos | null;
  freight: Centavos | null;
  taxes: Centavos | null;
  refund: Centavos | null;
  adjustment: Centavos | null;
  /** As reported by the marketplace. */
  payout: Centavos | null;
  /** Cost of the goods; null if the goods are unknown. */
  cost: Centavos | null;
  /** Taxes that the seller pays on the sale by the entered rate; 0 without one. */
  salesTax: Centavos;
};

export type SaleResult = {
  parts: { name: ResultPart; amount: Centavos | null }[];
  payout: Centavos;
  profit: Centavos;
  /** Something of it is unknown: the profit is so much at most. */
  atMost: boolean;
};

/** The only calculation of a sale's result: lists, pages and exports use it. */
export function resultOf(facts: SaleMoneyFacts): SaleResult {
  const { total, payout: told, cost, salesTax, ...rest } = facts;
  const known: Record<ResultPart, Centavos | null> = {
    ...rest,
    goods: total + (facts.sellerDiscount ?? 0),
    other: null,
  };
  const computed = sumMoney(resultPartNames.map((name) => signedPart(name, known[name] ?? 0)));
  const isUnknown = told === null && resultPartNames.some((name) => name !== 'other' && known[name] === null);
  known.other = told === null ? 0 : told - computed;
  const payout = told ?? computed;
  return {
    parts: resultPartNames.map((name) => ({ name, amount: known[name] })),
    payout,
    profit: payout - (cost ?? 0) - salesTax,
    atMost: isUnknown || cost === null,
  };
}

/** Its effect on the payout. */
export function signedPart(name: ResultPart, amount: Centavos): Centavos {
  const sign = resultParts[name];
  if (sign === '0') return 0;
  return sign === '-' ? -amount : amount;
}
