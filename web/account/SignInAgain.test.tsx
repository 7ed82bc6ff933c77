import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadNamespace } from '../i18n.ts';
import { queryClient } from '../queries.ts';
import { owner, renderScreen } from '../ui/render-screen.tsx';
import { SignInAgainHost } from './SignInAgainHost.tsx';
import { askToSignIn, signInsAgain } from './sign-in-again.ts';

afterEach(() => {
  for (const { answer } of signInsAgain.get()) answer(false);
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const other = { id: 2, name: 'Outra', type: 'sales' } as const;

async function open(server: Record<string, { status?: number; body?: unknown }>, session = owner) {
  let entered = owner;
  await renderScreen(SignInAgainHost, { server, session: () => entered });
  entered = session;
  await loadNamespace('account');
  const answered = askToSignIn(owner);
  fireEvent.change(await screen.findByLabelText(/^Senha/), { target: { value: 'uma senha qualquer' } });
  expect(screen.getByText(/mariana@aurora.com.br/)).toBeTruthy();
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  return { answered, press };
}

test('after the same person signs in again, waiting calls continue', async () => {
  const { answered, press } = await open({
    'auth.signIn': { body: { stage: 'full' } },
  });
  press('Entrar');
  expect(await answered).toBe(true);
  await waitFor(() => expect(screen.queryByText('Sua sessão terminou')).toBeNull());
});

test('a second step is required before waiting calls continue', async () => {
  const { answered, press } = await open({
    'auth.signIn': { body: { stage: 'otp' } },
    'auth.validateOtp': { body: { stage: 'full' } },
  });
  press('Entrar');
  fireEvent.change(await screen.findByLabelText(/^Código/), { target: { value: '123456' } });
  press('Confirmar');
  expect(await answered).toBe(true);
});

test('switches from another business to the former one, and sends nothing if that is refused', async () => {
  const elsewhere = { ...owner, business: other };
  const back = await open(
    {
      'auth.signIn': { body: { stage: 'full' } },
      'auth.switchBusiness': { body: owner },
    },
    elsewhere,
  );
  back.press('Entrar');
  expect(await back.answered).toBe(true);
  cleanup();
  const gone = await open(
    {
      'auth.signIn': { body: { stage: 'full' } },
      'auth.switchBusiness': {
        status: 404,
        body: { type: 'about:blank', title: 'x', status: 404, code: 'not_found', detail: '' },
      },
    },
    elsewhere,
  );
  gone.press('Entrar');
  expect(await gone.answered).toBe(false);
});

test('refuses another person than the one whose form waits', async () => {
  const { answered, press } = await open(
    {
      'auth.signIn': { body: { stage: 'full' } },
    },
    { ...owner, user: { ...owner.user, id: 9 } },
  );
  press('Entrar');
  expect(await answered).toBe(false);
});

test('asks once when several calls find the session ended', async () => {
  const first = askToSignIn(owner);
  expect(askToSignIn(owner)).toBe(first);
  expect(signInsAgain.get()).toHaveLength(1);
});
