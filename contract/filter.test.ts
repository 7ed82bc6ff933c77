import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FilterFields, type FilterTerm, leaveOut, parseFilter, printFilter } from './filter.ts';

const fields = {
  name: { kind: 'text' },
  amount: { kind: 'number' },
  price: { kind: 'money' },
  created: { kind: 'day' },
  active: { kind: 'flag' },
  category: { kind: 'id' },
  state: { kind: 'choice', values: ['pending', 'sent'] },
} as const satisfies FilterFields;

const terms = (text: string) => {
  const { terms, faults } = parseFilter(text, fields);
  expect(faults).toEqual([]);
  return terms;
};
const any = (field: string, ...values: (string | number | boolean)[]): FilterTerm => ({
  kind: 'any',
  field,
  negated: false,
  values,
});

test('words, fields, lists, ranges, comparisons, negation, quotes', () => {
  expect(terms('caneca "porta copos"')).toEqual([
    { kind: 'words', text: 'caneca' },
    { kind: 'words', text: 'porta copos' },
  ]);
  expect(terms('state:pending,sent')).toEqual([any('state', 'pending', 'sent')]);
  expect(terms('-state:sent')).toEqual([{ ...any('state', 'sent'), negated: true }]);
  expect(terms('name:"azul, claro",verde')).toEqual([any('name', 'azul, claro', 'verde')]);
  expect(terms('amount:10..20 amount:>=5 amount:<3')).toEqual([
    { kind: 'range', field: 'amount', negated: false, from: 10, to: 20 },
    { kind: 'range', field: 'amount', negated: false, from: 5 },
    { kind: 'range', field: 'amount', negated: false, to: 3, open: 'to' },
  ]);
  expect(terms('amount:..20')).toMatchObject([{ from: undefined, to: 20 }]);
  expect(terms('active:yes active:no')).toEqual([any('active', true), any('active', false)]);
});

test('finds a name as screens write it, ignoring the characters that join its parts', () => {
  expect(terms('Caneca · Azul')).toEqual([
    { kind: 'words', text: 'Caneca' },
    { kind: 'words', text: 'Azul' },
  ]);
  expect(terms('-')).toEqual([{ kind: 'words', text: '-' }]);
});

test('dates in both writings, money as Brazilians write it', () => {
  expect(terms('created:21/11/2026')).toEqual([any('created', '2026-11-21')]);
  expect(terms('created:2026-11-01..30/11/2026')).toMatchObject([{ from: '2026-11-01', to: '2026-11-30' }]);
  expect(terms('price:19,90')).toEqual([any('price', 1990)]);
  expect(terms('price:1.234,56..2.000')).toMatchObject([{ from: 123456, to: 200000 }]);
  expect(terms('price:>=19,9')).toMatchObject([{ from: 1990 }]);
});

test('an unknown or invalid term is reported and never guessed', () => {
  expect(parseFilter('colour:red', fields).faults).toEqual([
    { field: 'colour', code: 'filter_unknown_field', allowed: Object.keys(fields) },
  ]);
  for (const text of [
    'amount:abc',
    'price:1.2',
    'created:31/02/2026',
    'state:lost',
    'active:maybe',
    'name:',
  ]) {
    expect(parseFilter(text, fields).faults).toMatchObject([{ code: 'filter_invalid_value' }]);
  }
});

test('a field is named in any writing of it, and a time of day or a link stays text', () => {
  for (const field of ['cor_antiga', 'business_id', '_id', 'seção', 'a.b', 'Status', 'x2-y_z'])
    expect(parseFilter(`caneca ${field}:azul -${field}:3`, fields).faults).toMatchObject([
      { field, code: 'filter_unknown_field' },
      { field, code: 'filter_unknown_field' },
    ]);
  expect(terms('12:30 "cor_antiga:azul"')).toEqual([
    { kind: 'words', text: '12:30' },
    { kind: 'words', text: 'cor_antiga:azul' },
  ]);
});

test('removing terms of given fields keeps the rest of a filter as written', () => {
  const text = 'caneca cor_antiga:"azul claro",2 -cost:>=10 active:yes "a b"';
  expect(leaveOut(text, ['cor_antiga', 'cost'])).toEqual({
    text: 'caneca active:yes "a b"',
    left: ['cor_antiga:"azul claro",2', '-cost:>=10'],
  });
  expect(leaveOut(text, [])).toEqual({ text, left: [] });
});

test('names of the language are no fields', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    expect(parseFilter(`${name}:1`, fields).faults).toMatchObject([{ code: 'filter_unknown_field' }]);
  }
});

const typed = fc
  .string({ unit: 'binary' })
  .map((text) => text.replaceAll('"', '').trim())
  .filter((text) => text !== '');

test('property: a filter written by the controls is read back unchanged', () => {
  fc.assert(
    fc.property(
      fc.record(
        {
          name: fc.array(typed, { minLength: 1, maxLength: 4 }),
          amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => [value]),
          active: fc.boolean().map((value) => [value]),
          category: fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 1, maxLength: 3 }),
          state: fc.subarray(['pending', 'sent'], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      (values) => {
        const expected = Object.entries(values).map(([field, list]) => any(field, ...list));
        expect(terms(printFilter('', values))).toEqual(expected);
      },
    ),
  );
});

test('property: every text is read without failing', () => {
  const pieces = fc.constantFrom(
    'name:',
    '"',
    ',',
    '..',
    '>=',
    '-',
    ' ',
    'price:',
    '1,5',
    ':',
    'x',
    '\\',
    '%',
  );
  const text = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (input) => {
      for (const term of parseFilter(input, fields).terms)
        if (term.kind !== 'words') expect(Object.keys(fields)).toContain(term.field);
    }),
  );
});
