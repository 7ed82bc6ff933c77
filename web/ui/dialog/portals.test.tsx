import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { pauseStation } from '../../station.ts';
import { renderScreen } from '../render-screen.tsx';
import { toast, toasts } from '../toasts.ts';
import { PlainQuestion, PlainToast } from './Portals.tsx';

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

/** Renders a question whose dialog could not be loaded, and returns what it was answered. */
async function ask(question: { type?: string }) {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
    this.open = true;
  };
  const answers: boolean[] = [];
  const asked = {
    ...{ id: 1, title: 'Sair sem salvar?', message: 'O que foi digitado se perde.' },
    ...{ confirm: 'Sair', cancel: 'Ficar', answer: (yes: boolean) => void answers.push(yes) },
    ...question,
  };
  await renderScreen(() => <PlainQuestion asked={asked} />);
  await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
  return answers;
}

test('a paused station shows no toast, and shows it again to the person who was there', async () => {
  await renderScreen(() => null);
  toast.failure('Não foi possível salvar!');
  const shown = () => screen.getByText('Não foi possível salvar!');
  await screen.findByText('Não foi possível salvar!');
  const region = shown().closest('section');
  expect(region?.style.visibility).toBe('');
  act(() => pauseStation(true));
  expect(region?.style.visibility).toBe('hidden');
  act(() => pauseStation(false));
  expect(region?.style.visibility).toBe('');
});

test('a question whose dialog could not be loaded is asked all the same', async () => {
  const answers = await ask({});
  expect(screen.getByText('O que foi digitado se perde.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sair' }));
  fireEvent.click(screen.getByRole('button', { name: 'Ficar' }));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(answers).toEqual([true, false, false]);
});

test('such a question still asks for the word of a very destructive act', async () => {
  const answers = await ask({ type: 'EXCLUIR' });
  fireEvent.click(screen.getByRole('button', { name: 'Sair' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'EXCLUIR' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sair' }));
  expect(answers).toEqual([true]);
});
