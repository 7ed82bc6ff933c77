import type { z } from 'zod';
import { type FieldError, type FieldErrorTree, fieldErrors } from '#contract/errors.ts';
import { i18n } from '../../i18n.ts';

export type FlatErrors = Record<string, string>;

type ToForm = (path: string) => string;
const asItIs: ToForm = (path) => path;

/**
 * Maps the server's error tree to one message per path of the form. `body` is what was sent; `formPath` maps paths of
 * the body to those of the form.
 */
export function flattenErrors(
  tree: FieldErrorTree,
  values: object,
  body?: unknown,
  formPath = asItIs,
): FlatErrors {
  const flat: FlatErrors = {};
  const walk = (branch: FieldErrorTree, path: string[]) => {
    for (const [key, value] of Object.entries(branch)) {
      if (Array.isArray(value))
        flat[formPath(alignPath([...path, key], values, body))] = value[0]?.message ?? '';
      else walk(value, [...path, key]);
    }
  };
  walk(tree, []);
  return flat;
}

/** Maps issues of a schema in the browser to the same structure, with texts of the fields catalogue. */
export function issuesToErrors(
  issues: readonly z.core.$ZodIssue[],
  values: object,
  formPath: ToForm,
): FlatErrors {
  const flat: FlatErrors = {};
  for (const issue of issues) {
    const path = formPath(alignPath(issue.path.map(String), values));
    const code = codeOf(issue);
    // An empty field is sent as NaN or 0, which its schema refuses for another reason.
    const isEmpty = path.split('.').reduce(inside, values) === null;
    flat[path] ??= i18n.t(`fields:${isEmpty ? 'required' : code}`);
  }
  return flat;
}

/** Schemas name a field error as their message; otherwise it is derived from the kind of issue. */
export function codeOf(issue: z.core.$ZodIssue): FieldError {
  const named = fieldErrors.find((code) => code === issue.message);
  // An empty number field is missing, and NaN is not a number, before all other rules of the schema.
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
 * The form holds a nested collection as an array, the body as a change set: `lines.create.new-1.price`,
 * `lines.update.7.price` and, by the index among the sent links, `images.add.0.id` all become
 * `<collection>.<index>.<field>`.
 */
export function alignPath(path: readonly string[], values: object, body?: unknown): string {
  const [collection = '', group = '', key, ...rest] = path;
  const held = inside(values, collection);
  const sent = inside(body, collection);
  if (!Array.isArray(held) || key === undefined || !['create', 'update', 'add'].includes(group)) {
    if (path.length < 2 || typeof held !== 'object' || held === null) return path.join('.');
    return join(collection, alignPath(path.slice(1), held, sent));
  }
  const index = placeOf(held, group, key, inside(sent, group));
  const item: unknown = held[index];
  const left =
    rest.length > 0 && typeof item === 'object' && item !== null
      ? alignPath(rest, item, itemOf(inside(sent, group), key))
      : rest.join('.');
  return join(collection, index < 0 ? '' : String(index), left);
}

const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
const join = (...keys: string[]) => keys.filter(Boolean).join('.');

/** A created item is found by its temporary id, or by its index. */
const itemOf = (sent: unknown, key: string): unknown =>
  Array.isArray(sent)
    ? (sent.find((item: unknown) => inside(item, 'tempId') === key) ?? sent[Number(key)])
    : inside(sent, key);

function placeOf(held: readonly unknown[], group: string, key: string, sent: unknown): number {
  if (group === 'create') {
    const created = held.filter((item) => inside(item, 'id') === undefined);
    const named = created.find((item) => inside(item, 'tempId') === key);
    return held.indexOf(named ?? created[Number(key)]);
  }
  const id = group === 'add' ? String(inside(sent, key)) : key;
  // Links are items or plain ids.
  return held.findIndex((item) => String(inside(item, 'id') ?? item) === id);
}
