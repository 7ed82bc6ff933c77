import { expect, test } from 'vitest';
import {
  type Cell,
  type CellKind,
  type DecimalSign,
  dayOfSerial,
  decimalSignOf,
  readCell,
  unitOfTitle,
} from './cell.ts';

const read = (kind: CellKind, cell: Cell, sign: DecimalSign = ',') => {
  const found = readCell(kind, cell, sign);
  return 'fault' in found ? found.fault : found.value;
};

test.each<[CellKind, Cell, DecimalSign, unknown]>([
  ['money', '1.234,56', ',', 123456],
  ['money', '1,234.56', ',', 123456],
  ['money', 'R$ 1.234,56', '.', 123456],
  ['money', '1234.5', ',', 123450],
  ['money', '1.234.567', ',', 123456700],
  ['money', '1.234', ',', 123400],
  ['money', '1.234', '.', 'money_invalid'],
  ['money', '1.234', null, 'number_ambiguous'],
  ['money', '0.5', ',', 50],
  ['money', '12,345', '.', 1234500],
  ['money', 29.9, ',', 2990],
  ['money', 29.999, ',', 'money_invalid'],
  ['money', '12,3,4', ',', 'not_a_number'],
  ['money', '1.23.456,00', ',', 'not_a_number'],
  ['money', 'doze', ',', 'not_a_number'],
  ['money', true, ',', 'not_a_number'],
  ['decimal', '0,42', ',', 0.42],
  ['decimal', '0.420 kg', ',', 0.42],
  ['measure', '250 g', ',', 0.25],
  ['measure', '1.250g', ',', 1.25],
  ['measure', '305 mm', ',', 30.5],
  ['measure', '0,000', ',', undefined],
  ['whole', '14,00', ',', 14],
  ['whole', '1.200', ',', 1200],
  ['whole', '1,5', ',', 'not_whole'],
  ['whole', 1e16, ',', 'too_big'],
  ['money', 'R$ 12,90', ',', 1290],
  ['money', 'R$12.90', ',', 1290],
  ['money', 'R$\u00A01.234,56', '.', 123456],
  ['money', '12.90', ',', 1290],
  ['money', '-', ',', undefined],
  ['whole', '–', ',', undefined],
  ['measure', '-', ',', undefined],
])('%s %j with %j is %j', (kind, cell, sign, expected) => {
  expect(read(kind, cell, sign)).toEqual(expected);
});

test('the decimal sign is only recognized if it cannot be the other one', () => {
  expect(
    ['1,5', '1.5', '1.234', '1,234', '1.234,5', '1,234.5', '1.234.567', '12', 'x'].map(decimalSignOf),
  ).toEqual([',', '.', null, null, ',', '.', ',', null, null]);
});

test('codes that a spreadsheet made numbers of', () => {
  expect(read('gtin', 7891234567895)).toBe('7891234567895');
  expect(read('gtin', '7.89123E+12')).toBe('scientific');
  for (const text of ['7,89E+12', '7.89e+12', '7,89461E12', '7E+12', ' 7,89E+12 ', '="7,89E+12"'])
    expect(read('gtin', text)).toBe('scientific');
  expect(read('gtin', '-')).toBeUndefined();
  // 012345678905 without its zero, 00012345678905 in a box's fourteen.
  expect(read('gtin', 12345678905)).toBe('012345678905');
  expect(read('gtin', '7891234567890')).toBe('gtin_invalid');
  expect(read('gtin', '="7891234567895"')).toBe('7891234567895');
  expect(read('document', 191)).toBe('00000000191');
  expect(read('document', 11222333000181)).toBe('11222333000181');
  expect(read('document', '1,12223E+13')).toBe('scientific');
  expect(read('document', '12.ABC.345/01DE-35')).toBe('12ABC34501DE35');
  expect(read('code', 123)).toBe('123');
  expect(read('code', '1E5')).toBe('1E5');
  expect(read('code', '1E+05')).toBe('scientific');
  expect(read('code', 1e15)).toBe('digits_lost');
  expect(read('code', { day: '2026-03-01' })).toBe('turned_into_date');
  expect(read('zip', 1310100)).toBe('01310100');
  expect(read('text', "'=1+1")).toBe('=1+1');
  expect(read('text', { error: '#REF!' })).toBe('formula_error');
});

test('days of both languages and of spreadsheets', () => {
  for (const cell of [
    '31/12/2027',
    '31.12.2027',
    '2027-12-31',
    '2027-12-31T00:00:00',
    { day: '2027-12-31' },
    46752,
    '46752',
  ])
    expect(read('day', cell)).toBe('2027-12-31');
  expect(read('day', '12/31/2027')).toBe('date_invalid');
  expect(read('day', '1/2/2027')).toBe('2027-02-01');
  expect(read('day', 'amanhã')).toBe('date_invalid');
  expect([dayOfSerial(61), dayOfSerial(60), dayOfSerial(0, true)]).toEqual([
    '1900-03-01',
    null,
    '1904-01-01',
  ]);
});

test.each([
  ['Peso (g)', ' g'],
  ['Peso em gramas', ' g'],
  ['Altura (mm)', ' mm'],
  ['Peso (kg)', ''],
  ['Largura (cm)', ''],
  ['Embalagem', ''],
])('the unit of the title %s is %j', (title, unit) => {
  expect(unitOfTitle(title)).toBe(unit);
});

test('yes and no', () => {
  expect(['Sim', 'NÃO', 'yes', 'x', 1, false, 'A', 'I', 'Inativo'].map((cell) => read('flag', cell))).toEqual(
    [true, false, true, true, true, false, true, false, false],
  );
  expect(read('flag', 'talvez')).toBe('flag_invalid');
  expect(read('flag', '  ')).toBeUndefined();
});
