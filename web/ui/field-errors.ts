import type { z } from 'zod';
import { type FieldError, type FieldErrorTree, fieldErrors } from '#contract/errors.ts';
import { i18n } from '../i18n.ts';

export type FlatErrors = Record<string, string>;
type Draft = { id?: number; tempId?: string };

/** The server's error tree → one message per path of the form. */
export function flattenErrors(tree: FieldErrorTree, values: object): FlatErrors {
  const flat: FlatErrors = {};
  const walk = (branch: FieldErrorTree, path: string[]) => {
    for (const [key, value] of Object.entries(branch)) {
      if (Array.isArray(value)) flat[alignPath([...path, key], values)] = value[0]?.message ?? '';
      else walk(value, [...path, key]);
    }
  };
  walk(tree, []);
  return flat;
}

/** Issues of a schema that ran in the browser → the same, in the words of the fields catalogue. */
export function issuesToErrors(issues: readonly z.core.$ZodIssue[], values: object): FlatErrors {
  const flat: FlatErrors = {};
  for (const issue of issues) {
    const path = alignPath(issue.path.map(String), values);
    flat[path] ??= i18n.t(`fields:${codeOf(issue)}`);
  }
  return flat;
}

/** Schemas name a field error as their message; where one does not, the kind of issue tells. */
export function codeOf(issue: z.core.$ZodIssue): FieldError {
  const named = fieldErrors.find((code) => code === issue.message);
  // An empty number field is missing, one that holds no number is no number: whatever else the schema asks of it.
  if (named === 'not_whole' && issue.input === null) return 'required';
  if (named === 'not_whole' && Number.isNaN(issue.input)) return 'not_a_number';
  if (named) return named;
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? issue.minimum === 1
          ? 'required'
          : 'too_short'
        : 'too_small';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big';
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return 'required';
      return issue.expected === 'number'
        ? 'not_a_number'
        : issue.expected === 'int'
          ? 'not_whole'
          : 'invalid';
    case 'invalid_value':
      return 'choose_one';
    case 'unrecognized_keys':
      return 'unknown_field';
    default:
      return 'invalid';
  }
}

/**
 * Where the form holds a nested collection as a plain array, the body holds a change set: `lines.create.new-1.price`
 * and `lines.update.7.price` both become `lines.<index>.price`.
 */
export function alignPath(path: readonly string[], values: object): string {
  const [collection = '', group, key = '', ...rest] = path;
  const items = (values as Record<string, unknown>)[collection];
  if (!Array.isArray(items) || !group || !['create', 'update', 'add'].includes(group)) return path.join('.');
  const drafts: Draft[] = items;
  const created = drafts.filter((item) => item.id === undefined);
  const target =
    group === 'create'
      ? (created.find((item) => item.tempId === key) ?? created[Number(key)])
      : drafts.find((item) => String(item.id) === key);
  const index = target ? drafts.indexOf(target) : -1;
  return index < 0 ? [collection, ...rest].join('.') : [collection, String(index), ...rest].join('.');
}
