import { expect, test } from 'vitest';
import { pictureAddresses } from './picture-address.ts';

const [a, b] = ['https://a.example.com/1.jpg', 'http://b.example.com/2.png?x=1,2;3'];

test.each([
  [`${a}|${b}`, [a, b]],
  [`${a}, ${b}`, [a, b]],
  [`${a},${b};`, [a, b]],
  [`${a};${b}`, [a, b]],
  [`${a}\n${b}\n`, [a, b]],
  [`${a} | ${a}`, [a]],
  [`"${a}"`, [a]],
  ['www.example.com/1.jpg', ['https://www.example.com/1.jpg']],
  ['foto.jpg', []],
  ['sem imagem', []],
  ['-', []],
  ['ftp://a.example.com/1.jpg', []],
  ['javascript:alert(1)', []],
  ['data:image/png;base64,AAAA', []],
  [`https://a.example.com/${'x'.repeat(2000)}`, []],
  [
    Array.from({ length: 20 }, (_, n) => `${a}?${n}`).join('|'),
    Array.from({ length: 12 }, (_, n) => `${a}?${n}`),
  ],
])('%j has the addresses %j', (text, found) => {
  expect(pictureAddresses(text)).toEqual(found);
});
