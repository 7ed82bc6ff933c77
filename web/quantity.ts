import { formatBasisPoints, formatFigure, parseFigure } from '#contract/figures.ts';
import type { Locale } from '#contract/messages/locale.ts';
import { type Centavos, formatMoney } from '#contract/money.ts';
import { mostCounted } from '#contract/primitives.ts';
import { joined } from './joined.ts';

let locale: Locale = 'pt';

/** Sets the language in which all figures are written. Money stays Brazilian. */
export function writeFiguresIn(next: Locale): void {
  locale = next;
}

/** Quantities and measures. */
export function formatQuantity(value: number): string {
  return formatFigure(value, locale);
}

/** A count that stops at the cap: *10,000+*. */
export const formatCount = (count: number): string =>
  count >= mostCounted ? `${formatQuantity(mostCounted)}+` : formatQuantity(count);

/** `R$ 1.234,56` on a screen: no line ends after the sign. What is copied, sent or saved has `formatMoney`. */
export function writeMoney(centavos: Centavos): string {
  return joined(formatMoney(centavos));
}

/** At least `least` and at most `decimals` digits after the separator. */
export function formatDecimal(value: number, decimals: number, least = 0): string {
  return formatFigure(value, locale, { decimals, least });
}

/** As typed, without thousands. */
export function printDecimal(value: number, decimals: number): string {
  return formatFigure(value, locale, { decimals, grouped: false });
}

/** Basis points → `12,5%`, `12.5%`. */
export function formatPercent(basisPoints: number): string {
  return formatBasisPoints(basisPoints, locale);
}

/** A minus and a number: understood, where only zero or more is accepted. */
export const isNegative = (text: string): boolean => /^\s*[-−–]\s*\d/.test(text);

/** A typed number with at most this many decimals; null if it is none, `unclear` if it has two readings. */
export const parseQuantity = (text: string, decimals = 0) => parseFigure(text, locale, decimals);
