import type { Answer } from '../answer.ts';
import type { Fields } from '../reading.ts';
import { numberOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Grant, Localized, Market } from './market.ts';
import type { Store } from './stores.ts';

export const versions = ['v1', '2025-03', 'unstable'];

export type Call = {
  world: World;
  market: Market;
  /** Whose access token was sent. */
  store: Store;
  grant: Grant;
  version: string;
  /** The path by which the caller reached this resource, for the links to other pages. */
  address: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Endpoint = {
  method: Method;
  path: string;
  /** Without `read_` or `write_`; null needs none. */
  scope: string | null;
  handle: (call: Call) => Answer | Promise<Answer>;
};

type Handle = Endpoint['handle'];

export const endpointsOf =
  (scope: string | null) =>
  (method: Method, path: string, handle: Handle): Endpoint => ({ method, path, scope, handle });

export const ok = (body: unknown, status = 200): Answer => ({ status, body });

/** Thrown anywhere below an endpoint; becomes the answer. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

const names: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

export const failure = (status: number, description: string | null, more: Fields = {}): Answer => ({
  status,
  body: { code: status, message: names[status] ?? 'Error', description, ...more },
});

export const refuse = (status: number, description: string, more: Fields = {}): Refusal =>
  new Refusal(failure(status, description, more));

export const notFound = (what: string): Refusal => refuse(404, `${what} not found`);

export type FieldErrors = Record<string, string[]>;

/** The plain form of a 422: only the fields. */
export const blank = (field: string): Refusal =>
  new Refusal({ status: 422, body: { [field]: ["can't be blank"] } });

export const invalidFields = (errors: FieldErrors): Refusal => new Refusal({ status: 422, body: errors });

/** The newer form of a 422: the envelope and the fields at one level. */
export const validationError = (errors: FieldErrors): Refusal => refuse(422, 'Validation error', errors);

export const pick = <T extends Fields>(body: T, wanted: string | undefined): Fields => {
  if (wanted === undefined || wanted === '') return body;
  const fields = wanted.split(',').map((name) => name.trim());
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
};

/** `2026-08-02T09:20:02+0000` */
export const plainTime = (iso: string): string => `${iso.slice(0, 19)}+0000`;

/** `2026-08-02T09:20:02+00:00`, as fulfilment orders write it. */
export const offsetTime = (iso: string): string => `${iso.slice(0, 19)}+00:00`;

const DEFAULT_PAGE = 30;
const LARGEST_PAGE = 200;

const linkHeader = (call: Call, page: number, last: number): string => {
  const at = (number: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set('page', String(number));
    return `<${call.address}?${query}>; rel="${rel}"`;
  };
  return [
    ...(page < last ? [at(page + 1, 'next'), at(last, 'last')] : []),
    ...(page > 1 ? [at(1, 'first'), at(page - 1, 'prev')] : []),
  ].join(', ');
};

const wholeOf = (text: string | undefined, fallback: number): number => {
  const number = numberOf(text);
  return number === null || number < 1 ? fallback : Math.trunc(number);
};

/**
 * One page. A page beyond the last is a 404, and an empty list has the last page 0. `per_page` is silently limited to
 * 200.
 */
export const paginate = <T>(call: Call, found: T[], view: (entry: T) => Fields, most = Infinity): Answer => {
  const page = wholeOf(call.query.page, 1);
  const size = Math.min(LARGEST_PAGE, wholeOf(call.query.per_page, DEFAULT_PAGE));
  if (page * size > most) throw refuse(422, `Results beyond ${most} are not available`);
  const last = Math.ceil(found.length / size);
  if (page > last) throw refuse(404, `Last page is ${last}`);
  const link = linkHeader(call, page, last);
  return {
    status: 200,
    body: found.slice((page - 1) * size, page * size).map((entry) => pick(view(entry), call.query.fields)),
    headers: { 'x-total-count': String(found.length), ...(link !== '' && { link }) },
  };
};

type Dated = { id: number; created_at: string; updated_at: string };

/** `since_id` and the four filters of time, which every list has. */
export const within = <T extends Dated>(call: Call, list: T[]): T[] => {
  const time = (name: string): number | null => {
    const asked = call.query[name];
    if (asked === undefined || asked === '') return null;
    // A `+` that was not encoded arrives as a space.
    const moment = Date.parse(asked.replace(' ', '+'));
    if (Number.isNaN(moment)) throw invalidFields({ [name]: ['is not a valid date'] });
    return moment;
  };
  const since = numberOf(call.query.since_id);
  const limits = {
    createdMin: time('created_at_min'),
    createdMax: time('created_at_max'),
    updatedMin: time('updated_at_min'),
    updatedMax: time('updated_at_max'),
  };
  const between = (iso: string, min: number | null, max: number | null) => {
    // Whole seconds, as they are written.
    const at = Math.floor(Date.parse(iso) / 1000) * 1000;
    return (min === null || at >= min) && (max === null || at <= max);
  };
  return list.filter(
    (entry) =>
      (since === null || entry.id > since) &&
      between(entry.created_at, limits.createdMin, limits.createdMax) &&
      between(entry.updated_at, limits.updatedMin, limits.updatedMax),
  );
};

/** A text for all languages, or an object by language; null when it is neither. */
export const localized = (value: unknown): Localized | null => {
  if (typeof value === 'string') return { pt: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length === 0 ? null : Object.fromEntries(entries);
};
