import { expect, test } from 'vitest';
import { paths, safeRedirect } from './paths.ts';

test('a path takes its parameter and its search', () => {
  expect(paths.products.product(7)).toBe('/products/product/7');
  expect(paths.orders.list({ query: 'status:late', page: undefined })).toBe(
    '/orders/list?query=status%3Alate',
  );
  expect(paths.account.registerStaff('a/b')).toBe('/auth/register-staff/a%2Fb');
});

test.each(['/orders/7', '/orders/list?query=status%3Alate+caf%C3%A9', '/checkout#line'])(
  'keeps a wanted path of this origin: %s',
  (wanted) => {
    expect(safeRedirect(wanted)).toBe(wanted);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '/%5cevil.example',
  '/%255cevil.example',
  '/%2f/evil.example',
  '%2f%2fevil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  'https://evil.example/orders',
  'orders',
  '/auth/login',
  '/',
  '/%',
  '',
])('anything else is not: %s', (wanted) => {
  expect(safeRedirect(wanted)).toBeNull();
});
