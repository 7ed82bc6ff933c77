import { describe, expect, test } from 'vitest';
import { codesOf, readScan } from './scanned-code.ts';
import { groupSeparator as gs } from './scanner-signs.ts';

const gtin = '07891000315507';

describe('a code of goods', () => {
  test.each([
    ['an EAN-13 with its symbology', ']E07891000315507', '7891000315507'],
    ['an EAN-8 with its symbology', ']E496385074', '96385074'],
    ['an EAN-13 with a supplement', ']E3789100031550712', '7891000315507'],
    ['a Code 128 with its symbology', ']C0V000123', 'V000123'],
    ['a Code 39, an ITF and a QR code with theirs', ']A0SKU-9', 'SKU-9'],
    ['fourteen digits of which the first only fills', gtin, '7891000315507'],
    ['fourteen digits of a box', '17891000315504', '17891000315504'],
    ['fourteen digits that are no GTIN', '07891000315508', '07891000315508'],
    ['a zero-width space in it', '\u200b7891000\u200b315507\ufeff', '7891000315507'],
    ['spaces that do not break and control characters around it', '\u00a0\u0002V000123\u0003\r\n', 'V000123'],
  ])('%s', (_, text, code) => {
    expect(readScan(text)).toEqual({ code });
  });

  test('reads each of several pasted codes of goods', () => {
    expect(codesOf('V000001\r\nV000002\n\n]E07891000315507\tV000001\n')).toEqual([
      'V000001',
      'V000002',
      ']E07891000315507',
      'V000001',
    ]);
  });
});

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
    [
      'with its net weight, its origin and its place',
      `01${gtin}3103001250422076${gs}410789100000000410L9`,
      { code: '7891000315507', lot: 'L9' },
    ],
    [
      'as a link',
      `https://id.example.com/01/${gtin}/10/L%2F7?17=261231`,
      { code: '7891000315507', lot: 'L/7', expiresOn: '2026-12-31' },
    ],
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

  test('a GS1 element string with an impossible day has no day', () => {
    expect(readScan(`]C101${gtin}17261331`)).toEqual({ code: '7891000315507' });
    expect(readScan(`]C101${gtin}17260231`)).toEqual({ code: '7891000315507' });
  });
});

test("removes a scanner's frame around a code once, and only there", () => {
  const affixes = { prefix: '~', suffix: '#' };
  expect(readScan('~V000123#', affixes)).toEqual({ code: 'V000123' });
  expect(readScan('V000123', affixes)).toEqual({ code: 'V000123' });
  expect(readScan('~~A#1#', affixes)).toEqual({ code: '~A#1' });
  expect(readScan('~', affixes)).toEqual({ code: '~' });
  expect(readScan(`~]C101${gtin}17261231#`, affixes).expiresOn).toBe('2026-12-31');
});
