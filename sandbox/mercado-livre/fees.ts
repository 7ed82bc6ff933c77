import type { Category } from './categories.ts';

export const listingTypes = [
  { id: 'gold_pro', name: 'Premium', exposure: 'highest', addOn: 5 },
  { id: 'gold_special', name: 'Clássico', exposure: 'highest', addOn: 0 },
  { id: 'free', name: 'Grátis', exposure: 'lowest', addOn: 0 },
] as const;

const FREE_SHIPPING_FROM = 79;
const DEFAULT_PERCENT = 12;

export const roundReais = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;

/** Since 02/03/2026 parcels with Mercado Livre's own label have no fixed fee, except for Flex (comissao-por-vender). */
const paysFixedFee = (mode: string | undefined, logisticType: string | undefined): boolean => {
  if (mode === undefined && logisticType === undefined) return true;
  if (mode !== undefined && mode !== 'me2') return true;
  return logisticType === 'self_service';
};

const fixedFee = (price: number): number => {
  if (price >= FREE_SHIPPING_FROM) return 0;
  if (price < 12.5) return roundReais(price / 2);
  if (price < 29) return 6.25;
  return price < 50 ? 6.5 : 6.75;
};

/** A category with the fee that was set for it, if one was. */
export const charged = (fees: Record<string, number>, category: Category | null): Category | null =>
  category && { ...category, fee: fees[category.id] ?? category.fee };

export type FeeQuestion = {
  price: number;
  category: Category | null;
  listingTypeId: string;
  mode?: string | undefined;
  logisticType?: string | undefined;
};

export const feeOf = (question: FeeQuestion) => {
  const type = listingTypes.find((candidate) => candidate.id === question.listingTypeId);
  const base = question.listingTypeId === 'free' ? 0 : (question.category?.fee ?? DEFAULT_PERCENT);
  const addOn = type?.addOn ?? 0;
  const charged = question.listingTypeId !== 'free' && paysFixedFee(question.mode, question.logisticType);
  const fixed = charged ? fixedFee(question.price) : 0;
  const amount = roundReais((question.price * (base + addOn)) / 100 + fixed);
  return { amount, percent: base + addOn, meliPercent: base, addOn, fixed };
};

export type ParcelSize = { height: number; width: number; length: number; grams: number };

/** Upper bound in grams → what the seller pays. */
const freightSteps = [
  [500, 18.9],
  [1000, 20.9],
  [2000, 22.9],
  [5000, 29.9],
  [10_000, 45.9],
  [Number.POSITIVE_INFINITY, 79.9],
] as const;

/** The heavier of weight and volume counts. */
export const billableGrams = ({ height, width, length, grams }: ParcelSize): number =>
  Math.max(grams, Math.round((height * width * length) / 6));

export const freightOf = (size: ParcelSize): number =>
  freightSteps.find(([upTo]) => billableGrams(size) <= upTo)?.[1] ?? 0;

export const hasFreeShipping = (price: number): boolean => price >= FREE_SHIPPING_FROM;
