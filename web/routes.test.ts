import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { menuItemAbove } from './layouts/NoRecord.tsx';
import { pages } from './pages.ts';
import { layoutOf, router } from './routes.tsx';
import { endSession, renewSession } from './session.ts';
import { owner, problem, serve } from './ui/render-screen.tsx';

let signedIn = false;

beforeEach(() => {
  serve(({ name }) =>
    name === 'GET /api/auth/session' && signedIn
      ? { body: owner }
      : { status: 401, body: problem(401, 'unauthenticated') },
  );
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

async function arrive(href: string, as: 'guest' | 'owner'): Promise<string> {
  signedIn = as === 'owner';
  await renewSession();
  router.history.replace(href);
  await router.load();
  return router.state.location.href;
}

test.each(['/orders/list?query=status%3Alate', '/checkout/7'])(
  '%s redirects a guest to sign-in and keeps the path',
  async (wanted) => {
    expect(await arrive(wanted, 'guest')).toBe(`/auth/login?redirect=${encodeURIComponent(wanted)}`);
  },
);

test.each([
  '/',
  '/auth/login',
  '/auth/register-business',
  '/auth/forgot-password',
  '/auth/resend-activation',
  '/auth/reset-password/a',
  '/auth/activation-account/a',
])('%s sends the signed-in home', async (guestPage) => {
  expect(await arrive(guestPage, 'owner')).toBe('/business');
});

test('sign-in with a wanted path leads there, and never to another origin', async () => {
  expect(await arrive('/auth/login?redirect=%2Fuser', 'owner')).toBe('/user');
  expect(await arrive('/auth/login?redirect=%2F%2Fevil.example', 'owner')).toBe('/business');
});

test('an invitation is open to guests and signed-in people, and an unknown path to neither', async () => {
  for (const as of ['guest', 'owner'] as const) {
    expect(await arrive('/auth/register-staff/token', as)).toBe('/auth/register-staff/token');
    expect(await arrive('/nowhere', as)).toBe('/nowhere');
    expect(router.state.matches.map((match) => match.routeId)).toEqual(['__root__']);
  }
});

test('an address with an invalid id shows no record and requests nothing', async () => {
  const outcome = async (href: string) => {
    await arrive(href, 'owner');
    return router.state.matches.at(-1)?.status;
  };
  for (const href of ['/picking/abc', '/orders/0', '/orders/-4', '/products/category/create/x'])
    expect(await outcome(href), href).toBe('notFound');
  for (const href of ['/picking/12', '/dropshipping/statements/2202611', '/auth/register-staff/abc'])
    expect(await outcome(href), href).toBe('success');
});

test('an address with an invalid id links to its list', () => {
  const above = (path: string) => menuItemAbove(owner, path)?.to;
  expect(above('/orders/abc')).toBe('/orders/list');
  expect(above('/checkout/manifest/abc')).toBe('/checkout/manifest/list');
  expect(above('/products/category/abc')).toBe('/products/category/list');
  expect(above('/nowhere/abc')).toBeUndefined();
});

test("every screen but one's own account names its permission", () => {
  const open = Object.entries(pages)
    .filter(([pattern, { permission }]) => layoutOf(pattern) === 'standard' && !permission)
    .map(([pattern]) => pattern);
  expect(open).toEqual(['/user']);
});
