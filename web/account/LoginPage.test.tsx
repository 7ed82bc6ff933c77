import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import LoginPage from './LoginPage.tsx';

afterEach(cleanup);

test('aborts a sign-in whose token is not a string, reads nothing with it and ends the session', async () => {
  const { calls } = await renderScreen(LoginPage, {
    at: '/auth/login',
    server: { 'auth.signIn': { body: { stage: 'full', token: 7 } }, 'auth.signOut': { status: 204 } },
  });
  calls.length = 0;
  const { account } = messages.pt;
  fireEvent.change(await screen.findByRole('textbox', { name: /E-mail/ }), {
    target: { value: 'ana@loja.example' },
  });
  fireEvent.change(document.querySelector('input[type=password]') ?? document.body, {
    target: { value: 'uma senha bem longa' },
  });
  fireEvent.click(screen.getByRole('button', { name: account.login.submit }));
  await expect.poll(() => calls.map(({ endpoint }) => endpoint)).toContain('auth.signOut');
  expect(calls.map(({ endpoint }) => endpoint)).not.toContain('auth.session');
  expect(screen.getByRole('heading', { name: account.login.title })).toBeTruthy();
});
