import { randomUUID } from 'node:crypto';
import type { Answer } from '../answer.ts';
import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import type { Market } from './market.ts';
import type { Shop } from './shops.ts';

export type UploadedFile = { field: string; filename: string; type: string; bytes: Buffer };

export type Call = {
  world: World;
  market: Market;
  query: Record<string, string>;
  /** Every value of a repeated parameter. */
  lists: Record<string, string[]>;
  body: Fields;
  files: UploadedFile[];
};

/** A call on behalf of a shop, with its token. */
export type ShopCall = Call & { shop: Shop };

export type Endpoint =
  | { kind: 'public'; method: 'GET' | 'POST'; path: string; handle: (call: Call) => Answer | Promise<Answer> }
  | {
      kind: 'shop';
      method: 'GET' | 'POST';
      path: string;
      handle: (call: ShopCall) => Answer | Promise<Answer>;
    };

type ShopHandle = (call: ShopCall) => Answer | Promise<Answer>;
type PublicHandle = (call: Call) => Answer | Promise<Answer>;

export const get = (path: string, handle: ShopHandle): Endpoint => ({
  kind: 'shop',
  method: 'GET',
  path,
  handle,
});
export const post = (path: string, handle: ShopHandle): Endpoint => ({
  kind: 'shop',
  method: 'POST',
  path,
  handle,
});
export const open = (method: 'GET' | 'POST', path: string, handle: PublicHandle): Endpoint => ({
  kind: 'public',
  method,
  path,
  handle,
});

const requestId = (): string => randomUUID().replaceAll('-', '');

/** Successes and errors both have status 200. */
export const ok = (response: unknown, warning = ''): Answer => ({
  status: 200,
  body: { error: '', message: '', warning, request_id: requestId(), response },
});

/** Fields next to the envelope, for calls without `response`. */
export const bare = (fields: Fields): Answer => ({
  status: 200,
  body: { error: '', message: '', request_id: requestId(), ...fields },
});

export const failure = (error: string, message: string, response?: unknown): Answer => ({
  status: 200,
  body: {
    error,
    message,
    request_id: requestId(),
    ...(response !== undefined && { response }),
  },
});

/** Thrown anywhere below an endpoint; becomes the answer. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

export const refuse = (error: string, message: string): Refusal => new Refusal(failure(error, message));

export const invalid = (detail: string, error = 'error_param'): Refusal =>
  refuse(error, `Wrong parameters, detail: ${detail}`);

/** Comma-separated, or named more than once. */
export const idsIn = (call: Call, name: string, most: number): string[] => {
  const ids = (call.lists[name] ?? []).flatMap((value) => value.split(',')).filter((id) => id !== '');
  if (ids.length === 0) throw invalid(`${name} is a required field.`);
  if (ids.length > most) throw invalid(`${name} limit [1,${most}].`);
  return ids;
};

export const wholeIn = (
  call: Call,
  name: string,
  range: { from: number; to: number; usual?: number },
): number => {
  const text = call.query[name];
  const value = text === undefined && range.usual !== undefined ? range.usual : Number(text);
  if (!Number.isInteger(value) || value < range.from || value > range.to)
    throw invalid(`${name} is invalid.`);
  return value;
};
