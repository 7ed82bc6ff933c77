import { describe, expect, test } from 'vitest';
import { groupSeparator as gs, readScan } from './scanned-code.ts';

const gtin = '07891000315507';

describe('a GS1 element string', () => {
  test.each([
    ['with its symbology', `]C101${gtin}17261231`, { code: '7891000315507', expiresOn: '2026-12-31' }],
    ['of one element, named', `]d201${gtin}`, { code: '7891000315507' }],
    [
      'with a lot before another element',
      `01${gtin}10L-7${gs}17261200`,
      { code: '7891000315507', lot: 'L-7', expiresOn: '2026-12-31' },
    ],
    [
      'with the lot at its end',
      `01${gtin}1726020010ABC123`,
      { code: '7891000315507', lot: 'ABC123', expiresOn: '2026-02-28' },
    ],
    [
      'as it is written under the bars',
      `(01)${gtin}(10)L7(17)280229`,
      { code: '7891000315507', lot: 'L7', expiresOn: '2028-02-29' },
    ],
    ['of a box: the digit in front belongs to it', ']C10117891000315504', { code: '17891000315504' }],
    ['of a pallet', `]C100${'3'.repeat(18)}`, { code: '3'.repeat(18) }],
    [
      'best before, where nothing expires',
      `${gs}01${gtin}15270101`,
      { code: '7891000315507', expiresOn: '2027-01-01' },
    ],
  ])('%s', (_, text, read) => {
    expect(readScan(text)).toEqual(read);
  });

  test.each([
    ['a number that only looks like one element', `01${gtin}`],
    ['a wrong check digit', '0107891000315508171226'],
    ['an element that nobody knows', `01${gtin}99ABC`],
    ['a volume', 'V000123'],
    ['a label of a marketplace', '{"id":"43000000001","t":"lm"}'],
  ])('is not %s', (_, text) => {
    expect(readScan(text)).toEqual({ code: text });
  });

  test('of an impossible day has none', () => {
    expect(readScan(`]C101${gtin}17261331`)).toEqual({ code: '7891000315507' });
    expect(readScan(`]C101${gtin}17260231`)).toEqual({ code: '7891000315507' });
  });
});

test('what a scanner puts around a code is taken off, once and only there', () => {
  const affixes = { prefix: '~', suffix: '#' };
  expect(readScan('~V000123#', affixes)).toEqual({ code: 'V000123' });
  expect(readScan('V000123', affixes)).toEqual({ code: 'V000123' });
  expect(readScan('~~A#1#', affixes)).toEqual({ code: '~A#1' });
  expect(readScan('~', affixes)).toEqual({ code: '~' });
  expect(readScan(`~]C101${gtin}17261231#`, affixes).expiresOn).toBe('2026-12-31');
});
