import { z } from 'zod';
import { fromDecimal } from '#contract/money.ts';
import { understand } from '../../http.ts';
import type { SellerAnswer, SellerSession } from '../seller-session.ts';

/** Ids are numbers or text, and text with us. */
export const remoteId = z.union([z.string().min(1), z.number()]).transform(String);

/** Ids are sent as the numbers they were received as; one that a double cannot represent is sent as text. */
export const numberOf = (id: string): number | string => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

export const textual = maybe(z.union([z.string(), z.number()]).transform(String));

/** Reais, as a number or as text. */
export const amount = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
  .transform((value) => fromDecimal(Number(value)));

/** Weights are text, the other measures numbers. */
export const measure = maybe(
  z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]).transform((value) => Number(value)),
);

/** Unix seconds. Nothing is 0. */
export const moment = z
  .number()
  .positive()
  .transform((seconds) => new Date(seconds * 1000));

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** Of one method of the API; a list is named once for each of its values. */
export function pathOf(method: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  return `/api/v2/${method}${params.size > 0 ? `?${params}` : ''}`;
}

/** The same as the shop of a session, whose number is signed with it. */
export const shopPath = (session: Pick<SellerSession, 'remoteUserId'>, method: string, query: Query = {}) =>
  pathOf(method, { shop_id: session.remoteUserId, ...query });

const envelope = z.object({ response: z.unknown() });

/** The result is in `response`. */
export const responseOf = <S extends z.ZodType>(
  schema: S,
  { json }: SellerAnswer,
  what: string,
): z.output<S> => understand(schema, understand(envelope, json, what).response, what);
