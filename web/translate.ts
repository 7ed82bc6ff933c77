import type { Messages } from '#contract/messages/index.ts';
import { fill, type Locale } from '#contract/messages/locale.ts';
import { joined } from './joined.ts';
import { formatQuantity } from './quantity.ts';

export type Namespace = Exclude<keyof Messages, 'mails'>;

type Form = 'one' | 'other';
type Stem<K extends string> = K | (K extends `${infer Base}_${Form}` ? Base : never);
type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? Stem<K> : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];
export type Prefixed = { [N in Namespace]: `${N}:${Leaves<Messages[N]>}` }[Namespace];
/** The area whose messages are named without a prefix. */
export type First<N> = N extends readonly [infer F extends Namespace, ...unknown[]]
  ? F
  : N extends Namespace
    ? N
    : never;

/** A message of the first namespace by its path, of others as `namespace:path`; plurals without their suffix. */
type Key<N extends Namespace> = Leaves<Messages[N]> | Prefixed;
export type Values = Readonly<Record<string, unknown>> & { count?: number };
export type Translate<N extends Namespace> = (key: Key<N>, values?: Values) => string;

/** The messages of one area in one language by path. */
export type Catalogue = ReadonlyMap<string, string>;

/** Units are joined to numbers here and not in the filled text: a name in it may be saved, as that of a copied product. */
export function flatten(messages: object, prefix = ''): Catalogue {
  const entries = Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, joined(value)]] : [...flatten(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

/** Plural rules of a language. The lists say "0 anúncios", which is the rule of Portugal and not of Brazil. */
export const pluralOf = (locale: Locale): Intl.PluralRules =>
  new Intl.PluralRules(locale === 'pt' ? 'pt-PT' : locale);

/** The text for these values in the plural form of the language; undefined without a message. */
export function textOf(
  catalogue: Catalogue | undefined,
  path: string,
  values: Values = {},
  plural?: Intl.PluralRules,
): string | undefined {
  const counted = values.count !== undefined && plural;
  const message =
    (counted &&
      (catalogue?.get(`${path}_${plural.select(values.count ?? 0)}`) ?? catalogue?.get(`${path}_other`))) ||
    catalogue?.get(path);
  if (message === undefined) return undefined;
  // `count` is a quantity in every message.
  const written = values.count === undefined ? values : { ...values, count: formatQuantity(values.count) };
  return fill(message, written, formatQuantity);
}
