import type { Locale } from './messages/locale.ts';

/** Numbers that are no money, in the writing of each language: `1.000` and `12,5%`, `1,000` and `12.5%`. */
const tags: Record<Locale, string> = { pt: 'pt-BR', en: 'en-US' };

type Writing = { decimals?: number; least?: number; grouped?: boolean };
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: Locale, style: 'decimal' | 'percent', writing: Writing): Intl.NumberFormat {
  const { decimals = 3, least = 0, grouped = true } = writing;
  const key = `${locale} ${style} ${decimals} ${least} ${grouped}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(tags[locale], {
    style,
    maximumFractionDigits: decimals,
    minimumFractionDigits: least,
    useGrouping: grouped,
  });
  formats.set(key, made);
  return made;
}

/** `decimals` digits after the separator at most, three by default, and `least` at least. */
export function formatFigure(value: number, locale: Locale, writing: Writing = {}): string {
  return formatOf(locale, 'decimal', writing).format(value);
}

export function formatBasisPoints(basisPoints: number, locale: Locale): string {
  return formatOf(locale, 'percent', { decimals: 2 }).format(basisPoints / 10_000);
}

/** The digits before the decimals, and between thousands. */
export function separatorsOf(locale: Locale): { decimal: string; thousand: string } {
  return locale === 'pt' ? { decimal: ',', thousand: '.' } : { decimal: '.', thousand: ',' };
}

/** A typed text with two readings, such as `1.234` in a field with three decimals. */
export const unclear = 'unclear';

/**
 * A typed number in either writing; null if it is not a number with at most this many decimals. The only separator before
 * three digits is read as the language writes it, unless decimals make both readings possible: then it is unclear,
 * because a value must never become a thousand times larger or smaller than what somebody meant.
 */
export function parseFigure(text: string, locale: Locale, decimals = 0): number | typeof unclear | null {
  const match = /^(-?)(\d+(?:[.,]\d+)*)$/.exec(text.trim());
  if (!match) return null;
  const [, sign = '', body = ''] = match;
  const [first, ...others] = body.match(/[.,]/g) ?? [];
  const signs = new Set([first, ...others]);
  const at = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const numberOf = (whole: string, fraction = ''): number => Number(`${sign}${whole}.${fraction || '0'}`) + 0;
  if (first === undefined) return numberOf(body);
  const whole = body.slice(0, at);
  const fraction = body.slice(at + 1);
  if (signs.size === 2) {
    const grouped = isGrouped(whole, first) && !whole.includes(body[at] ?? '');
    return grouped && fraction.length <= decimals ? numberOf(whole.replaceAll(first, ''), fraction) : null;
  }
  const asThousands = isGrouped(body, first) ? numberOf(body.replaceAll(first, '')) : null;
  const asDecimals = others.length === 0 && fraction.length <= decimals ? numberOf(whole, fraction) : null;
  if (asThousands === null || others.length > 0) return asDecimals ?? asThousands;
  if (first === separatorsOf(locale).decimal) return asDecimals;
  return asDecimals === null ? asThousands : unclear;
}

/** `1.234.567`, but not `0.500`. */
const isGrouped = (text: string, sign: string): boolean =>
  new RegExp(`^[1-9]\\d{0,2}(?:\\${sign}\\d{3})+$`).test(text);
