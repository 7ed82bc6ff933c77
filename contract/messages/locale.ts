export const locales = ['pt', 'en'] as const;
export type Locale = (typeof locales)[number];
export const localeCookie = 'easy_locale';
export const localeCookieDays = 365;

/** Fills `{{name}}` in a message; used by mails and problems, the browser does the same. */
export function fill(message: string, values: Readonly<Record<string, unknown>> = {}): string {
  return message.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key] ?? '';
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
