import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatDocument, isCnpj, isCpf } from './brazil.ts';
import { isCodeOf, isGtin } from './codes.ts';
import { businessDocument, email, listQuery, page, text, zip } from './primitives.ts';

test('GTIN: check digit of 8, 12, 13 and 14 digits; zeros in front keep it', () => {
  for (const code of ['7891000315507', '7898945080293', '195949034862', '96385074', '00195949034862'])
    expect(isGtin(code), code).toBe(true);
  for (const code of ['7891000315508', '789100031550', '1234567', '78910003155071', '789100031550X', ''])
    expect(isGtin(code), code).toBe(false);
});

test('property: one wrong digit is always found', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (place, shift) => {
      const digits = [...'7891000315507'].map(Number);
      digits[place] = ((digits[place] ?? 0) + shift) % 10;
      expect(isGtin(digits.join(''))).toBe(false);
    }),
  );
});

test('CPF and CNPJ, the alphanumeric too', () => {
  for (const cpf of ['529.982.247-25', '11144477735']) expect(isCpf(cpf)).toBe(true);
  for (const cpf of ['529.982.247-24', '11111111111', '1114447773']) expect(isCpf(cpf)).toBe(false);
  for (const cnpj of ['12.ABC.345/01DE-35', '0X0J92JY000196', '11.222.333/0001-81', '00000000000191'])
    expect(isCnpj(cnpj)).toBe(true);
  for (const cnpj of ['12.ABC.345/01DE-36', '11111111111111', '11.222.333/0001-8A'])
    expect(isCnpj(cnpj)).toBe(false);
  expect(businessDocument.parse('12.abc.345/01de-35')).toBe('12ABC34501DE35');
  expect(formatDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  expect(formatDocument('52998224725')).toBe('529.982.247-25');
  expect(businessDocument.safeParse('123').error?.issues[0]?.message).toBe('document_invalid');
});

test('text is trimmed, composed and bounded', () => {
  const name = text(5, 1);
  expect(name.parse('  Cafe\u0301 ')).toBe('Café');
  for (const wrong of ['', '   ', '123456', 'a\0b', '\ud800', 7])
    expect(name.safeParse(wrong).success).toBe(false);
});

test('e-mail and zip code', () => {
  expect(email.parse(' Ana@Loja.COM ')).toBe('ana@loja.com');
  expect(email.safeParse('').error?.issues[0]?.message).toBe('email_required');
  expect(email.safeParse('x').error?.issues[0]?.message).toBe('email_invalid');
  for (const wrong of [['a@b.co'], { a: 1 }, null]) expect(email.safeParse(wrong).success).toBe(false);
  expect(zip.parse('01001-000')).toBe('01001000');
  expect(zip.safeParse('0100').success).toBe(false);
});

test('the query parameters of a list', () => {
  expect(listQuery.parse({ page: '2', size: '100' })).toEqual({ page: 2, size: 100 });
  for (const wrong of [{ size: '101' }, { page: '0' }, { page: 'x' }, { query: 'a\0' }, { other: '1' }])
    expect(listQuery.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  // An undeclared column cannot leave.
  const rows = page(z.object({ id: z.number() }));
  expect(rows.parse({ items: [{ id: 1, cost: 5 }], page: 1, pages: 1, total: 1, sort_key: 'x' })).toEqual({
    items: [{ id: 1 }],
    page: 1,
    pages: 1,
    total: 1,
  });
});

describe('a code read off goods', () => {
  const mug = { sku: 'CANECA-1', gtin: '7894412000177' };

  test.each(['caneca-1', ' CANECA-1\u200b', '7894412000177', '07894412000177', '\ufeff7894412000177'])(
    '%j is the product',
    (code) => expect(isCodeOf(mug, code)).toBe(true),
  );

  test.each(['CANECA-2', '', '7894412000178', '17894412000174'])('%j is another one', (code) =>
    expect(isCodeOf(mug, code)).toBe(false),
  );

  test('no unknown code is a product whose stored GTIN has a wrong check digit', () => {
    expect(isCodeOf({ sku: 'A', gtin: '7894412000178' }, 'CANECA-1')).toBe(false);
  });
});

test('a free text loses controls of writing direction and keeps every letter and line', () => {
  const reordered = '\u202eoirártnoc oa\u202c\nem duas \u2066linhas\u2069 \u200f✓';
  expect(text(100, 1).parse(reordered)).toBe('oirártnoc oa\nem duas linhas ✓');
  expect(text(100, 1).safeParse('\u202e\u202c').success).toBe(false);
});
