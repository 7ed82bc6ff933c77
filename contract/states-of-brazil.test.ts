import { expect, test } from 'vitest';
import { stateCodeOf } from './states-of-brazil.ts';

test.each([
  ['São Paulo', 'SP'],
  ['SAO PAULO', 'SP'],
  ['sp', 'SP'],
  [' sp ', 'SP'],
  ['BR-SP', 'SP'],
  ['Estado do Rio de Janeiro', 'RJ'],
  ['Espírito  Santo', 'ES'],
  ['Rio Grande do Norte', 'RN'],
  ['Distrito Federal', 'DF'],
  ['****', '****'],
  ['Buenos Aires', 'Buenos Aires'],
  ['', ''],
])('reads %j as %j', (text, code) => {
  expect(stateCodeOf(text)).toBe(code);
});
