import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { owner, renderScreen } from '../render-screen.tsx';
import { toasts } from '../toasts.ts';
import { Actions } from './Actions.tsx';

const run = vi.fn();

function Screen() {
  return (
    <Actions
      items={[
        { key: 'cancel', label: 'Cancelar venda', permission: 'orders.cancel', run },
        { key: 'reset', label: 'Reiniciar', refused: 'Venda já coletada', run },
        { key: 'remove', label: 'Remover', confirm: { title: 'Remover mesmo?', confirm: 'Sim' }, run },
      ]}
    />
  );
}

afterEach(() => {
  cleanup();
  run.mockClear();
  vi.unstubAllGlobals();
});

test('an action is hidden only without the permission', async () => {
  await renderScreen(Screen);
  await screen.findByRole('button', { name: 'Cancelar venda' });
  cleanup();
  await renderScreen(Screen, { session: { ...owner, roles: ['packer'] } });
  await screen.findByRole('button', { name: /Reiniciar/ });
  expect(screen.queryByRole('button', { name: 'Cancelar venda' })).toBeNull();
});

test('an action refused by the state is visible, shows the reason and does nothing', async () => {
  await renderScreen(Screen);
  const button = await screen.findByRole('button', { name: 'Reiniciar. Indisponível: Venda já coletada' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(run).not.toHaveBeenCalled();
  expect(toasts.get().map(({ tone, title }) => [tone, title])).toEqual([['info', 'Venda já coletada']]);
});

test('asks for confirmation if configured', async () => {
  await renderScreen(Screen);
  fireEvent.click(await screen.findByRole('button', { name: 'Remover' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByText('Remover mesmo?')).toBeNull());
  expect(run).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Remover' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim' }));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
});

test('leaving the screen cancels the question', async () => {
  const { router } = await renderScreen(Screen);
  fireEvent.click(await screen.findByRole('button', { name: 'Remover' }));
  await screen.findByText('Remover mesmo?');
  await act(() => router.navigate({ to: '/elsewhere' }));
  await waitFor(() => expect(screen.queryByText('Remover mesmo?')).toBeNull());
  expect(run).not.toHaveBeenCalled();
});

const publishing = (size?: 'floor') => () => (
  <Actions
    size={size}
    items={[
      { key: 'remove', label: 'Remover', tone: 'bad', run },
      { key: 'publish', label: 'Anunciar', tone: 'primary', run },
      { key: 'label', label: 'Etiquetas', run },
    ]}
  />
);
const buttons = async () => {
  await screen.findByRole('button', { name: 'Anunciar' });
  return screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
};

test('on a phone the main act stays, and the menu has the others with the destructive one last', async () => {
  await renderScreen(publishing(), { isPhone: true });
  expect(await buttons()).toEqual(['Anunciar', 'Mais ações']);
  fireEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Etiquetas', 'Remover']);
});

test('every act stays a button on a laptop, and on the phone of a bench', async () => {
  await renderScreen(publishing());
  expect(await buttons()).toEqual(['Remover', 'Anunciar', 'Etiquetas']);
  cleanup();
  await renderScreen(publishing('floor'), { isPhone: true });
  expect(await buttons()).toEqual(['Remover', 'Anunciar', 'Etiquetas']);
});
