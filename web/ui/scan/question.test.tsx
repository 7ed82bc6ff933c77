import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { type OnScan, Scan } from './Scan.tsx';

const scanned = vi.fn<OnScan>();
const answered = vi.fn();

afterEach(() => {
  cleanup();
  scanned.mockReset();
});

/** A question over the field, with the focus on its button. */
function Asked() {
  return (
    <>
      <Scan onScan={scanned} />
      <div role="dialog">
        <button type="button" onClick={answered}>
          Encerrar
        </button>
      </div>
    </>
  );
}

test('a code scanned over a question presses none of its buttons, and is refused in red', async () => {
  await renderScreen(Asked);
  const button = screen.getByRole('button', { name: 'Encerrar' });
  button.focus();
  let at = performance.now();
  const press = (key: string, after: number) => {
    at += after;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    return fireEvent(button, event);
  };
  expect(press('Enter', 1000)).toBe(true);
  for (const key of 'VENDA 233') press(key, 8);
  expect(press('Enter', 8)).toBe(false);
  await screen.findByText('Leitura ignorada: responda primeiro à pergunta na tela.');
  expect(document.querySelector('[data-tone="bad"]')).toBeTruthy();
  expect(scanned).not.toHaveBeenCalled();
  expect(press('Enter', 1000)).toBe(true);
});

test('a pressed switch gives the focus back, because nobody types into it', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  await renderScreen(Switched);
  const box = screen.getByRole('checkbox', { name: 'Mãos livres' });
  box.focus();
  fireEvent.click(box);
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-scan]')));
});

function Switched() {
  return (
    <>
      <Scan onScan={scanned} />
      <input type="checkbox" aria-label="Mãos livres" />
    </>
  );
}
