import { describe, expect, test } from 'vitest';
import { crc16, formatPixKey, normalizePixKey, pixCode, readPixCode } from './pix.ts';

describe('BR Code', () => {
  test('CRC of the check string', () => expect(crc16('123456789')).toBe('29B1'));

  test('a charge of an exact value', () => {
    const charge = {
      key: '12345678000195',
      name: 'Loja Exemplo Ltda',
      city: 'São Paulo',
      amount: 123_450,
      txid: 'FAT000123',
    };
    expect(pixCode(charge)).toBe(
      '00020126360014br.gov.bcb.pix01141234567800019552040000530398654071234.505802BR5917LOJA EXEMPLO LTDA6009SAO PAULO62130509FAT0001236304C311',
    );
  });

  test('reads the BR Code of the official example', () => {
    const code =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
    expect(readPixCode(code)).toMatchObject({
      name: 'Fulano de Tal',
      city: 'BRASILIA',
      amount: null,
      txid: '***',
    });
  });

  test('refuses a damaged BR Code', () => {
    const code = pixCode({ key: 'a@b.co', name: 'A', city: 'B', amount: 1, txid: 'X' });
    expect(readPixCode(code.replace('0.01', '9.01'))).toBeNull();
    expect(readPixCode(code.slice(0, -4))).toBeNull();
  });
});

describe('PIX keys', () => {
  test.each([
    ['document', '529.982.247-25', '52998224725'],
    ['document', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['document', '12345678901', null],
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['phone', '+55 11 98765-4321', '+5511987654321'],
    ['phone', '1234', null],
    ['email', 'Financeiro@Fornecedor.com.br', 'financeiro@fornecedor.com.br'],
    ['random', '123E4567-e12b-12d1-a456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
    ['random', 'nope', null],
  ] as const)('%s %s', (type, text, key) => expect(normalizePixKey(type, text)).toBe(key));
});

test.each([
  ['52998224725', '529.982.247-25'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['+5541998765432', '+55 (41) 99876-5432'],
  ['pix@trilha.demo', 'pix@trilha.demo'],
])('the key %s is read as %s', (key, shown) => {
  expect(formatPixKey(key)).toBe(shown);
});
