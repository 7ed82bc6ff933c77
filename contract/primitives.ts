import { z } from 'zod';
import { isOfThisCentury, parseDay } from './dates.ts';
import { type ErrorCode, errorStatus } from './errors.ts';
import { maxPrice } from './money.ts';

export const id = z.int().positive();
export const errorCode = z
  .enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: 'ErrorCode' });
export const idParams = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'invalid')
    .transform(Number),
});
export const version = z.int().nonnegative();
export const reference = z.object({ id: z.number(), name: z.string() }).meta({ id: 'Reference' });

/**
 * Control characters of writing direction: nobody types them, and they reorder neighbouring words for other readers.
 */
const withoutDirection = (value: string) =>
  value.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

/** Text a person types: trimmed, bounded, without control characters and controls of writing direction. */
export function text(max: number, min = 0): z.ZodType<string, string> {
  return z
    .string()
    .transform((value) => withoutDirection(value).normalize('NFC').trim())
    .pipe(
      z
        .string()
        .regex(/^[\P{Cc}\n\r\t]*$/u, 'invalid')
        .refine((value) => value.isWellFormed(), 'invalid')
        .min(min, min === 1 ? 'required' : 'too_short')
        .max(max, 'too_long'),
    );
}

/**
 * Invisible characters that change the reading of a text: writing direction, zero-width characters, line breaks. The
 * joiner inside an emoji is part of it.
 */
const hidden = /(?!\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const joined =
  /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)\u200D(?=\p{Extended_Pictographic})/gu;
const hides = (value: string) => hidden.test(value.replace(joined, ''));

/** Text of one line: names, codes, addresses. */
export function oneLine(max: number, min = 0): z.ZodType<string, string> {
  return z
    .string()
    .refine((value) => !hides(value.trim()), 'hidden_characters')
    .pipe(text(max, min));
}

export const name = oneLine(120, 1);
export const notes = text(2000);
export const email = z
  .string('email_required')
  .min(1, 'email_required')
  .max(254, 'too_long')
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email('email_invalid'));
export const centavos = z.int();
export const price = z.int('not_whole').min(1, 'too_small').max(maxPrice, 'too_big');
export const maxQuantity = 1_000_000;
export const quantity = z.int('not_whole').min(1, 'too_small').max(maxQuantity, 'too_big');
export const count = z.int().nonnegative();
export const day = z.string().refine((value) => parseDay(value) === value, 'date_invalid');
/**
 * A day that a person enters: within this century, because others are typing mistakes. Days stored before are still
 * shown.
 */
export const typedDay = day.refine(isOfThisCentury, 'date_invalid');
export const instant = z.union([
  z.iso.datetime({ offset: true }),
  z.date().transform((date) => date.toISOString()),
]);

/** Query parameters arrive as text. */
const whole = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'not_a_number')
    .transform(Number)
    .pipe(z.int().min(1, 'too_small').max(max, 'too_big'));

/**
 * Text that no person typed, stored or searched unchanged. PostgreSQL has no NUL, and half a surrogate pair is invalid.
 */
export const opaque = (max: number) =>
  z
    .string()
    .max(max, 'too_long')
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'invalid');
export const filterText = opaque(1000);
export const sortName = opaque(60);

/** Any JSON, from a column that contains nothing else. */
export const json = z.custom<z.core.util.JSONType>();

/**
 * Query parameters of every list. `after` is the `next` of the former page, so deep pages cost as much as the first.
 */
export const listQuery = z.strictObject({
  page: whole(1_000_000).optional(),
  size: whole(100).optional(),
  query: filterText.optional(),
  sort: sortName.optional(),
  after: opaque(400).optional(),
});
/** `uncounted` is for readers without a total (exports); callers of the API cannot set it. */
export type ListQuery = z.output<typeof listQuery> & { uncounted?: true };

export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
    /** True where counting stopped at the cap: there are at least `total`. */
    totalCapped: z.boolean().optional(),
    /** Key of the page after this one; absent on the last. */
    next: z.string().optional(),
    /** The time of reading: a bulk act on everything the list shows sends it back. */
    asOf: z.string().optional(),
  });
}
export type Page<T> = {
  items: T[];
  page: number;
  pages: number;
  total: number;
  totalCapped?: boolean;
  next?: string;
  asOf?: string;
};

const bare = (value: string) => value.replace(/[.\-/\s]/g, '').toUpperCase();

function module11(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, index) => total + (characters.charCodeAt(index) - 48) * weight,
    0,
  );
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

export function isCpf(value: string): boolean {
  const digits = bare(value);
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  const first = module11(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  const second = module11(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return digits.endsWith(`${first}${second}`);
}

/** Numeric and, since July 2026, alphanumeric (IN RFB 2.229/2024): character value = ASCII - 48. */
export function isCnpj(value: string): boolean {
  const characters = bare(value);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(characters) || /^(.)\1{13}$/.test(characters)) return false;
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  const first = module11(characters, weights);
  const second = module11(characters, [6, ...weights]);
  return characters.endsWith(`${first}${second}`);
}

export function formatDocument(value: string): string {
  if (value.length === 11) return value.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
  return value.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

/** The error of a document, by its length: a CPF has 11 characters, a CNPJ 14. */
function refuseDocument(value: string, context: z.RefinementCtx): void {
  if (isCpf(value) || isCnpj(value)) return;
  const message =
    value.length === 11 ? 'cpf_invalid' : value.length > 11 ? 'cnpj_invalid' : 'document_invalid';
  context.addIssue({ code: 'custom', message });
}

/** CPF or CNPJ, stored bare and upper case. */
export const businessDocument = z
  .string()
  .min(1, 'required')
  .max(24, 'too_long')
  .transform(bare)
  .superRefine(refuseDocument);

/** The same, or empty. */
export const optionalDocument = z
  .string()
  .max(24, 'too_long')
  .transform(bare)
  .superRefine((value, context) => {
    if (value !== '') refuseDocument(value, context);
  });

export const zip = z
  .string()
  .max(12, 'too_long')
  .transform((value) => value.replace(/\D/g, ''))
  .refine((value) => /^\d{8}$/.test(value), 'zip_invalid');

export function formatZip(value: string): string {
  return value.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}

export function isGtin(value: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(value) || /^0+$/.test(value)) return false;
  const digits = [...value].map(Number).reverse();
  const [check = 0, ...rest] = digits;
  const sum = rest.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** Without characters that no reader sees: zero-width spaces and joiners, marks of direction, soft hyphens, a BOM. */
export const withoutInvisible = (text: string) =>
  text.replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '');

/** Texts that programs write for goods without a GTIN: `SEM GTIN` is the tax office's own. */
export const isNoGtin = (text: string): boolean =>
  /^(sem[ -]*(gtin|ean|c[oó]d\S*)|isento|n\/?a|n[aã]o (possui|tem|se aplica|informado)|o produto n[aã]o tem c[oó]digo cadastrado|-+)$/i.test(
    text.trim(),
  );

/**
 * The one form in which a GTIN is stored and compared: the shortest of 8, 12, 13 and 14 digits, without the zeros that only
 * fill a longer one. Null for what is no GTIN.
 */
export function normalGtin(text: string): string | null {
  const bare = withoutInvisible(text).trim();
  if (!isGtin(bare)) return null;
  const digits = bare.replace(/^0+/, '');
  const length = [8, 12, 13, 14].find((one) => one >= digits.length) ?? 14;
  return digits.padStart(length, '0');
}

/** A code for finding products: a GTIN in its canonical form, every other code unchanged. */
export const codeOfGoods = (text: string): string => normalGtin(text) ?? text;

export const gtin = z
  .string()
  .max(20, 'too_long')
  .transform((value) => (isNoGtin(value) ? '' : (normalGtin(value) ?? value.trim())))
  .refine((value) => value === '' || isGtin(value), 'gtin_invalid');

/** A code for comparison: without surrounding spaces, in capitals, whether scanned or typed. */
export const asCode = (text: string) => inCapitals(withoutInvisible(text).trim().normalize('NFC'));

/** Letter by letter, as the database does it: `ß` stays, where JavaScript makes two letters of it. */
const inCapitals = (text: string) =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.toUpperCase()
    : Array.from(text, (letter) => {
        const capital = letter.toUpperCase();
        return capital.length > letter.length ? letter : capital;
      }).join('');

export const states =
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

/** `BA`, or empty. */
export const stateCode = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => value === '' || states.includes(value), 'choose_one');

/** A place as it is written and displayed. */
export const addressLines = {
  city: oneLine(80).optional(),
  neighborhood: oneLine(80).optional(),
  street: oneLine(120).optional(),
  number: oneLine(20).optional(),
  complement: oneLine(80).optional(),
};
export const addressFields = {
  zip: z.union([z.literal(''), zip]).optional(),
  state: stateCode.optional(),
  ...addressLines,
};
export const shownAddress = {
  zip: z.string(),
  state: z.string(),
  city: z.string(),
  neighborhood: z.string(),
  street: z.string(),
  number: z.string(),
  complement: z.string(),
};

/**
 * The goods that a code identifies: the one with this SKU, else all with this code. Several with different SKUs mean
 * that it does not identify the one in hand.
 */
export function namedBy<G extends { sku: string; gtin: string }>(goods: readonly G[], code: string): G[] {
  const own = goods.filter(({ sku }) => asCode(sku) === asCode(code));
  return own.length > 0 ? own : goods.filter((one) => isCodeOf(one, code));
}

/** The SKUs among which a scan is to choose; empty where it names one product or none. */
export function ambiguousSkus(named: readonly { sku: string }[]): string[] {
  const skus = [...new Set(named.map(({ sku }) => sku))];
  return skus.length > 1 ? skus : [];
}

/** A code read off goods is their SKU in any case, or their GTIN in any of its forms. */
export function isCodeOf({ sku, gtin: own }: { sku: string; gtin: string }, code: string): boolean {
  const scanned = normalGtin(code);
  return asCode(sku) === asCode(code) || (scanned !== null && scanned === normalGtin(own));
}
