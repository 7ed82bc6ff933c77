import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { useAct } from './acts.ts';
import { loadNamespace } from './i18n.ts';
import { renderScreen } from './ui/render-screen.tsx';
import { toast, toasts } from './ui/toasts.ts';

function Screen() {
  const confirm = useAct(api.checkout.confirmPacking);
  const cancel = useAct(api.checkout.cancel);
  const params = { id: 7 };
  return (
    <>
      <button type="button" onClick={() => confirm.run({ params })}>
        Confirmar
      </button>
      <button type="button" onClick={() => cancel.run({ params })}>
        Cancelar
      </button>
    </>
  );
}

afterEach(() => {
  cleanup();
  for (const { id } of toasts.get()) toast.close(id);
  vi.unstubAllGlobals();
});

test('success removes the failure toast of the same act, not of others', async () => {
  const refused = { status: 409, body: { code: 'unbeeped_items', title: '', status: 409 } };
  let isComplete = false;
  // Texts of these acts, which a route loads with its screen.
  await loadNamespace('orders');
  await renderScreen(Screen, {
    server: {
      'checkout.confirmPacking': () => (isComplete ? { body: {} } : refused),
      'checkout.cancel': refused,
    },
  });
  const bad = () => toasts.get().flatMap(({ tone, title }) => (tone === 'bad' ? [title] : []));
  for (const name of ['Confirmar', 'Cancelar']) fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() =>
    expect(bad().toSorted()).toEqual([
      'Não foi possível cancelar a separação',
      'Não foi possível confirmar a embalagem',
    ]),
  );
  isComplete = true;
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(bad()).toEqual(['Não foi possível cancelar a separação']));
});

function broken(): never {
  throw new TypeError('the screen is wrong');
}

function BrokenScreen() {
  const act = useAct(api.checkout.confirmPacking, { onSuccess: broken });
  return (
    <button type="button" onClick={() => act.run({ params: { id: 7 } }).catch(() => undefined)}>
      Confirmar
    </button>
  );
}

test('reports an answer that the screen cannot handle', async () => {
  await loadNamespace('orders');
  await renderScreen(BrokenScreen, { server: { 'checkout.confirmPacking': { body: {} } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([
      { title: 'Não foi possível confirmar a embalagem', detail: 'Algo deu errado' },
    ]),
  );
});
