import { addDays, type Day, dayOf } from '#contract/dates.ts';
import type { ErrorCode, FieldError } from '#contract/errors.ts';
import type { SecurityNotice } from '#server/http/security-log.ts';

/** Field faults before they have words: codes at the leaves, nested as the body is. */
export type FieldCodes = { [field: string]: FieldCodes | FieldError | { code: FieldError; message: string } };

/** The one error a rule throws: a code of the closed list, and what a person needs to act on it. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: ErrorCode;
  readonly fields: FieldCodes | undefined;
  readonly facts: Record<string, string | number | boolean | string[]> | undefined;
  /** Of a refusal that ends by itself: what `Retry-After` says. */
  readonly retryAfterSeconds: number | undefined;
  /** Of a refusal that is watched: for the log only, never for the caller. */
  readonly security: SecurityNotice | undefined;
  /** Whose account a watched refusal is about, where nobody is signed in: finds the audit trail, never logged or answered. */
  readonly email: string | undefined;

  constructor(
    code: ErrorCode,
    more: Partial<
      Pick<Fault, 'fields' | 'facts' | 'retryAfterSeconds' | 'security' | 'email' | 'cause'>
    > = {},
  ) {
    super(code, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.facts = more.facts;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.security = more.security;
    this.email = more.email;
  }
}

export function fail(code: ErrorCode, more?: ConstructorParameters<typeof Fault>[1]): never {
  throw new Fault(code, more);
}

/** One faulty field (dotted path) as a 422. */
export function invalidField(path: string, code: FieldError): never {
  const keys = path.split('.');
  const fields = keys.reduceRight<FieldCodes | FieldError>((inner, key) => ({ [key]: inner }), code);
  throw new Fault('invalid', { fields: fields as FieldCodes });
}

/** Nobody plans further ahead, or reports what happened longer ago: another year was meant. */
const plannedDays = 5 * 365;
const reportedDays = 2 * 365;

/** 422 at a field whose day has to be today or later. */
export function refusePast(path: string, day: Day | null | undefined, now: Date): void {
  if (day && day < dayOf(now)) invalidField(path, 'date_past');
  if (day && day > addDays(dayOf(now), plannedDays)) invalidField(path, 'date_invalid');
}

/** 422 at a field whose day has to be today or one of the last two years. */
export function refuseFuture(path: string, day: Day, now: Date): void {
  const today = dayOf(now);
  if (day > today || day < addDays(today, -reportedDays)) invalidField(path, 'date_invalid');
}
