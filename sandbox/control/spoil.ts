import type { Answer } from '../answer.ts';
import { isFields } from '../reading.ts';

/** Ways to spoil an answer that every marketplace has. */

export const replaceId = (value: unknown): unknown => {
  if (!isFields(value)) return value;
  // Fiscal data name no id but their buyer's.
  if (isFields(value.buyer) && typeof value.buyer.cust_id === 'number')
    return { ...value, buyer: { ...value.buyer, cust_id: value.buyer.cust_id + 7 } };
  const wrong = typeof value.id === 'number' ? value.id + 7 : `${String(value.id)}9`;
  return { ...value, id: wrong };
};

/** The same fields with each number as text and each list as an object: well-formed JSON, wrong types. */
export const mistype = (value: unknown): unknown => {
  if (typeof value === 'number') return `~${value}`;
  if (Array.isArray(value)) return { items: value.length };
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mistype(entry)]));
};

const jsonOf = (answer: Answer): Buffer => Buffer.from(JSON.stringify(answer.body ?? {}));

export const truncate = (answer: Answer): Answer => {
  const json = jsonOf(answer);
  return { ...answer, bytes: json.subarray(0, Math.ceil(json.length / 2)), type: 'application/json' };
};

export const badGateway: Answer = {
  status: 200,
  bytes: Buffer.from('<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>'),
  type: 'text/html',
};

export const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
