import { expect, test } from 'vitest';
import { isGuessable } from './password-strength.ts';

const own = ['Maria Clara Souza', 'mclara@loja.example', 'Loja Girassol'];

test.each([
  '1234567890',
  '0987654321',
  'password123',
  'P@ssw0rd2024!',
  'qwertyuiop',
  '1q2w3e4r5t',
  'senhasegura',
  'Corinthians10',
  'flamengo2026',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'xk9xk9xk9xk9',
  'euteamo123456',
  'mariaclara1990',
  'Girassol2026!',
  'LojaGirassol1',
  'Janeiro@2026',
])('%s is refused', (password) => {
  expect(isGuessable(password, own)).toBe(true);
});

test.each([
  'girafa dança no telhado',
  'correct horse battery',
  'Tr4vess4 do sino azul',
  'x7#kQp2!vLm9',
  'minha senha é um poema longo',
  'xícara-tampa-nuvem',
])('%s is accepted', (password) => {
  expect(isGuessable(password, own)).toBe(false);
});
