import { expect, test } from 'vitest';
import { crc16, keyOfPixCode, parsePixCode } from './pix.ts';

/**
 * Codes in the shapes of other issuers, with invented people; each case names its public source. `coded` adds the
 * checksum, so that the content can be written field by field.
 */
const coded = (body: string) => `${body}6304${crc16(`${body}6304`)}`;
const tlv = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

const random = '123e4567-e12b-12d1-a456-426655440000';
const account = (key: string, more = '') => tlv('26', `0014br.gov.bcb.pix${tlv('01', key)}${more}`);
const head = '000201';
const body = '52040000' + '5303986';
const place = '5802BR5913Fulano de Tal6008BRASILIA';

test.each([
  [
    'the static example of the manual, without an amount (bacen/pix-api#79)',
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    { key: random, url: null, amount: null, txid: '***' },
  ],
  [
    'an arrangement name in capitals, a phone, an amount with one decimal, a template 50 in 62 (bacen/pix-api#189)',
    coded(
      `${head}${tlv('26', `0014BR.GOV.BCB.PIX${tlv('01', '+5541999887766')}`)}${body}540430.0${'5802BR5922JULIA DE SOUZA RIBEIRO6009SAO.PAULO'}62380500${'50300017BR.GOV.BCB.BRCODE01051.0.0'}`,
    ),
    { key: '+5541999887766', amount: '30.0', name: 'JULIA DE SOUZA RIBEIRO', txid: '' },
  ],
  [
    'a dynamic code: an address in 25 and no key (bacen/pix-api#189)',
    coded(
      `${head}010212${tlv('26', `0014br.gov.bcb.pix${tlv('25', 'qrcode.pix.banco.example/qrs1/01mWFiCMHqRMdrkzWFWazs')}`)}${body}54040.01${place}62290525QRS1F5CMMUTDLOVWF8UBT7Q46`,
    ),
    { key: '', url: 'qrcode.pix.banco.example/qrs1/01mWFiCMHqRMdrkzWFWazs', amount: '0.01' },
  ],
  [
    'a dynamic code without an amount (file 58521460560)',
    coded(
      `${head}010212${tlv('26', `0014br.gov.bcb.pix${tlv('25', 'qrcode.psp.example/v1/763dcfd0')}`)}${body}${place}62070503***`,
    ),
    { url: 'qrcode.psp.example/v1/763dcfd0', amount: null, txid: '***' },
  ],
  [
    'a description in 26-02 and a txid of 22 characters (william-costa/wdev-qrcode-pix-php#5)',
    coded(
      `${head}${account(random, '0211CestaLivres')}${body}540522.00${place}${tlv('62', tlv('05', 'wDQuczihqxiuSkkkLu0aSX'))}`,
    ),
    { key: random, amount: '22.00', txid: 'wDQuczihqxiuSkkkLu0aSX' },
  ],
  [
    'another arrangement in 26, Pix in 27, templates 80 and 81, a postal code (file 277864853)',
    coded(
      `${head}${tlv('26', '0012BR.COM.OUTRO0110012345678')}${tlv('27', `0014BR.GOV.BCB.PIX${tlv('01', 'caixa@loja.example')}`)}${body}5406123.45${place}610870074900${tlv('62', tlv('05', 'RP123456782019'))}${tlv('80', '0014BR.GOV.BCB.PIX0123PADRAO.URL.PIX/0123ABCD')}${tlv('81', '0012BR.COM.OUTRO01190123.ABCD.3456.WXYZ')}`,
    ),
    { key: 'caixa@loja.example', amount: '123.45', txid: 'RP123456782019' },
  ],
  [
    'accents in the name, counted as characters (julianodportela/pix_flutter#4)',
    coded(
      `${head}${account(random)}${body}5802BR${tlv('59', 'José Açaí')}${tlv('60', 'São Paulo')}62070503***`,
    ),
    { name: 'José Açaí', city: 'São Paulo' },
  ],
  [
    'a checksum in lower case (file 43469035661 writes digits only)',
    coded(`${head}${account(random)}${body}540580.00${place}62070503***`).replace(/....$/, (crc) =>
      crc.toLowerCase(),
    ),
    { amount: '80.00' },
  ],
  [
    'a checksum that begins with 0 (william-costa/wdev-qrcode-pix-php#5)',
    withChecksumOf(/^0/),
    { key: random },
  ],
  [
    'line breaks inside, as a document wraps it (file 46378095726)',
    coded(`${head}${account(random)}${body}540580.00${place}62070503***`).replace(/(.{40})/g, '$1\r\n'),
    { key: random, amount: '80.00' },
  ],
  [
    'an amount of 0, which the payer types (file 26155758435)',
    coded(`${head}${account(random)}${body}54040.00${place}62070503***`),
    { amount: null },
  ],
  [
    'no template 62 at all',
    coded(`${head}${account('52998224725')}${body}${place}`),
    { key: '52998224725', txid: '' },
  ],
])('reads %s', (_, code, fields) => {
  expect(parsePixCode(code)).toMatchObject(fields);
});

/** A code of this key whose checksum looks so. */
function withChecksumOf(pattern: RegExp): string {
  for (let n = 0; ; n++) {
    const code = coded(`${head}${account(random)}${body}${place}${tlv('62', tlv('05', `T${n}`))}`);
    if (pattern.test(code.slice(-4))) return code;
  }
}

test('reads accents whose lengths and checksum are of bytes', () => {
  const bytes = (text: string) =>
    encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const written = coded(
    `${head}${account(random)}${body}5802BR${tlv('59', bytes('José Açaí'))}${tlv('60', bytes('São Paulo'))}62070503***`,
  );
  const shown = written.replace(bytes('José Açaí'), 'José Açaí').replace(bytes('São Paulo'), 'São Paulo');
  expect(parsePixCode(shown)).toMatchObject({ name: 'José Açaí', city: 'São Paulo', key: random });
});

test.each([
  [
    'a checksum that does not hold, which the central bank wants refused (bacen/pix-api#444)',
    coded(`${head}${account(random)}${body}${place}`).replace('Fulano', 'Fulana'),
    'damaged',
  ],
  [
    'a checksum of three digits (renatomb/php_qrcode_pix#10)',
    `${withChecksumOf(/^0/).slice(0, -4)}${withChecksumOf(/^0/).slice(-3)}`,
    'damaged',
  ],
  ['a code that was cut', coded(`${head}${account(random)}${body}${place}`).slice(0, 60), 'damaged'],
  ['a length that is larger than the rest', coded(`${head}2699${'0014br.gov.bcb.pix'}`), 'damaged'],
  [
    'the code of another arrangement (Astrocoders/emv-parser)',
    coded(`${head}${tlv('26', '0005Cielo0116123456789012000102082009130352')}${body}${place}`),
    'other_arrangement',
  ],
  ['another currency', coded(`${head}${account(random)}520400005303840${place}`), 'other_arrangement'],
  ['a key by itself', 'caixa@loja.example', 'no_code'],
  ['the line of a boleto', '34191.79001 01043.510047 91020.150008 5 92020000010000', 'no_code'],
])('refuses %s', (_, code, fault) => {
  expect(parsePixCode(code)).toBe(fault);
});

test.each([
  [random, 'random'],
  ['caixa@loja.example', 'email'],
  ['+5541999887766', 'phone'],
  ['52998224725', 'document'],
  ['12ABC34501DE35', 'document'],
])('a pasted code gives the key %s', (key, type) => {
  const code = coded(`${head}${account(key)}${body}${place}`);
  expect(keyOfPixCode(code)).toMatchObject({ type, fields: { key, name: 'Fulano de Tal' } });
});

test('a dynamic code has no key to keep', () => {
  const code = coded(
    `${head}010212${tlv('26', `0014br.gov.bcb.pix${tlv('25', 'qr.psp.example/1')}`)}${body}${place}`,
  );
  expect(keyOfPixCode(code)).toBe('dynamic');
});
