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
