import type { z } from 'zod';
import {
  type ErrorCode,
  type FieldError,
  type FieldErrorTree,
  fieldErrors,
  type Problem,
  statusOf,
} from '#contract/errors.ts';
import { type Locale, messages } from '#contract/messages/index.ts';
import { fill } from '#contract/messages/locale.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';

const known = new Set<string>(fieldErrors);
/** More than a form shows; the size of an answer must not grow with the number of faults. */
const maxFaults = 200;

/** The caller and the method; without a method there was no request. */
type Asked = { locale: Locale; requestId: string; method?: string };

export function problemOf(
  code: ErrorCode,
  { locale, requestId, method = 'POST' }: Asked,
  more: Partial<Problem> = {},
): Problem {
  const detail = fill(messages[locale].errors[code], more.facts);
  return {
    type: `urn:easy:error:${code}`,
    title: fill(messages.en.errors[code], more.facts),
    status: statusOf(code, method),
    code,
    detail,
    requestId,
    ...more,
  };
}

export function faultProblem(fault: Fault, asked: Asked): Problem {
  return problemOf(fault.code, asked, {
    ...(fault.fields && { errors: wordFields(fault.fields, asked.locale) }),
    ...(fault.facts && { facts: fault.facts }),
  });
}

function wordFields(fields: FieldCodes, locale: Locale): FieldErrorTree {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (typeof value === 'string')
        return [field, [{ code: value, message: messages[locale].fields[value] }]];
      if ('code' in value && typeof value.code === 'string' && 'message' in value) {
        return [field, [{ code: value.code as FieldError, message: String(value.message) }]];
      }
      return [field, wordFields(value as FieldCodes, locale)];
    }),
  );
}

/**
 * A refused input as a Fault: the issues of zod by path, items of a change set by their temporary id if they have one.
 */
export function inputFault(error: z.ZodError, input: unknown): Fault {
  const fields: FieldCodes = {};
  const faults = error.issues.flatMap((issue) => {
    const places =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return places.map((path) => ({ path, code: codeOf(issue) }));
  });
  for (const { path, code } of faults.slice(0, maxFaults)) put(fields, namePath(path, input), code);
  return new Fault('invalid', { fields });
}

function put(fields: FieldCodes, path: string[], code: FieldError): void {
  const last = path.pop() ?? 'body';
  let at = fields;
  for (const key of path) {
    const inner = Object.hasOwn(at, key) ? at[key] : undefined;
    const next: FieldCodes = inner && typeof inner === 'object' ? (inner as FieldCodes) : {};
    Object.defineProperty(at, key, { value: next, enumerable: true, configurable: true, writable: true });
    at = next;
  }
  if (!Object.hasOwn(at, last)) {
    Object.defineProperty(at, last, { value: code, enumerable: true, configurable: true, writable: true });
  }
}

function namePath(path: PropertyKey[], input: unknown): string[] {
  let at = input;
  return path.map((key) => {
    at = at && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined;
    const named =
      typeof key === 'number' && at && typeof at === 'object' && 'tempId' in at ? at.tempId : undefined;
    return String(typeof named === 'string' ? named : String(key));
  });
}

function codeOf(issue: z.core.$ZodIssue): FieldError {
  if (known.has(issue.message)) return issue.message as FieldError;
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown_field';
    case 'too_small':
      return issue.origin === 'string' ? (issue.minimum === 1 ? 'required' : 'too_short') : 'too_small';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big';
    case 'invalid_type':
      return issue.input === undefined
        ? 'required'
        : issue.expected === 'number' || issue.expected === 'int'
          ? 'not_a_number'
          : 'invalid';
    case 'invalid_value':
      return 'choose_one';
    case 'invalid_format':
      return issue.format === 'email' ? 'email_invalid' : 'invalid';
    default:
      return 'invalid';
  }
}
