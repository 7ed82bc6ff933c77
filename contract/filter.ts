import { parseDay } from './dates.ts';
import { parseMoney } from './money.ts';

/** Filters of a list's field. `choice` names its values; `flag` is yes/no. */
export type FilterField =
  | { kind: 'text' }
  | { kind: 'number' }
  | { kind: 'money' }
  | { kind: 'day' }
  | { kind: 'flag' }
  | { kind: 'id' }
  | { kind: 'choice'; values: readonly string[] };

export type FilterFields = Record<string, FilterField>;

export type FilterValue = string | number | boolean;
export type FilterTerm =
  | { kind: 'words'; text: string }
  | { kind: 'any'; field: string; negated: boolean; values: FilterValue[] }
  | {
      kind: 'range';
      field: string;
      negated: boolean;
      from?: FilterValue;
      to?: FilterValue;
      open?: 'from' | 'to';
    };

export type FilterFault = {
  field: string;
  code: 'filter_unknown_field' | 'filter_invalid_value';
  allowed: string[];
};
export type Parsed = { terms: FilterTerm[]; faults: FilterFault[] };

const token = /(-?)([\p{L}_][\p{L}\p{N}_.-]*):((?:"[^"]*"|[^\s"])*)|(-?"[^"]*")|(\S+)/gu;

/** Characters that screens write between the parts of a name (`Caneca · Azul`) are not words of it. */
const joint = /^[·–—]+$/;

/** Text of a filter → terms. Words search; `field:value`, `a,b`, `10..20`, `>=5`, `-field:x`, quotes for spaces. */
export function parseFilter(text: string, fields: FilterFields): Parsed {
  const terms: FilterTerm[] = [];
  const faults: FilterFault[] = [];
  for (const match of text.matchAll(token)) {
    const [whole, minus, field, rest, quoted, word] = match;
    if (field === undefined) {
      const words = (quoted ?? word ?? whole).replaceAll('"', '').trim();
      if (words && !joint.test(words)) terms.push({ kind: 'words', text: words });
      continue;
    }
    const spec = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!spec) {
      faults.push({ field, code: 'filter_unknown_field', allowed: Object.keys(fields) });
      continue;
    }
    const term = parseTerm(field, minus === '-', rest ?? '', spec);
    if (term) terms.push(term);
    else
      faults.push({
        field,
        code: 'filter_invalid_value',
        allowed: spec.kind === 'choice' ? [...spec.values] : [],
      });
  }
  return { terms, faults };
}

/** Whether a filter names one of these fields: then a list also shows hidden records, such as archived ones. */
export const asksFor = (text: string | undefined, ...fields: readonly string[]): boolean =>
  new RegExp(`(^|\\s)-?(${fields.join('|')}):`).test(text ?? '');

/** A filter text without the terms of some fields, and those terms as they are written in it. */
export function leaveOut(text: string, fields: readonly string[]): { text: string; left: string[] } {
  if (fields.length === 0) return { text, left: [] };
  const kept: string[] = [];
  const left: string[] = [];
  for (const [whole, , field] of text.matchAll(token))
    (field !== undefined && fields.includes(field) ? left : kept).push(whole);
  return { text: kept.join(' '), left };
}

/** The words of a filter, and the texts that it asks of one field. */
export function textsIn(text: string | undefined, fields: FilterFields, field: string): string[] {
  return parseFilter(text ?? '', fields).terms.flatMap((term) => {
    if (term.kind === 'words') return [term.text];
    return term.kind === 'any' && term.field === field ? term.values.map(String) : [];
  });
}

function parseTerm(field: string, negated: boolean, raw: string, spec: FilterField): FilterTerm | null {
  const ordered = spec.kind === 'number' || spec.kind === 'money' || spec.kind === 'day';
  // A comma in a range requires quotes around all of it (`"1.000,50.."`); they are not part of an end.
  const range = raw.replaceAll('"', '');
  const dots = range.lastIndexOf('..');
  if (ordered && dots >= 0) {
    const first = range.slice(0, dots);
    const last = range.slice(dots + 2);
    const from = first ? parseValue(first, spec) : undefined;
    const to = last ? parseValue(last, spec) : undefined;
    if (from === null || to === null || (from === undefined && to === undefined)) return null;
    return { kind: 'range', field, negated, from, to };
  }
  const comparison = /^(>=|<=|>|<)(.+)$/.exec(raw);
  if (ordered && comparison) {
    const value = parseValue(comparison[2] ?? '', spec);
    if (value === null) return null;
    const lower = comparison[1]?.startsWith('>');
    const open = comparison[1]?.length === 1;
    return lower
      ? { kind: 'range', field, negated, from: value, ...(open && { open: 'from' as const }) }
      : { kind: 'range', field, negated, to: value, ...(open && { open: 'to' as const }) };
  }
  // `19,90` is an amount, not two.
  const whole = spec.kind === 'money' ? parseMoney(raw) : null;
  if (whole !== null) return { kind: 'any', field, negated, values: [whole] };
  const values = splitValues(raw).map((value) => parseValue(value, spec));
  if (values.length === 0 || values.includes(null)) return null;
  return { kind: 'any', field, negated, values: values.filter((value) => value !== null) };
}

function splitValues(raw: string): string[] {
  return [...raw.matchAll(/"([^"]*)"|([^,"]+)/g)]
    .map((match) => (match[1] ?? match[2] ?? '').trim())
    .filter(Boolean);
}

function parseValue(raw: string, spec: FilterField): FilterValue | null {
  const text = raw.replaceAll('"', '').trim();
  switch (spec.kind) {
    case 'text':
      return text;
    case 'number':
      return /^-?\d{1,12}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : null;
    case 'id':
      return /^\d{1,15}$/.test(text) ? Number(text) : null;
    case 'money':
      return parseMoney(text);
    case 'day':
      return parseDay(text);
    case 'flag':
      return text === 'yes' || text === 'true' ? true : text === 'no' || text === 'false' ? false : null;
    case 'choice':
      return spec.values.includes(text) ? text : null;
  }
}

const print = (value: FilterValue) =>
  (value === true ? 'yes' : value === false ? 'no' : String(value)).replaceAll('"', '').trim();
const quote = (text: string) => (/[\s,]/.test(text) ? `"${text}"` : text);

/**
 * Controls of a screen → filter text: free words and one entry per field (an array is any-of). Money is given as text,
 * in reais.
 */
export function printFilter(
  words: string,
  values: Record<string, FilterValue | FilterValue[] | undefined>,
): string {
  const terms = Object.entries(values).flatMap(([field, value]) => {
    const list = (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map(print)
      .filter(Boolean);
    return list.length > 0 ? [`${field}:${list.map(quote).join(',')}`] : [];
  });
  return [words.trim(), ...terms].filter(Boolean).join(' ');
}
