export const locales = ['pt', 'en'] as const;
export type Locale = (typeof locales)[number];
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
