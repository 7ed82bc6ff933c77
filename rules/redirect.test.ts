import { expect, test } from 'vitest';
import { safeRedirect } from '#web/paths.ts';

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/ /evil.example',
  '/\t/evil.example',
  '/%2f/evil.example',
  '/%2Fevil.example/..//x',
  '/%252f%252fevil.example',
  '/%5cevil.example',
  '/%255c%255cevil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '/a\u0000b',
  '/%00',
  '/%',
  '/auth/login',
  '',
];

test('a redirect stays on this origin in every notation', () => {
  expect(elsewhere.filter((wanted) => safeRedirect(wanted) !== null)).toEqual([]);
  for (const wanted of ['/orders/list?query=status%3Apending', '/orders/7#history', '/business'])
    expect(safeRedirect(wanted)).toBe(wanted);
});
