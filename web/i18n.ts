import { useSyncExternalStore } from 'react';
import {
  type Locale,
  localeCookie,
  localeCookieDays,
  locales,
  negotiateLocale,
} from '#contract/messages/locale.ts';
import { writeFiguresIn } from './quantity.ts';
import {
  type Catalogue,
  type First,
  flatten,
  type Namespace,
  type Prefixed,
  pluralOf,
  type Translate,
  textOf,
  type Values,
} from './translate.ts';

export type { Namespace, Translate } from './translate.ts';

/** One small file per language and area, so that a screen loads only the catalogue of its area. */
const files = import.meta.glob<Record<string, object>>([
  '../contract/messages/{pt,en}/*.ts',
  '!../contract/messages/*/{index,mails,*-*}.ts',
]);

type Loaded = { locale: Locale; areas: ReadonlyMap<Namespace, Catalogue> };
let loaded: Loaded = { locale: 'pt', areas: new Map() };
let plural = pluralOf('pt');
const watchers = new Set<() => void>();
const coming = new Map<string, Promise<Catalogue>>();

async function readCatalogue(locale: Locale, area: Namespace): Promise<Catalogue> {
  const module = await files[`../contract/messages/${locale}/${area}.ts`]?.();
  return flatten(module?.[area] ?? {});
}

function catalogueOf(locale: Locale, area: Namespace): Promise<Catalogue> {
  const name = `${locale}/${area}`;
  const known = coming.get(name);
  if (known) return known;
  const reading = readCatalogue(locale, area);
  coming.set(name, reading);
  reading.catch(() => coming.delete(name));
  return reading;
}

export async function loadNamespace(area: Namespace): Promise<void> {
  const { locale, areas } = loaded;
  if (areas.has(area)) return;
  const catalogue = await catalogueOf(locale, area);
  if (loaded.locale !== locale) return loadNamespace(area);
  loaded = { locale, areas: new Map(loaded.areas).set(area, catalogue) };
}

export function currentLocale(): Locale {
  const cookie = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`).exec(document.cookie)?.[1];
  return locales.find((locale) => locale === cookie) ?? negotiateLocale(navigator.languages);
}

const htmlLanguage = (locale: Locale) => (locale === 'pt' ? 'pt-BR' : 'en');

/** Loads the common catalogues and those already in use in this language, then shows them all at once. */
export async function startI18n(locale: Locale = currentLocale()): Promise<void> {
  const areas = [...new Set<Namespace>(['ui', 'fields', ...loaded.areas.keys()])];
  const read = areas.map(async (area) => [area, await catalogueOf(locale, area)] as const);
  loaded = { locale, areas: new Map(await Promise.all(read)) };
  plural = pluralOf(locale);
  writeFiguresIn(locale);
  translators.clear();
  document.documentElement.lang = htmlLanguage(locale);
  for (const react of watchers) react();
}

/** Changes the language at once and remembers it for a year. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const seconds = localeCookieDays * 24 * 60 * 60;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie; the Cookie Store API is not everywhere
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
  await startI18n(locale);
}

function find(areas: readonly Namespace[], key: string, values?: Values): string | undefined {
  const colon = key.indexOf(':');
  const [from, path] = colon < 0 ? [areas, key] : [[key.slice(0, colon) as Namespace], key.slice(colon + 1)];
  for (const area of from) {
    const text = textOf(loaded.areas.get(area), path, values, plural);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The message of an act (`failures` or `successes`, keyed `<entity>.<act>`), if a loaded area has one. */
export function actMessage(kind: 'failures' | 'successes', name: string): string | undefined {
  return find([...loaded.areas.keys()], `${kind}.${name}`);
}

/** Messages outside components, as `namespace:path`. */
export const i18n = {
  get language(): Locale {
    return loaded.locale;
  },
  t: (key: Prefixed, values?: Values): string => find([], key, values) ?? key,
  exists: (key: string): boolean => find([], key) !== undefined,
  isLoaded: (area: Namespace): boolean => loaded.areas.has(area),
};

// One function per language and list of areas, so that memoized values change only with the language.
type AnyTranslate = (key: string, values?: Values) => string;
const translators = new Map<string, AnyTranslate>();

function translatorOf(areas: readonly Namespace[]): AnyTranslate {
  const name = areas.join();
  const made = translators.get(name) ?? ((key, values) => find(areas, key, values) ?? key);
  translators.set(name, made);
  return made;
}

type Wanted = Namespace | readonly Namespace[];
type Texts<N> = { t: Translate<First<N>>; i18n: typeof i18n };

/** Texts of these areas (`ui` by default) in the current language; suspends until they are loaded. */
export function useTranslation<const N extends Wanted = 'ui'>(wanted?: N): Texts<N> {
  useSyncExternalStore(watch, () => loaded.locale);
  const areas = [wanted ?? 'ui'].flat() as Namespace[];
  const waited = areas.filter((area) => !loaded.areas.has(area)).map(waitFor);
  // Thrown instead of `use`d: React 19.3 miscounts the hooks after a `use` that no longer waits when it is retried.
  if (waited.length > 0) throw Promise.all(waited);
  return { t: translatorOf(areas), i18n };
}

const waiting = new Map<string, Promise<void>>();

/** Loaded once, however many components wait. */
function waitFor(area: Namespace): Promise<void> {
  const name = `${loaded.locale}/${area}`;
  const known = waiting.get(name) ?? loadNamespace(area).finally(() => waiting.delete(name));
  waiting.set(name, known);
  return known;
}

function watch(react: () => void): () => void {
  watchers.add(react);
  return () => watchers.delete(react);
}
