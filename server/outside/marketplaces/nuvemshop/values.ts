import { z } from 'zod';
import { fromDecimal, toDecimalText } from '#contract/money.ts';

/** Ids are numbers or text, and text with us. */
export const remoteId = z.union([z.string().min(1), z.number()]).transform(String);

/** Ids are sent as the numbers they were received as; one that a double cannot represent is sent as text. */
export const numberOf = (id: string): number | string => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

/** Texts are by language or, of a location, by language and country, Portuguese first; some are plain. */
export const spoken = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .nullish()
  .catch(null)
  .transform((value) => {
    if (typeof value === 'string') return value;
    const found = value?.pt ?? value?.pt_BR ?? value?.es ?? value?.es_AR ?? value?.en ?? value?.en_US ?? '';
    return typeof found === 'string' ? found : '';
  });

export const inPortuguese = (text: string) => ({ pt: text });

/** `"12.00"` or 12: centavos. */
export const amount = z
  .union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number()])
  .transform((value) => fromDecimal(Number(value)));

/** Prices are sent as received: text with two decimals. */
export const priceText = toDecimalText;

/** Measures, as text or number. */
export const measure = maybe(
  z.union([z.string().regex(/^\d+(\.\d+)?$/), z.number()]).transform((value) => Number(value)),
);

/** `2026-11-23T10:00:00+0000`: an instant, with any form of offset. */
export const remoteTime = z
  .string()
  .transform((value) => new Date(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')))
  .refine((date) => !Number.isNaN(date.getTime()), 'date_invalid');
