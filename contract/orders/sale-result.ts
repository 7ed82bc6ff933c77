import { type Centavos, sumMoney } from '../money.ts';

/**
 * Parts of the result of a sale, as they are added up: the payout is what the marketplace owes for it, the profit what is left
 * after the goods are paid. `-`: taken off; `0`: told beside, since it is nothing of the seller's.
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
  /** What the marketplace pays out more (or less, below zero) than the parts above amount to. */
  other: '+',
} as const;
export type ResultPart = keyof typeof resultParts;
export const resultPartNames = Object.keys(resultParts) as ResultPart[];

/** What is known of the money of a sale. Zero is an amount, null is unknown. */
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
  /** As the marketplace itself tells it. */
  payout: Centavos | null;
  /** Of the goods; null of a sale whose goods are not known. */
  cost: Centavos | null;
};

export type SaleResult = {
  parts: { name: ResultPart; amount: Centavos | null }[];
  payout: Centavos;
  profit: Centavos;
  /** Something of it is unknown: the profit is so much at most. */
  atMost: boolean;
};

/** The one calculation of what a sale leaves: lists, pages and exports ask it. */
export function resultOf(facts: SaleMoneyFacts): SaleResult {
  const { total, payout: told, cost, ...rest } = facts;
  const known: Record<ResultPart, Centavos | null> = {
    ...rest,
    goods: total + (facts.sellerDiscount ?? 0),
    other: null,
  };
  const computed = sumMoney(resultPartNames.map((name) => signed(name, known[name] ?? 0)));
  const isUnknown = told === null && resultPartNames.some((name) => name !== 'other' && known[name] === null);
  known.other = told === null ? 0 : told - computed;
  const payout = told ?? computed;
  return {
    parts: resultPartNames.map((name) => ({ name, amount: known[name] })),
    payout,
    profit: payout - (cost ?? 0),
    atMost: isUnknown || cost === null,
  };
}

function signed(name: ResultPart, amount: Centavos): Centavos {
  const sign = resultParts[name];
  if (sign === '0') return 0;
  return sign === '-' ? -amount : amount;
}
