import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../queries.ts';
import { renderScreen, supplying } from '../../ui/render-screen.tsx';
import { WithoutBank } from './WithoutBank.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const show = (more: object = {}) =>
  renderScreen(() => <WithoutBank onEntered={() => undefined} />, { session: { ...supplying, ...more } });

test('an invoice without bank data leads its supplier to the form of the Pix key', async () => {
  await show();
  await screen.findByText(/Sua chave Pix não está cadastrada/);
  fireEvent.click(await screen.findByRole('button', { name: 'Cadastrar dados' }));
  await screen.findByRole('dialog', { name: /Dados bancários/ });
});

test('who may not change the bank data sees what is missing without the button', async () => {
  await show({ roles: ['seller'] });
  await screen.findByText(/Sua chave Pix não está cadastrada/);
  expect(screen.queryByRole('button', { name: 'Cadastrar dados' })).toBeNull();
});
