import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyWithFallback } from './lazy-with-fallback.tsx';
import { renderScreen } from './render-screen.tsx';

afterEach(cleanup);

const load = vi.fn<() => Promise<{ default: () => string }>>();
const Part = lazyWithFallback(load);

function Screen() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <input aria-label="Nome" />
      <button type="button" onClick={() => setShown(!shown)}>
        Abrir
      </button>
      {shown && <Part />}
    </>
  );
}

test('a component that fails to load leaves the screen as it is, and is retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ default: () => 'aqui está' });
  await renderScreen(Screen);
  const field = await screen.findByLabelText<HTMLInputElement>('Nome');
  fireEvent.change(field, { target: { value: 'digitado' } });
  fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  await screen.findByText('Não foi possível carregar!');
  expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('digitado');
  fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  await waitFor(() => screen.getByText('aqui está', { exact: false }));
  expect(load).toHaveBeenCalledTimes(2);
});

test('shows at once that the code of a pressed control is loading', async () => {
  let arrive = (_: { default: () => string }) => {};
  const slow = new Promise<{ default: () => string }>((resolve) => {
    arrive = resolve;
  });
  const SlowPart = lazyWithFallback(() => slow);
  await renderScreen(() => <SlowPart />);
  await screen.findByRole('progressbar', { name: 'Carregando…' });
  arrive({ default: () => 'chegou' });
  await screen.findByText('chegou');
  expect(screen.queryByRole('progressbar')).toBeNull();
});
