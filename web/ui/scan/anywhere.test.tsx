import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useScannedAnywhere } from './anywhere.ts';
import { keepCodesFromStart, useScreenStands } from './early-codes.ts';

const heard = vi.fn();
const pressed = vi.fn();
afterEach(() => {
  cleanup();
  heard.mockClear();
  pressed.mockClear();
});

function Screen({ field = false }: { field?: boolean }) {
  useScannedAnywhere(heard);
  return (
    <>
      <button type="button" onKeyDown={({ key }) => key === 'Enter' && pressed()}>
        Apagar
      </button>
      {field && <input data-scan aria-label="Bipar" />}
    </>
  );
}

/** What is open beside or over the screen, its button with the focus. */
function Open({ className }: { className: string }) {
  return (
    <div role="dialog" className={className}>
      <button type="button" onKeyDown={({ key }) => key === 'Enter' && pressed()}>
        Fechar
      </button>
    </div>
  );
}

function First() {
  useScreenStands();
  return null;
}

function typed(text: string): void {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

test('a code that is read where no field is, is heard, and presses no button', () => {
  render(<Screen />);
  screen.getByRole('button').focus();
  typed('V000042');
  expect(heard.mock.calls).toEqual([['V000042']]);
  expect(pressed).not.toHaveBeenCalled();
  typed('V000043');
  expect(heard).toHaveBeenLastCalledWith('V000043');
});

test('keys that move in a list, and a press of Enter, are no code', () => {
  render(<Screen />);
  screen.getByRole('button').focus();
  typed('jjjjj');
  typed('');
  typed('42');
  expect(heard).not.toHaveBeenCalled();
  expect(pressed).toHaveBeenCalledTimes(3);
});

test('where a field waits for codes, they are its own', () => {
  render(<Screen field />);
  typed('V000042');
  expect(heard).not.toHaveBeenCalled();
});

test('a code read while a drawer is open is heard and does not close it; a question hears none and is not answered by it', () => {
  for (const [className, codes] of [
    ['mantine-Drawer-content', [['V000042']]],
    ['mantine-Modal-content', []],
  ] as const) {
    render(
      <>
        <Screen />
        <Open className={className} />
      </>,
    );
    screen.getByRole('button', { name: 'Fechar' }).focus();
    typed('V000042');
    expect(heard.mock.calls).toEqual(codes);
    expect(pressed).not.toHaveBeenCalled();
    cleanup();
    heard.mockClear();
  }
});

test('a code that was read before the first screen stood is heard whole, and one that stands in its middle', async () => {
  keepCodesFromStart();
  for (const key of '7891') fireEvent.keyDown(document.body, { key });
  const { rerender } = render(<Screen />);
  typed('0003');
  for (const key of '77') fireEvent.keyDown(document.body, { key });
  expect(heard).not.toHaveBeenCalled();
  rerender(
    <>
      <Screen />
      <First />
    </>,
  );
  await waitFor(() => expect(heard.mock.calls).toEqual([['78910003']]));
  typed('89');
  expect(heard).toHaveBeenLastCalledWith('7789');
});
