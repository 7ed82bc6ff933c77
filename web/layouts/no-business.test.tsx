import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { useApi } from '../queries.ts';
import { endSession } from '../session.ts';
import { owner, problem, renderScreen } from '../ui/render-screen.tsx';
import DefaultLayout from './DefaultLayout.tsx';

const nobodys = { ...owner, business: null, businesses: [], roles: [] };

vi.stubGlobal(
  'EventSource',
  class extends EventTarget {
    close() {}
  },
);
function ReadingScreen() {
  useApi(api.products.list, {});
  return <DefaultLayout />;
}
afterEach(() => {
  cleanup();
  endSession();
});

test('a person without a business reads the reason and what to do, and is offered no closed screen', async () => {
  const { calls } = await renderScreen(DefaultLayout, { session: nobodys, at: '/business' });
  await screen.findByRole('heading', { name: 'Você não faz parte de nenhuma empresa' });
  screen.getByText(/mariana@aurora\.com\.br/);
  screen.getByRole('button', { name: 'Cadastrar outra empresa' });
  const menu = screen.getByRole('navigation', { name: 'Menu principal' });
  expect([...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/user']);
  expect(calls.map(({ name }) => name).filter((name) => name.includes('/api/'))).toEqual([
    'GET /api/auth/session',
  ]);
});

test('a refused read checks the session, and a removed person is notified', async () => {
  const told = [owner, nobodys];
  await renderScreen(ReadingScreen, {
    at: '/products/product/list',
    session: () => told.shift() ?? nobodys,
    server: () => ({ status: 403, body: problem(403, 'forbidden') }),
  });
  await screen.findByRole('heading', { name: 'Você não faz parte de nenhuma empresa' });
});
