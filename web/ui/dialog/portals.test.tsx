import { cleanup, screen, within } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { toast, toasts } from '../toasts.ts';
import { PlainToast } from './Portals.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function PlainToasts() {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <main>
      {messages.map((message) => (
        <PlainToast key={message.id} message={message} />
      ))}
    </main>
  );
}

test('a toast whose component could not be loaded shows its text in its tone, and closes', async () => {
  await renderScreen(PlainToasts);
  vi.useFakeTimers();
  toast.success('Salvo');
  toast.failure('Recusado', 'Sem rede');
  await vi.advanceTimersByTimeAsync(3_999);
  // Another screen in this process may have loaded the component, which then renders the same toasts as well.
  const plain = within(screen.getByRole('main'));
  const tone = (words: string) => plain.queryByText(words)?.parentElement?.dataset.toast;
  expect([tone('Salvo'), tone('Recusado')]).toEqual(['good', 'bad']);
  expect(plain.getByRole('status').textContent).toContain('Salvo');
  expect(plain.getByRole('alert').textContent).toContain('Sem rede');
  await vi.advanceTimersByTimeAsync(1);
  expect([tone('Salvo'), tone('Recusado')]).toEqual([undefined, 'bad']);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(tone('Recusado')).toBeUndefined();
});
