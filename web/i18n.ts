import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Messages } from '#contract/messages/index.ts';
import { fill, type Locale, localeCookie, localeCookieDays, locales } from '#contract/messages/locale.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: Messages;
    returnNull: false;
  }
}

export type Namespace = keyof Messages;

/** One small file per language and area: a screen brings only the catalogue of its own area. */
const catalogues = import.meta.glob<Record<string, object>>([
  '../contract/messages/{pt,en}/*.ts',
  '!**/index.ts',
]);

async function readCatalogue(locale: string, namespace: string): Promise<object> {
  const load = catalogues[`../contract/messages/${locale}/${namespace}.ts`];
  const module = await load?.();
  return module?.[namespace] ?? {};
}

export function currentLocale(): Locale {
  const cookie = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`).exec(document.cookie)?.[1];
  const wanted = cookie ?? navigator.language.slice(0, 2);
  return locales.find((locale) => locale === wanted) ?? 'pt';
}

export async function startI18n(locale: Locale = currentLocale()): Promise<void> {
  await i18next
    .use({
      type: 'backend' as const,
      read: (language: string, namespace: string, done: (error: unknown, data: object | null) => void) => {
        readCatalogue(language, namespace).then(
          (data) => done(null, data),
          (error: unknown) => done(error, null),
        );
      },
    })
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: false,
      supportedLngs: [...locales],
      ns: ['ui', 'errors', 'fields'],
      defaultNS: 'ui',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  document.documentElement.lang = htmlLanguage(locale);
}

const htmlLanguage = (locale: Locale) => (locale === 'pt' ? 'pt-BR' : 'en');

/** Changes the language of everything at once and remembers it for a year. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const seconds = localeCookieDays * 24 * 60 * 60;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie; the Cookie Store API is not everywhere
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
  await i18next.changeLanguage(locale);
  document.documentElement.lang = htmlLanguage(locale);
}

export function loadNamespace(namespace: Namespace): Promise<void> {
  return i18next.loadNamespaces(namespace);
}

/** The area's own message of an act (`failures` or `successes`, keyed `<entity>.<act>`), if a loaded area has one. */
export function actMessage(kind: 'failures' | 'successes', name: string): string | undefined {
  const bundles: Record<string, { failures?: Record<string, string>; successes?: Record<string, string> }> =
    i18next.getDataByLanguage(i18next.language) ?? {};
  for (const bundle of Object.values(bundles)) {
    const message = bundle[kind]?.[name];
    if (message) return fill(message);
  }
  return undefined;
}
