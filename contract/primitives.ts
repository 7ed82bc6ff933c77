import { z } from 'zod';
import { bareDocument, isCnpj, isCpf, states } from './brazil.ts';
import { isGtin, isNoGtin, normalGtin } from './codes.ts';
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
/** Counts of tabs and of the home stop here and are shown as *10,000+*. */
export const mostCounted = 10_000;
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
/** The filter of a list, whose tabs count the rows that it finds. */
export const countsQuery = z.strictObject({ query: filterText.optional() });
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
  .transform(bareDocument)
  .superRefine(refuseDocument);

/** The same, or empty. */
export const optionalDocument = z
  .string()
  .max(24, 'too_long')
  .transform(bareDocument)
  .superRefine((value, context) => {
    if (value !== '') refuseDocument(value, context);
  });

export const zip = z
  .string()
  .max(12, 'too_long')
  .transform((value) => value.replace(/\D/g, ''))
  .refine((value) => /^\d{8}$/.test(value), 'zip_invalid');

export const gtin = z
  .string()
  .max(20, 'too_long')
  .transform((value) => (isNoGtin(value) ? '' : (normalGtin(value) ?? value.trim())))
  .refine((value) => value === '' || isGtin(value), 'gtin_invalid');

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
