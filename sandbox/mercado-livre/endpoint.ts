import type { Answer } from '../answer.ts';
import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import type { Seller } from './people.ts';

export type UploadedFile = { field: string; filename: string; type: string; bytes: Buffer };

export type Call = {
  world: World;
  /** Whose access token was sent. */
  caller: Seller;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Parsed JSON or form fields. */
  body: unknown;
  /** The bytes as sent, for documents that are signed. */
  raw: Buffer | null;
  files: UploadedFile[];
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  handle: (call: Call) => Answer | Promise<Answer>;
};

type Handle = Endpoint['handle'];

export const get = (path: string, handle: Handle): Endpoint => ({ method: 'GET', path, handle });
export const post = (path: string, handle: Handle): Endpoint => ({ method: 'POST', path, handle });
export const put = (path: string, handle: Handle): Endpoint => ({ method: 'PUT', path, handle });
export const remove = (path: string, handle: Handle): Endpoint => ({ method: 'DELETE', path, handle });

export const ok = (body: unknown, status = 200): Answer => ({ status, body });

export type Cause = {
  department: string;
  cause_id: number;
  type: 'error' | 'warning';
  code: string;
  references: string[];
  message: string;
};

export const cause = (
  causeId: number,
  code: string,
  reference: string,
  message: string,
  department = 'items',
): Cause => ({
  department,
  cause_id: causeId,
  type: 'error',
  code,
  references: [reference],
  message,
});

/** Thrown anywhere below an endpoint; becomes the answer. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

export const refuse = (status: number, error: string, message: string, causes: unknown = []): Refusal =>
  new Refusal({ status, body: { message, error, status, cause: causes } });

export const invalid = (causes: Cause[]): Refusal =>
  refuse(400, 'validation_error', 'Validation error', causes);

export const notFound = (what: string): Refusal => refuse(404, 'not_found', what);

/** The body of an answer about another account's record. */
export const forbidden = (): Refusal =>
  new Refusal({
    status: 403,
    body: {
      status: 403,
      error: 'access_denied',
      message: 'access to the requested resource is forbidden',
      code: 'FORBIDDEN',
    },
  });

export const pageOf = (query: Record<string, string>, fallback: number, max: number) => {
  const offset = Math.max(0, Math.trunc(Number(query.offset ?? '0')) || 0);
  const asked = Math.trunc(Number(query.limit ?? fallback));
  if (!Number.isFinite(asked) || asked < 0 || asked > max) {
    throw refuse(400, 'bad_request', `Invalid limit. Must be between 0 and ${max}`);
  }
  return { offset, limit: asked };
};

export const pick = (body: Fields, names: string | undefined): Fields => {
  if (names === undefined || names === '') return body;
  const wanted = names.split(',').map((name) => name.trim());
  return Object.fromEntries(Object.entries(body).filter(([name]) => wanted.includes(name)));
};
