export const locales = ['pt', 'en'] as const;
export type Locale = (typeof locales)[number];
/** The first language of a person's own list, the most wanted first, that there is here. */
export function negotiateLocale(wanted: readonly string[]): Locale {
  const languages = wanted.map((language) => language.trim().slice(0, 2).toLowerCase());
  return languages.flatMap((language) => locales.filter((locale) => locale === language))[0] ?? 'pt';
}

/** The languages of an Accept-Language header, by their weight. */
export const readAcceptLanguage = (header = ''): string[] =>
  header
    .split(',')
    .map((part) => {
      const [language = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return { language, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language);

export const localeCookie = 'easy_locale';
export const localeCookieDays = 365;

/**
 * Fills `{{name}}` in a message. `{{n:name}}` is a quantity, written by `quantity`; other numbers, such as that of a sale,
 * have no thousands.
 */
export function fill(
  message: string,
  values: Readonly<Record<string, unknown>> = {},
  quantity: (value: number) => string = String,
): string {
  return message.replace(/\{\{(n:)?(\w+)\}\}/g, (_, isQuantity: string | undefined, key: string) => {
    const value = values[key] ?? '';
    if (isQuantity && typeof value === 'number') return quantity(value);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
